from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.words import phrases
from bot.locale import Language, Texts
from bot.model.challenges.challenge import Challenge, ChallengeStatus, Guest
from bot.model.challenges.terms import Terms
from bot.model.match.log_entry import Automatic
from bot.model.match.match import MatchPosition, PlayedPly, Turn
from bot.model.match.match_log import Stop, step
from bot.model.people.players import EnginePlayer, HumanPlayer, NamedPlayer
from rules.contract import Duty, Event, Game, Move, Outcome
from rules.contract.capabilities import series_of
from tests.bot.chat import samples

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
GAME = rules.GAMES["hnefatafl"]
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MATCH = replace(samples.MATCH, key=GAME.key)


@pytest.mark.parametrize(
    ("why", "language", "words"),
    [
        (Automatic.CONDITIONAL, "en", "as planned"),
        (Automatic.CONDITIONAL, "de", "wie geplant"),
        (Automatic.FORCED, "en", "the only move"),
        (Automatic.FORCED, "de", "der einzige Zug"),
    ],
)
def test_an_automatic_ply_names_its_reason(why: Automatic, language: str, words: str) -> None:
    t = TEXTS.language(language)
    start = GAME.new()
    move = start.legal_moves()[0]
    own = PlayedPly(1, 0, move, move.text, start.play(move))
    (text,) = phrases.ply_sentences(MATCH, GAME, [own], t)
    (marked,) = phrases.ply_sentences(MATCH, GAME, [replace(own, automatic=why)], t)
    assert words not in text
    assert marked == f"{text} *({words})*"


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.key)
@pytest.mark.parametrize(
    ("language", "words"), [("en", "take over the first ball"), ("de", "erste Kugel zu übernehmen")]
)
def test_a_hint_mentions_swapping_only_if_allowed(game: Game, language: str, words: str) -> None:
    t = TEXTS.language(language)
    for option in game.options:
        for value in option.values:
            hint = phrases.hint(game.key, {option.key: value}, t)
            assert hint.startswith(t(f"{game.key}.hint"))
            assert (words in hint) == ((game.key, option.key, value) == ("conhex", "swap", "on"))


@pytest.mark.parametrize(
    ("key", "points", "number", "text"),
    [
        ("hnefatafl", ("a1", "b2"), 0, "captures 2 men: a1, b2"),
        ("hnefatafl", ("a1",), 0, "captures the man on a1"),
        ("catch-the-hat", ("R5",), 1, "catches red on ring 5 (1 hat)"),
        ("catch-the-hat", ("R5",), 3, "catches red on ring 5 (3 hats)"),
    ],
)
def test_an_event_shows_its_number_or_else_its_points(
    key: str, points: tuple[str, ...], number: int, text: str
) -> None:
    event = Event("capture", points, 0, number=number)
    match = replace(MATCH, key=key)
    assert phrases.event_clause(event, match, rules.GAMES[key], TEXTS.language("en")) == text


def test_options_without_effect_are_omitted() -> None:
    game, t = rules.GAMES["catch-the-hat"], TEXTS.language("en")
    options = {"goal": "defence", "mode": "golden-hat", "golden_goal": "prisoners"}
    listed = phrases.choices(game.key, game, options.items(), t)
    titles = [line.partition(":")[0] for line in listed.splitlines()]
    assert titles == [t(f"catch-the-hat.option.{key}.title") for key in ("mode", "golden_goal")]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "their own last move"), ("de", "den eigenen letzten Zug")]
)
def test_a_take_back_offer_refers_to_the_players_own_move(language: str, words: str) -> None:
    assert words in TEXTS.language(language)("offer.made.take-back", player="Anna")


FOX = rules.GAMES["fox-and-hens"]


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("claim e5", "Claim e5", "Reklamieren e5"),
        ("place d3", "Bring the fox back d3", "Fuchs zurückbringen d3"),
        ("remove c5", "Remove a fox c5", "Fuchs wegnehmen c5"),
        ("c5-d5", "c5-d5", "c5-d5"),
        ("claim", "Claim", "Reklamieren"),
    ],
)
def test_an_action_move_shows_its_name_and_points(text: str, english: str, german: str) -> None:
    action, _, point = text.partition(" ")
    move = Move(text, ("c5", "d5")) if "-" in text else Move(text, (point,) if point else (), action)
    for language, name in (("en", english), ("de", german)):
        t = TEXTS.language(language)
        assert phrases.move_name(FOX, move, t) == phrases.written_name(FOX, text, t) == name


