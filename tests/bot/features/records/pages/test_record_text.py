"""Records in words: by names, without mentions, in both languages."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.words import error_text
from bot.features.records.domain.record import Record, RecordedPlayer, RecordedPly, RecordedResult
from bot.features.records.domain.replaying import check, walk
from bot.features.records.pages import record_text
from bot.locale import Language, Texts
from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules import GAMES
from tests.bot.chat.samples import MATCH
from tests.bot.features.records.domain.playing import BEGUN, random_record

pytest_plugins = ("tests.bot.chat.approved",)

EN, DE = (Texts.load().language(code) for code in ("en", "de"))
RECORD = replace(
    random_record(GAMES["conhex"], {}, plies=2),
    players=(RecordedPlayer("red", "Anna"), RecordedPlayer("blue", "**Ben** <@1>")),
)


def record_with_result(reason: str, *winners: int, record: Record = RECORD) -> Record:
    return replace(record, result=RecordedResult(winners, reason))


def test_names_are_escaped_against_pings() -> None:
    assert record_text.players(RECORD, EN) == "Anna (red), Ben @\u200b1 (blue)"


def test_unnamed_players_use_the_standard_names() -> None:
    match = replace(MATCH, players=(HumanPlayer(-5), EnginePlayer("conhex", 2)))
    record = record_text.with_names(RECORD, match, DE)
    assert record_text.players(record, DE) == "jemand (Rot), Astrid (Stufe 2, Blau)"
    named_match = replace(MATCH, players=(HumanPlayer(1), HumanPlayer(2)))
    assert record_text.with_names(RECORD, named_match, DE) == RECORD


def test_endings_of_records(approved: SnapshotAssertion) -> None:
    hats = random_record(GAMES["catch-the-hat"], {}, 3, plies=1)
    tafl = random_record(GAMES["hnefatafl"], {}, plies=1)
    departures = tuple(RecordedPly(f"retire {seat}", seat, BEGUN) for seat in (1, 2))
    records = (
        replace(RECORD, result=None),
        record_with_result("resignation", 0),
        record_with_result("timeout", 0),
        record_with_result("aborted"),
        record_with_result("annulled"),
        record_with_result("adjudication", 0),
        record_with_result("adjudication"),
        record_with_result("correction", 0),
        record_with_result("correction"),
        record_with_result("connected", 0),
        replace(hats, plies=departures, result=RecordedResult((0,), "last-colour")),
        replace(hats, plies=departures[:1], result=RecordedResult((0,), "last-colour")),
        record_with_result("most-prisoners", 0, 2, record=hats),
        record_with_result("agreement"),
        record_with_result("timeout", 1, record=hats),
        record_with_result("resignation", 1, record=hats),
        record_with_result("repetition", record=tafl),
        record_with_result("repetition", 1, record=tafl),
    )
    for t in (EN, DE):
        assert "\n".join(record_text.ending(record, t) for record in records) == approved(name=t.code)


def test_lengths_mention_rolls_only_in_dice_games() -> None:
    hats = replace(random_record(GAMES["catch-the-hat"], {}, 3, plies=4), result=None)
    assert record_text.length(RECORD, EN) == "2 moves."
    assert record_text.length(hats, EN) == "4 moves and rolls."
    assert record_text.ending(hats, EN) == "Still running: 4 moves and rolls so far."


@pytest.mark.parametrize(("key", "text"), [("conhex", "4 Züge."), ("catch-the-hat", "4 Züge und Würfe.")])
def test_german_lengths_mention_rolls_only_in_dice_games(key: str, text: str) -> None:
    assert record_text.length(random_record(GAMES[key], {}, plies=4), DE) == text


def test_an_illegal_ply_is_reported_with_its_number() -> None:
    plies = (RECORD.plies[0], replace(RECORD.plies[1], text=RECORD.plies[0].text))
    with pytest.raises(ImpossibleRecord) as caught:
        check(replace(RECORD, plies=plies), GAMES)
    text = error_text.impossible(caught.value, EN)
    assert text.startswith(f"Ply 2 of this record, “{RECORD.plies[0].text}”, cannot be played: ")
    assert "\n" not in text
    with pytest.raises(ImpossibleRecord) as caught:
        check(replace(RECORD, options={"swap": "perhaps"}), GAMES)
    assert "cannot begin like that" in error_text.impossible(caught.value, EN)
    assert "perhaps" in error_text.impossible(caught.value, DE)


def test_a_caption_names_the_player_and_the_effect() -> None:
    record = random_record(GAMES["hnefatafl"], {"board": "tablut-9"}, plies=60)
    sentences = [record_text.ply(record, step, EN) for step in list(walk(record, GAMES["hnefatafl"]))[1:]]
    assert sentences[0][0] == f"{record.players[0].name}: {record.plies[0].text}"
    assert any(len(lines) == 2 and "capture" in lines[1] for lines in sentences), sentences


def test_a_caption_names_the_roller() -> None:
    record = random_record(GAMES["catch-the-hat"], {}, 3, plies=1)
    (_, step) = walk(record, GAMES["catch-the-hat"])
    (text,) = record_text.ply(record, step, DE)
    assert text.startswith(f"{record.players[0].name}: würfelt eine ")


@pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
def test_a_scoreboard_counts_to_its_ply(t: Language, approved: SnapshotAssertion) -> None:
    """Games with dice count rounds; the result belongs to the last picture alone."""
    hats = random_record(GAMES["catch-the-hat"], {}, 3, plies=12)
    lines = []
    for record in (record_with_result("resignation", 0), hats, replace(hats, result=None)):
        for plies in range(0, len(record.plies) + 1, 1 if record.game == "conhex" else 4):
            board = record_text.scoreboard(record, plies, t)
            lines.append(f"{plies}: {board.heading}; {'; '.join(board.result)}")
    lines += [f"{line.name}, {line.side}" for line in record_text.scoreboard(RECORD, 1, t).players]
    assert "\n".join([*lines, ""]) == approved(name=t.code)
