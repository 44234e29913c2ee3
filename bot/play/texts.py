"""Texts from outside, made fit to be kept."""

import unicodedata


def storable(text: str, longest: int) -> str:
    """Return `text` without what databases refuse (NUL, lone surrogates) and other control characters."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(sign for sign in whole if unicodedata.category(sign) != "Cc")[:longest]