def _of_challenges(t: Language) -> Iterator[str]:
    pair = Challenge(7, Terms("hnefatafl", {}), 1, 2, samples.MATCH.place, NOW)
    everybody = replace(pair, opponent=None)
    table = replace(everybody, everyone=(Guest(1, place=0), Guest(3, place=1)))
    engine = replace(pair, terms=replace(pair.terms, against_engine=True))
    for origin in (pair, replace(pair, counter_to=5), replace(pair, rematch_of=31)):
        yield f"origin: {phrases.challenge_origin(origin, t)}"
    for challenge in (pair, everybody):
        for role in ("random", "choice", GAME.roles(2)[0]):
            yield phrases.role_line(replace(challenge, terms=replace(challenge.terms, role=role)), t)
    for challenge in (pair, everybody, table, engine):
        accepted = challenge.close(ChallengeStatus.ACCEPTED, accepted_by=3)
        yield phrases.challenge_end(replace(accepted, match=31), t)
    yield phrases.challenge_end(replace(pair.close(ChallengeStatus.ACCEPTED), match=32), t)
    for challenge in (pair, table):
        for reason in (None, "no-time"):
            yield phrases.challenge_end(challenge.close(ChallengeStatus.DECLINED, reason=reason), t)
    for status in (ChallengeStatus.COUNTERED, ChallengeStatus.WITHDRAWN, ChallengeStatus.EXPIRED):
        yield phrases.challenge_end(pair.close(status), t)
    yield f"open: {phrases.challenge_end(pair, t)}"
    for rated, exploring in ((True, True), (False, False)):
        terms = replace(pair.terms, rated=rated, exploring=exploring)
        yield f"rated: {phrases.rated_line(terms, t)} exploring: {phrases.exploring(terms, t)}"


def _of_turns(t: Language) -> Iterator[str]:
    state = GAME.new()
    engine = replace(MATCH, players=(EnginePlayer("x", 2), EnginePlayer("x", 3)))
    imported = replace(MATCH, players=(NamedPlayer("**Old** <@123456789012345678>"), HumanPlayer(2)))
    for match in (MATCH, engine, imported):
        for called, opens in ((True, False), (False, False), (True, True)):
            yield phrases.next_up(match, GAME, state, t, called=called, opens=opens)
    hats = rules.GAMES["catch-the-hat"]
    party = hats.new({"mode": "party"}, players=4)
    four = replace(MATCH, key=hats.key, players=tuple(map(HumanPlayer, (1, 2, 3, 4))))
    yield from phrases.teams(four, hats, party, t)
    yield from phrases.teams(MATCH, GAME, state, t)
    leaver = PlayedPly(3, 1, None, "retire 1", step(hats.new(players=4), "retire 1"))
    yield from phrases.ply_sentences(four, hats, [leaver], t)
    position = MatchPosition(replace(MATCH, plies=9), state)
    for stop in (None, Stop(4, 2, 2), Stop(4, 1, 2), Stop(4, 1, 3, elsewhere=True)):
        yield f"stop: {phrases.stop_reason(replace(position, stop=stop), t)}"
    over = replace(MATCH, plies=9).end(Outcome((0,), "king"), NOW)
    yield f"stop: {phrases.stop_reason(MatchPosition(over, state, stop=Stop(4, 2, 2)), t)}"
    move = state.legal_moves()[7]
    for repeated in (False, True):
        yield phrases.move_sentence(Turn(MATCH, state, move, 1, 0, repeated), t)
    for game in rules.GAMES.values():
        for series in [series_of(game)]:
            yield f"{game.key}: {'' if series is None else phrases.series_rule(series, t)}"
        options = [(option.key, option.values[-1]) for option in game.options]
        yield phrases.choices(game.key, game, options, t)


