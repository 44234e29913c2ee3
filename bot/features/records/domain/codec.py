"""Records as JSON, and as plain lists of moves."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, Never

from pydantic import TypeAdapter, ValidationError

from bot.features.records.domain.record import MAX_PLIES, Record
from bot.model.refusal import Refusal

FORMAT: Final = "fernpartie-record"
VERSION: Final = 3
_READ: Final = (1, 2, VERSION)
_LATER: Final[Mapping[int, Mapping[str, object]]] = {
    1: {"message": None, "words": [], "tournament": None},
    2: {"tournament": None},
}
"""The fields of dice that a version lacks, with their values."""
LARGEST: Final = 256 * 1024
"""The maximum size of a file in bytes."""
_KILO: Final = 1024
_MAX_PATH_LENGTH: Final = 100
_RECORD: Final = TypeAdapter(Record)


def write_record(record: Record) -> bytes:
    """Return a record in the file format of `read_record`."""
    # Games may store their options in other kinds of mappings, which the serialiser does not know.
    body = _RECORD.dump_python(replace(record, options=dict(record.options), version=VERSION), mode="json")
    plies = ",".join(f"\n  {json.dumps(ply, ensure_ascii=False)}" for ply in body.pop("plies"))
    head = json.dumps({"format": FORMAT, **body}, ensure_ascii=False, indent=1)
    return f'{head.removesuffix("}")[:-1]},\n "plies": [{plies}\n ]\n}}\n'.encode()


def write_moves(record: Record) -> bytes:
    """Return the plies of a record line by line, in the format of `python -m rules replay`."""
    return "".join(f"{ply.text}\n" for ply in record.plies).encode()


def read_record(data: bytes) -> Record:
    """Parse a file. Its content may still be impossible: `check` in `replaying` checks that.

    Raises Refusal: "record-too-large", "record-not-json", "record-other-format", "record-version",
    "record-too-long", "record-field" (with the place of the wrong or missing field).
    """
    if len(data) > LARGEST:
        raise Refusal("record-too-large", limit=str(LARGEST // _KILO))
    fields = _fields(data)
    if fields.pop("format", None) != FORMAT:
        raise Refusal("record-other-format")
    version = fields.get("version")
    if version is True or version not in _READ:
        raise Refusal("record-version", known=", ".join(map(str, _READ)))
    dice = fields.get("dice")
    later = _LATER.get(version, {})
    if isinstance(dice, dict):
        for name in later:
            if name in dice:
                raise Refusal("record-field", field=f"dice.{name}")
        fields["dice"] = {**dice, **later}
    if version == 1 and "rules" in fields:
        raise Refusal("record-field", field="rules")
    plies = fields.get("plies")
    if isinstance(plies, list) and len(plies) > MAX_PLIES:
        raise Refusal("record-too-long", limit=str(MAX_PLIES))
    try:
        return _RECORD.validate_json(json.dumps(fields))
    except ValidationError as error:
        where = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]
        # Too deeply nested text yields an error without a location.
        refusal = Refusal("record-field", field=_path(where)) if where else Refusal("record-not-json")
        raise refusal from error


def _fields(data: bytes) -> dict[str, object]:
    """Return the fields of the top-level object. Raises Refusal for any other content."""
    try:
        fields = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_number,
            parse_float=_no_number,
        )
        # Escapes may contain lone surrogates, which cannot be stored.
        json.dumps(fields, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Refusal("record-not-json") from error
    if not isinstance(fields, dict):
        raise Refusal("record-other-format")
    return fields


def _unique(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError("a name stands twice")
        result[key] = value
    return result


def _no_number(text: str) -> Never:
    raise ValueError(f"{text[:20]} is not a valid number in a record")


def _path(parts: Iterable[int | str]) -> str:
    """Return the path of a field: `plies[3].text`."""
    path_text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return path_text.removeprefix(".")[:_MAX_PATH_LENGTH]
