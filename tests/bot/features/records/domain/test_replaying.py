"""Replaying records: forged ones are refused with the ply and the reason."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.records.domain.record import Record, RecordedDice, RecordedPlayer, RecordedResult
from bot.features.records.domain.replaying import REASONS, check, follow, game_of
from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.match.match_log import Stop
from bot.model.refusal import Refusal
from rules import GAMES
from tests.bot.features.records.domain.playing import BEGUN, MATCH, SEED, random_record

WON = ["a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9", "g6", "a11"]


def conhex(texts: Sequence[str] = ("f6", "b3"), result: RecordedResult | None = None) -> Record:
    record = random_record(GAMES["conhex"], {}, plies=len(texts))
    plies = [replace(ply, text=text) for ply, text in zip(record.plies, texts, strict=True)]
    return replace(record, plies=tuple(plies), result=result or RecordedResult((0,), "resignation"))


def hats() -> Record:
    return random_record(GAMES["catch-the-hat"], {})


def is_played_or_refused(record: Record) -> bool:
    """Return whether a record is accepted or refused; other errors propagate."""
    try:
        check(record, GAMES)
    except Refusal as refusal:
        return refusal.reason in REASONS
    except ImpossibleRecord as error:
        return error.ply <= len(record.plies)
    return True


def refusal_of(record: Record) -> Refusal:
    with pytest.raises(Refusal) as caught:
        check(record, GAMES)
    return caught.value


def impossibility_of(record: Record) -> ImpossibleRecord:
    with pytest.raises(ImpossibleRecord) as caught:
        check(record, GAMES)
    return caught.value


@pytest.mark.parametrize(
    ("texts", "ply", "reason"),
    [
        (["f6", "f6"], 2, "occupied"),
        (["f6", "b3", "swap"], 3, "no-swap"),
        ([*WON, "f8"], 12, "game-over"),
        (["nonsense"], 1, "not-a-move"),
        (["f6", "x" * 200], 2, "not-a-move"),
        (["f6", "b3\x00"], 2, "unprintable"),
        (["retire 1"], 1, "cannot-retire"),
        (["retire x"], 1, "not-a-move"),
        (["roll:3"], 1, "not-a-move"),
    ],
)
def test_an_illegal_ply_is_named_with_its_reason(texts: list[str], ply: int, reason: str) -> None:
    problem = impossibility_of(conhex(texts))
    assert (problem.ply, problem.error.reason) == (ply, reason)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (replace(conhex(), options={"colour": "red"}), "unknown-option"),
        (replace(conhex(), options={"swap": "perhaps"}), "unknown-value"),
        (replace(conhex(), players=(RecordedPlayer("red", "A"),) * 3), "players"),
        (replace(conhex(), players=()), "players"),
    ],
)
def test_an_impossible_start_is_reported(record: Record, reason: str) -> None:
    problem = impossibility_of(record)
    assert (problem.ply, problem.error.reason) == (0, reason)


def test_an_unknown_game_is_refused() -> None:
    assert refusal_of(replace(conhex(), game="chess")).details == {"game": "chess"}


def test_a_running_game_is_refused() -> None:
    assert refusal_of(replace(conhex(), result=None)).reason == "record-unfinished"
    assert refusal_of(replace(conhex(), ended=None)).reason == "record-unfinished"


def test_a_ply_by_the_wrong_seat_is_refused() -> None:
    record = conhex(["f6", "b3"])
    forged = replace(record, plies=(record.plies[0], replace(record.plies[1], seat=0)))
    refusal = refusal_of(forged)
    assert (refusal.reason, refusal.details) == ("record-seat", {"ply": "2"})


def test_ply_times_outside_the_game_are_refused() -> None:
    record = conhex(["f6", "b3"])
    late_ply = replace(record.plies[0], played=BEGUN + timedelta(hours=5))
    assert refusal_of(replace(record, plies=(late_ply, record.plies[1]))).details == {"ply": "2"}
    early_ply = replace(record.plies[0], played=BEGUN - timedelta(hours=1))
    assert refusal_of(replace(record, plies=(early_ply, record.plies[1]))).details == {"ply": "1"}
    assert refusal_of(replace(record, ended=BEGUN)).details == {"field": "ended"}


@pytest.mark.parametrize(
    "result",
    [
        RecordedResult((0,), "connected"),
        RecordedResult((0, 1), "resignation"),
        RecordedResult((), "resignation"),
        RecordedResult((), "timeout"),
        RecordedResult((2,), "resignation"),
        RecordedResult((0, 0), "adjudication"),
        RecordedResult((0,), "agreement"),
        RecordedResult((1,), "aborted"),
        RecordedResult((0,), "made up"),
    ],
    ids=str,
)
def test_an_impossible_result_is_refused(result: RecordedResult) -> None:
    assert refusal_of(conhex(result=result)).reason == "record-result"


@pytest.mark.parametrize(
    "result",
    [
        RecordedResult((1,), "resignation"),
        RecordedResult((1,), "timeout"),
        RecordedResult((), "agreement"),
        RecordedResult((), "aborted"),
        RecordedResult((), "annulled"),
        RecordedResult((), "adjudication"),
    ],
    ids=str,
)
def test_results_by_players_and_admins_are_accepted(result: RecordedResult) -> None:
    assert check(conhex(result=result), GAMES).result == result


def test_a_result_contradicting_the_rules_is_refused() -> None:
    assert check(conhex(WON, RecordedResult((0,), "connected")), GAMES).result is not None
    for other in (RecordedResult((1,), "connected"), RecordedResult((1,), "resignation")):
        assert refusal_of(conhex(WON, other)).reason == "record-result"


@pytest.mark.parametrize(
    "result",
    [RecordedResult((1,), "correction"), RecordedResult((), "correction"), RecordedResult((), "annulled")],
)
def test_an_admin_can_correct_a_result_by_the_rules(result: RecordedResult) -> None:
    assert check(conhex(WON, result), GAMES).result == result
    assert check(conhex(result=result), GAMES).result == result


def test_a_changed_roll_is_detected() -> None:
    record = hats()
    index, ply = next((number, ply) for number, ply in enumerate(record.plies) if ply.seat is None)
    other_roll = "roll:1" if ply.text != "roll:1" else "roll:2"
    forged = replace(record, plies=(*record.plies[:index], replace(ply, text=other_roll)))
    assert refusal_of(forged).details == {"ply": str(index + 1)}


def test_a_seed_must_match_its_commitment() -> None:
    record = hats()
    assert record.dice is not None
    forged = replace(record, dice=replace(record.dice, seed="0" * 64))
    assert refusal_of(forged).reason == "record-commitment"


@pytest.mark.parametrize(
    "change",
    [
        {"message": "1440000000000000124"},
        {"message": "0"},
        {"message": None},
        {"words": ()},
        {"words": ("0" * 32,)},
        {"match": 43},
    ],
    ids=str,
)
def test_dice_from_changed_inputs_are_detected(change: dict[str, Any]) -> None:
    record = hats()
    assert record.dice is not None
    forged = replace(record, dice=replace(record.dice, **change))
    assert refusal_of(forged).reason in {"record-roll", "record-commitment"}


def test_unverifiable_rolls_are_accepted() -> None:
    record = replace(hats(), dice=None)
    assert check(record, GAMES) == record


def test_a_version_1_record_with_rolls_needs_its_dice() -> None:
    assert refusal_of(replace(hats(), version=1, dice=None)).reason == "record-dice"
    first_version = replace(conhex(), version=1, dice=None)
    assert check(first_version, GAMES) == first_version, "nothing was left to chance"


def test_version_1_dice_are_verified() -> None:
    record = hats()
    assert record.dice is not None
    state, plies = GAMES["catch-the-hat"].new({}), []
    for number, ply in enumerate(record.plies[:1], 1):
        roll = SEED.roll(MATCH, number, state.chances())
        plies.append(replace(ply, text=roll.text))
    old_dice = RecordedDice(MATCH, SEED.hex, SEED.commitment, None, (), None)
    first_version = replace(record, version=1, dice=old_dice, plies=tuple(plies))
    assert check(first_version, GAMES) == first_version
    assert check(replace(first_version, version=2), GAMES).dice == old_dice
    for forged in (
        replace(old_dice, commitment=SEED.short_commitment),
        replace(old_dice, words=("0" * 32,)),
        replace(old_dice, seed="0" * 64),
    ):
        assert refusal_of(replace(first_version, dice=forged)).reason == "record-commitment"
    other_roll = "roll:1" if plies[0].text != "roll:1" else "roll:2"
    loaded_plies = (replace(plies[0], text=other_roll),)
    assert refusal_of(replace(first_version, plies=loaded_plies)).reason == "record-roll"


@pytest.mark.parametrize(
    ("player", "place"),
    [
        (RecordedPlayer("green", "A"), "role"),
        (RecordedPlayer("red", "A\x00"), "name"),
        (RecordedPlayer("red", "  "), "name"),
    ],
)
def test_players_need_valid_roles_and_names(player: RecordedPlayer, place: str) -> None:
    record = conhex()
    refusal = refusal_of(replace(record, players=(player, record.players[1])))
    assert refusal.details == {"field": f"players[0].{place}"}


def test_moves_are_normalised() -> None:
    assert [ply.text for ply in check(conhex(["F6", " B3 "]), GAMES).plies] == ["f6", "b3"]


def test_a_record_is_replayed_to_its_end() -> None:
    record = conhex(WON)
    replay = follow(record, game_of(record, GAMES))
    assert [step.number for step in replay.states] == list(range(12))
    assert replay.states[-1].state.outcome is not None
    assert replay.stop is None


def test_a_broken_record_is_replayed_to_its_first_illegal_ply() -> None:
    record = conhex(WON)
    broken = replace(record, plies=(*record.plies[:4], record.plies[0], *record.plies[5:]))
    replay = follow(broken, game_of(broken, GAMES))
    assert [step.number for step in replay.states] == [0, 1, 2, 3, 4]
    assert replay.stop == Stop(4, 1, 1)


def test_a_record_of_newer_rules_is_refused() -> None:
    refusal = refusal_of(replace(conhex(WON), rules=7))
    assert (refusal.reason, refusal.details) == ("record-rules", {"rules": "7", "known": "1"})


def test_a_record_with_invalid_options_is_refused() -> None:
    record = replace(conhex(WON), options={"balls": "none"})
    with pytest.raises(ImpossibleRecord):
        follow(record, game_of(record, GAMES))


_TEXTS = st.text(max_size=200) | st.sampled_from(
    ["²", "9" * 200, "-1", "0x1", "1e9", "\u0664", " 25 ", "retire 9", "roll:9"]
)


@given(st.sampled_from(sorted(GAMES)), _TEXTS, _TEXTS)
def test_any_record_is_replayed_or_refused(key: str, value: str, text: str) -> None:
    game = GAMES[key]
    valid = random_record(game, {}, plies=2)
    options = {option.key: value for option in game.options if option.open_ended}
    plies = (valid.plies[0], replace(valid.plies[1], text=text))
    for record in (replace(valid, options=options), replace(valid, plies=plies)):
        assert is_played_or_refused(record)


def test_the_latest_move_stays_marked_after_a_roll() -> None:
    trails = [step.trail for step in follow(hats(), GAMES["catch-the-hat"]).states]
    roll_numbers = [number for number, ply in enumerate(hats().plies, 1) if ply.seat is None]
    assert [trails[number] for number in roll_numbers] == [trails[number - 1] for number in roll_numbers]
    assert [trails[number] for number in roll_numbers[1:] if not trails[number]] == []
    assert len(set(trails)) > len(roll_numbers) // 2