def test_phrases_of_challenges_and_turns(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        t = TEXTS.language(code)
        assert "\n".join((*_of_challenges(t), *_of_turns(t), "")) == approved(name=code)


def test_automatic_plies_are_listed_with_the_players_own() -> None:
    t = TEXTS.language("en")
    start = GAME.new()
    move = start.legal_moves()[0]
    own = PlayedPly(1, 0, move, move.text, start.play(move))
    turn = Turn(MATCH, own.state, move, 1, 0, repeated=False, followed=(own,))
    assert phrases.automatic_plies(turn, GAME, t) == []
    forced = replace(turn, followed=(own, replace(own, automatic=Automatic.FORCED)))
    assert len(phrases.automatic_plies(forced, GAME, t)) == 2


def _first_plies(game: Game, number: int) -> list[PlayedPly]:
    """Return the first plies of a game, with fixed choices of moves and rolls."""
    state, played = game.new(), []
    for ply in range(1, number + 1):
        seat, moves = state.turn, state.legal_moves() or tuple(move for move, _ in state.chances())
        if not moves:
            break
        move = moves[(7 * ply) % len(moves)]
        state = state.play(move)
        played.append(PlayedPly(ply, seat, move, move.text, state))
    return played


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.key)
@pytest.mark.parametrize("code", ["en", "de"])
def test_ply_texts_of_every_game(approved: SnapshotAssertion, game: Game, code: str) -> None:
    t = TEXTS.language(code)
    seats = game.new().players
    match = replace(samples.MATCH, key=game.key, players=tuple(map(HumanPlayer, range(1, seats + 1))))
    played = _first_plies(game, 24)
    lines = phrases.ply_sentences(match, game, played, t)
    lines += [f"= {phrases.in_headline(match, game, account, t)}" for account in phrases.accounts(played)]
    lines += [phrases.duties(match, ply.state, t) for ply in played]
    moves = played[-1].state.legal_moves()[:4] or played[-2].state.legal_moves()[:4]
    lines += [phrases.offered_name(played[-1].state, move, t) for move in moves]
    lines += [phrases.written_name(game, move.text, t) for move in moves]
    assert "\n".join([*filter(None, lines), ""]) == approved(name=f"{game.key}-{code}")


@pytest.mark.parametrize(
    ("code", "sentences"),
    [
        (
            "en",
            (
                "A05 is attacked and must move 2.",
                "A06 is attacked but cannot move 3: A11 must move instead.",
                "A07 is attacked but cannot move 4: A12 or A13 must move instead.",
                "A08 is attacked but cannot move; this attack comes to nothing.",
            ),
        ),
        (
            "de",
            (
                "A05 ist angegriffen und muss 2 weit ziehen.",
                "A06 ist angegriffen, kann aber nicht 3 weit ziehen: Dafür muss A11 ziehen.",
                "A07 ist angegriffen, kann aber nicht 4 weit ziehen: Dafür muss A12 oder A13 ziehen.",
                "A08 ist angegriffen, kann aber nicht ziehen; dieser Angriff verpufft.",
            ),
        ),
    ],
)
def test_any_deputy_may_answer_an_attack(code: str, sentences: tuple[str, ...]) -> None:
    duties = (
        Duty("must-move", ("A05",), 2),
        Duty("must-answer", ("A06", "A11"), 3),
        Duty("must-answer", ("A07", "A12", "A13"), 4),
        Duty("void", ("A08",), 5),
    )
    state: Any = SimpleNamespace(game=rules.GAMES["hounds-and-jackals"], duties=duties)
    match = replace(samples.MATCH, key="hounds-and-jackals")
    assert phrases.duties(match, state, TEXTS.language(code)) == "\n".join(sentences)


def test_default_options_are_omitted() -> None:
    for game in rules.GAMES.values():
        usual = [(option.key, option.default) for option in game.options]
        assert phrases.choices(game.key, game, usual, TEXTS.language("en")) == ""


@pytest.mark.parametrize(("rule", "name"), [("remove-fox", "b5-d5"), ("enforced", "b5xd5")])
def test_a_menu_reveals_no_capture_if_oversight_is_punished(rule: str, name: str) -> None:
    text = "hens a3 a4 b3 b4 c1 c2 c3 c5 d1; foxes b5 d6; off 0; turn foxes"
    state = FOX.from_position(text, {"missed_capture": rule})
    captures = [move for move in state.legal_moves() if "x" in move.text]
    names = [phrases.offered_name(state, move, TEXTS.language("en")) for move in captures]
    assert names == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "hens a3 a4 b3 b4 c1 c2 c3 c4 c5 d1; foxes b5 e7; off 0; turn hens; claimable b5; step e6-e7",
            "Claim b5",
        ),
        ("hens a4 a5 b4 b5 c1 c2 c3 d1 d2; foxes c6; off 1; turn foxes; place", "Bring the fox back a3"),
    ],
)
def test_a_menu_names_actions_even_if_oversight_is_punished(text: str, name: str) -> None:
    state = FOX.from_position(text, {"missed_capture": "remove-fox"})
    assert name in [phrases.offered_name(state, move, TEXTS.language("en")) for move in state.legal_moves()]
