"""The limits on application commands: names, lengths, counts and the size of a whole tree."""

import unicodedata

from playground.limits.forms import Form, Path
from playground.values.people import LOCALES, Json

CHAT_INPUT, ON_USER, ON_MESSAGE, ENTRY_POINT = 1, 2, 3, 4
SUBCOMMAND, GROUP = 1, 2
OPTION_TYPES = frozenset(range(1, 12))
TEXT, WHOLE, NUMBER = 3, 4, 10
MAX_TREE = 8000
MAX_SET = {CHAT_INPUT: 100, ON_USER: 15, ON_MESSAGE: 15, ENTRY_POINT: 1}
MAX_IN_BULK = 130
HANDLERS = frozenset((1, 2))
MAX_OPTIONS = 25
ATTACHMENT = 11
FILE_GROUPS = frozenset({"image", "video", "audio"})
MAX_FILE_TYPES = 10


def fits_name(name: str) -> bool:
    """Return whether a text can name a slash command or option: letters, digits, - _ ', lower case, 1-32."""
    return 1 <= len(name) <= 32 and all(_fits(char) for char in name) and name == name.lower()


def _fits(char: str) -> bool:
    if char in "-_'" or unicodedata.category(char)[0] in "LN":
        return True
    return unicodedata.name(char, "").startswith(("DEVANAGARI", "THAI"))


