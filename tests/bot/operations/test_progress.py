"""Reports of progress: log lines, and a bar on terminals."""

import io

from bot.operations.progress import Progress


class Screen(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_log_gets_occasional_progress_lines() -> None:
    log, now = io.StringIO(), [100.0]
    progress = Progress("restore", "games", stream=log, clock=lambda: now[0])
    for count, seconds in ((0, 0.0), (500, 2.0), (2_000, 8.0), (2_500, 2.0), (5_000, 10.0), (10_000, 20.0)):
        now[0] += seconds
        progress.report(count, 10_000)
    assert log.getvalue().splitlines() == [
        "restore: 2,000 of 10,000 games, about 00:40 left",
        "restore: 5,000 of 10,000 games, about 00:22 left",
        "restore: 10,000 of 10,000 games, about 00:00 left",
    ]


def test_earlier_progress_does_not_skew_the_estimate() -> None:
    log, now = io.StringIO(), [0.0]
    progress = Progress("restore", "games", stream=log, clock=lambda: now[0])
    progress.report(9_000, 10_000)
    now[0] += 10
    progress.report(9_500, 10_000)
    assert log.getvalue() == "restore: 9,500 of 10,000 games, about 00:10 left\n"


def test_a_terminal_shows_one_bar_that_ends_full() -> None:
    screen = Screen()
    progress = Progress("check", "games", stream=screen)
    for count in range(0, 101, 25):
        progress.report(count, 100)
    assert screen.getvalue().count("\n") == 1
    assert "check: 100%" in screen.getvalue()
    assert "100/100" in screen.getvalue()


def test_an_empty_run_prints_nothing() -> None:
    log = io.StringIO()
    Progress("check", "games", stream=log).report(0, 0)
    assert log.getvalue() == ""


def test_a_resumed_check_starts_its_bar_there() -> None:
    screen = Screen()
    progress = Progress("check", "games", stream=screen)
    progress.report(60, 100, "up to number 71")
    assert " 60%" in screen.getvalue()
    assert " 60/100 " in screen.getvalue()
    assert " games/s" in screen.getvalue()
    progress.end()
    progress.report(1, 4)
    assert " 1/4 " in screen.getvalue(), "the next one is a bar of its own"
    progress.end()


def test_a_progress_line_names_its_position() -> None:
    log, now = io.StringIO(), [0.0]
    progress = Progress("check", "games", stream=log, clock=lambda: now[0])
    progress.report(1, 4)
    now[0] += 10
    progress.report(1, 4, "up to number 71")
    assert log.getvalue() == "check: 1 of 4 games (up to number 71)\n"
