"""The versions of the rules of Nine Men's Morris, and their changes."""

from typing import Final

from rules.contract import RulesVersion

VERSIONS: Final = (
    RulesVersion(1, "The rules as they were first played here."),
    RulesVersion(
        2, "A mill that takes nobody no longer drops the positions that count for the third repetition."
    ),
)
"""Each game keeps the number it began with; a change of the rules appends a version."""