def check_set(form: Form, body: object) -> list[Json]:
    """Check the commands of a scope together: the number of each type, and no duplicate names in a type."""
    objects = form.objects((), body, 0, MAX_IN_BULK)
    names: set[str] = set()
    counts: dict[int, int] = {}
    for path, command in objects:
        check_command(form, path, command)
        kind = command.get("type") or CHAT_INPUT
        key = f"{kind!r} {command.get('name')!r}"
        if key in names:
            form.add_error(
                (*path, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        names.add(key)
        if isinstance(kind, int):
            counts[kind] = counts.get(kind, 0) + 1
    for kind, count in counts.items():
        if count > MAX_SET.get(kind, 0):
            form.add_error((), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_SET.get(kind, 0)} or fewer in length.")
    return [command for _, command in objects]


def check_command(form: Form, path: Path, command: Json) -> None:
    """Check a command with its whole tree."""
    kind = command.get("type") or CHAT_INPUT
    form.choice((*path, "type"), kind, frozenset(MAX_SET))
    if kind == CHAT_INPUT:
        _check_name(form, path, command)
        _check_description(form, path, command)
        _check_options(form, path, command, depth=0)
    elif kind == ENTRY_POINT:
        _check_entry_point(form, path, command)
    else:
        _check_localized(form, path, command, "name", 32)
        if command.get("description"):
            form.add_error(
                (*path, "description"),
                "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                "Context menu commands cannot have a description",
            )
    for name, highest in (("contexts", 2), ("integration_types", 1)):
        for index, item in enumerate(form.items((*path, name), command.get(name), 0, 3)):
            form.choice((*path, name, index), item, frozenset(range(highest + 1)))
    size = tree_size(command)
    if size > MAX_TREE:
        form.add_error(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({MAX_TREE})",
        )


def _check_entry_point(form: Form, path: Path, command: Json) -> None:
    """Check the command that opens an Activity, which has no options."""
    _check_localized(form, path, command, "name", 32)
    form.text((*path, "description"), command.get("description"), 0, 100, required=False)
    form.choice((*path, "handler"), command.get("handler") or 1, HANDLERS)
    if command.get("options"):
        form.add_error(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED",
            "Entry Point commands cannot have options",
        )


def _localizations(form: Form, path: Path, thing: Json, key: str) -> dict[str, str]:
    translations = thing.get(f"{key}_localizations")
    if translations is None:
        return {}
    if not isinstance(translations, dict):
        form.not_an_object((*path, f"{key}_localizations"))
        return {}
    texts = {}
    for locale, text in translations.items():
        place = (*path, f"{key}_localizations", locale)
        if locale not in LOCALES:
            form.add_error(place, "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')
        elif isinstance(text, str):
            texts[locale] = text
        elif text is not None:
            form.add_error(place, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
    return texts


def _check_localized(form: Form, path: Path, thing: Json, key: str, limit: int) -> None:
    form.text((*path, key), thing.get(key), 1, limit)
    for locale, text in _localizations(form, path, thing, key).items():
        form.text((*path, f"{key}_localizations", locale), text, 1, limit)


def _check_name(form: Form, path: Path, thing: Json) -> None:
    names = {(*path, "name"): thing.get("name")}
    for locale, text in _localizations(form, path, thing, "name").items():
        names[*path, "name_localizations", locale] = text
    for place, name in names.items():
        text_ = form.text(place, name, 1, 32)
        if text_ is not None and not fits_name(text_):
            form.add_error(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_description(form: Form, path: Path, thing: Json) -> None:
    _check_localized(form, path, thing, "description", 100)


def _check_options(form: Form, path: Path, thing: Json, depth: int) -> None:
    options = form.objects((*path, "options"), thing.get("options"), 0, MAX_OPTIONS)
    names: set[str] = set()
    optional_seen = False
    kinds = {option["type"] for _, option in options if isinstance(option.get("type"), int)}
    if kinds & {SUBCOMMAND, GROUP} and kinds - {SUBCOMMAND, GROUP}:
        form.add_error(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    _check_localized_names(form, options)
    for place, option in options:
        _check_option(form, place, option, depth)
        if repr(option.get("name")) in names:
            form.add_error(
                place,
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option names must be unique",
            )
        names.add(repr(option.get("name")))
        if option.get("required") and optional_seen:
            form.add_error(
                place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")


def _check_localized_names(form: Form, options: list[tuple[Path, Json]]) -> None:
    """Check that a localised name equals no other option's default name, nor its name in the same language.

    interactions/application-commands "Localization".
    """
    for path, option in options:
        others = [other for _, other in options if other is not option]
        for locale, name in _name_localizations(option).items():
            names = [other.get("name") for other in others]
            names += [_name_localizations(other).get(locale) for other in others]
            if name in names:
                form.add_error(
                    (*path, "name_localizations", locale),
                    "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                    "Option names must be unique",
                )


def _name_localizations(option: Json) -> dict[str, str]:
    """Return the effective localised names; one equal to the default is ignored, as documented."""
    names = option.get("name_localizations")
    if not isinstance(names, dict):
        return {}
    return {
        str(locale): name
        for locale, name in names.items()
        if isinstance(name, str) and name != option.get("name")
    }


def _check_option(form: Form, path: Path, option: Json, depth: int) -> None:
    kind = form.choice((*path, "type"), option.get("type"), OPTION_TYPES)
    _check_name(form, path, option)
    _check_description(form, path, option)
    if kind in {SUBCOMMAND, GROUP}:
        if depth > 1 or (depth == 1 and kind == GROUP):
            form.add_error(
                path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot be nested this deep"
            )
            return
        _check_options(form, path, option, depth + (1 if kind == GROUP else 2))
        return
    form.flag((*path, "required"), option.get("required"))
    if form.flag((*path, "autocomplete"), option.get("autocomplete")):
        if kind not in {TEXT, WHOLE, NUMBER}:
            form.add_error(
                (*path, "autocomplete"),
                "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID_OPTION_TYPE",
                "Autocomplete is not available for this type",
            )
        if option.get("choices"):
            form.add_error(
                (*path, "choices"),
                "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
                "Autocomplete options cannot have choices",
            )
    form.integer((*path, "min_length"), option.get("min_length"), 0, 6000)
    form.integer((*path, "max_length"), option.get("max_length"), 1, 6000)
    check_choices(form, (*path, "choices"), option.get("choices"), kind)
    _check_file_types(form, (*path, "file_types"), option.get("file_types"), kind)


def _check_file_types(form: Form, path: Path, types: object, kind: int | None) -> None:
    """Check an option's file types: at most 10 groups or extensions (reference "File Type Filtering").

    Inferred: only an option for files may name any.
    """
    for number, file_type in enumerate(form.items(path, types, 0, MAX_FILE_TYPES)):
        is_known = isinstance(file_type, str) and (
            file_type in FILE_GROUPS or (file_type.startswith(".") and len(file_type) > 1)
        )
        if kind != ATTACHMENT or not is_known:
            form.add_error((*path, number), "BASE_TYPE_CHOICES", "Not a file type")


def check_choices(form: Form, path: Path, choices: object, kind: int | None) -> None:
    """Check an option's choices, or an autocompletion's: at most 25, names 1-100, values by type."""
    names: set[str] = set()
    for place, choice in form.objects(path, choices, 0, 25):
        _check_localized(form, place, choice, "name", 100)
        value = choice.get("value")
        if kind == TEXT:
            form.text((*place, "value"), value, 1, 100)
        elif kind == WHOLE:
            form.integer((*place, "value"), value, -(1 << 53), 1 << 53, required=True)
        elif isinstance(value, bool) or not isinstance(value, (int, float, str)):
            form.missing((*place, "value"))
        if repr(choice.get("name")) in names:
            form.add_error(
                (*place, "name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "There is already an option choice with the same name",
            )
        names.add(repr(choice.get("name")))


def tree_size(thing: Json) -> int:
    """Count a command's characters: names, descriptions and choice values, each in its longest language.

    interactions/application-commands: 8000 for a command with its options and choices.
    """
    size = 0
    for key in ("name", "description"):
        texts = [thing.get(key), *_texts(thing.get(f"{key}_localizations"))]
        size += max(len(text) if isinstance(text, str) else 0 for text in texts)
    if thing.get("value") is not None:
        size += len(str(thing["value"]))
    for key in ("options", "choices"):
        children = thing.get(key)
        if isinstance(children, list):
            size += sum(tree_size(child) for child in children if isinstance(child, dict))
    return size


def _texts(localizations: object) -> list[object]:
    return list(localizations.values()) if isinstance(localizations, dict) else []
