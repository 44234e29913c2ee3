"""The trial's rows and switches: every row of docs/discord.md, every switch of the pocket Discord."""

from bot.features.trial.rows import PROBES, ROWS
from playground.values.settings import STRICT
from tests.bot.features.trial.course.test_switches import NOT_TOLD_APART, SWITCHES
from tests.docs.test_discord import keys


def test_the_report_has_a_line_for_every_row() -> None:
    assert list(ROWS) == keys()


def test_every_probe_maps_to_a_row() -> None:
    assert set(PROBES.values()) <= set(ROWS)


def test_every_switch_is_probed_or_listed() -> None:
    assert SWITCHES.keys() | NOT_TOLD_APART.keys() == STRICT.json_view().keys()
    assert not SWITCHES.keys() & NOT_TOLD_APART.keys()
