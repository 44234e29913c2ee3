"""The chaos bench reports lost and doubled plies, and nothing else."""

from bench.stage.retrying_client import Intention, PlayedGame
from bench.stage.verdict import Verdict, compare_plies

RED, BLUE = "1", "2"
LOG = (
    (None, "roll:2"),
    (RED, "H0-S0.1"),
    (None, "roll:5"),
    (BLUE, "H2-R22"),
    (None, "roll:3"),
    (RED, "S0.1-R50"),
)


def verdict_of(*intentions: Intention, log: tuple[tuple[str | None, str], ...] = LOG) -> Verdict:
    game = PlayedGame("thread", (RED, BLUE), "catch-the-hat", "", intentions=list(intentions))
    rows = [("thread", "{}", person, text, True) for person, text in log]
    verdict = Verdict()
    compare_plies(rows, [game], verdict)
    return verdict


def intention(person: str, move: str, *, sure: bool = True) -> Intention:
    return Intention(person, move, sure=sure, told="in words → others")


WHOLE = (intention(RED, "H0-S0.1"), intention(BLUE, "h2-r22"), intention(RED, "S0.1-R50"))


def test_verdict_is_sound_regardless_of_move_spelling() -> None:
    verdict = verdict_of(*WHOLE)
    assert verdict.sound
    assert verdict.plies == 3


def test_an_acknowledged_move_missing_from_the_log_is_lost() -> None:
    verdict = verdict_of(*WHOLE, intention(BLUE, "R22-R26"))
    assert len(verdict.lost) == 1


def test_an_acknowledged_move_replaced_by_another_is_lost() -> None:
    assert len(verdict_of(WHOLE[0], WHOLE[1], intention(RED, "S0.1-S0.4")).lost) == 1


def test_an_unintended_logged_move_is_doubled() -> None:
    assert len(verdict_of(*WHOLE[:2]).doubled) == 1


def test_a_logged_move_by_another_player_does_not_match() -> None:
    assert verdict_of(intention(BLUE, "H0-S0.1", sure=False), *WHOLE[1:]).lost


def test_an_unacknowledged_move_may_be_logged_or_missing() -> None:
    assert verdict_of(WHOLE[0], intention(BLUE, "H2-R22", sure=False), WHOLE[2]).sound
    assert verdict_of(WHOLE[0], intention(BLUE, "H2-R18", sure=False), *WHOLE[1:]).sound


def test_an_uncertain_retry_matches_the_acknowledged_move() -> None:
    assert verdict_of(WHOLE[0], intention(BLUE, "H2-R22", sure=False), *WHOLE[1:]).sound


def test_an_already_played_move_may_match_an_earlier_turn() -> None:
    again = Intention(RED, "H0-S0.1", before=True)
    assert verdict_of(again, *WHOLE[1:]).sound
    assert verdict_of(WHOLE[0], again, *WHOLE[1:]).sound
    assert len(verdict_of(again, log=LOG[:1]).lost) == 1
    assert len(verdict_of(*WHOLE, Intention(BLUE, "R22-R26", before=True)).lost) == 1
