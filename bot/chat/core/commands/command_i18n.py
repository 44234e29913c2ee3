"""Names and descriptions of commands: English as the base, with the other languages."""

from discord import Locale, app_commands
from discord.app_commands import locale_str

from bot.locale import DEFAULT_LANGUAGE, Language, Texts


def localise(texts: Texts, text_id: str, *, number: int | None = None) -> locale_str:
    """Return the English text with its id; the translator finds the other languages by the id.

    `number` is appended in every language, since option names must differ.
    """
    suffix = "" if number is None else f"_{number}"
    return locale_str(texts.language(DEFAULT_LANGUAGE)(text_id) + suffix, text_id=text_id, suffix=suffix)


def names_of(name: locale_str | str, texts: Texts) -> tuple[str, ...]:
    """Return a text in all languages, English first. A text outside the catalogues is returned unchanged."""
    text_id = name.extras.get("text_id") if isinstance(name, locale_str) else None
    if not isinstance(name, locale_str) or text_id is None:
        return (str(name),)
    suffix = str(name.extras.get("suffix", ""))
    return tuple(language(text_id) + suffix for language in texts.languages.values())


def name_in(t: Language, name: locale_str | str, texts: Texts) -> str:
    """Return a text in a language, or else in English."""
    return dict(zip(texts.languages, names_of(name, texts), strict=False)).get(t.code, str(name))


class CatalogueTranslator(app_commands.Translator):
    """Translates names and descriptions of commands from the catalogues."""

    def __init__(self, texts: Texts) -> None:
        # A start asks for 19,000 translations; half of that time went into looking up languages.
        languages = {locale: texts.language(locale.value) for locale in Locale}
        self._languages = {locale: t for locale, t in languages.items() if t.code != DEFAULT_LANGUAGE}

    async def translate(
        self, string: locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text in `locale`, or None if it is the English one."""
        del context
        language = self._languages.get(locale)
        text_id = string.extras.get("text_id")
        if language is None or text_id is None:
            return None
        return language(text_id) + str(string.extras.get("suffix", ""))
