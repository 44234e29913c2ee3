"""Moves on the web page: the same services and moves as by the buttons, each request once."""

import asyncio
import random
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from bot.model.match.match import Match
from rules import GAMES
from rules.contract import State
from rules.contract.capabilities import calls_of
from tests.bot.features.boards.test_board_composer import TEXTS
from tests.bot.features.web.pages import Browser, Web, web_over
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    async with web_over(world) as running:
        yield running


def path(match: Match, action: str) -> str:
    return f"/api/games/{match.id}/{action}"


def move_request(view: Any, **more: object) -> dict[str, object]:
    return {
        "request": str(uuid4()),
        "plies": view["plies"],
        "taken_back": view["taken_back"],
        **more,
    }


async def test_a_repeated_request_is_played_once(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    request = move_request(session["view"], move="f6")
    await anna.post(path(match, "move"), request)
    repeated = await anna.post(path(match, "move"), request)
    assert repeated["repeated"]
    assert repeated["view"]["plies"] == 1
    ben, _ = await web.browser(BEN, match)
    answer = await ben.post(path(match, "move"), {**request, "move": "g8", "plies": 1})
    assert answer["view"]["plies"] == 2
    assert not answer["repeated"], "request ids are per person"


async def test_a_repeated_request_announces_its_draw_offer_once(web: Web) -> None:
    match = await web.world.match("nine-mens-morris")
    anna, session = await web.browser(ANNA, match)
    request = move_request(session["view"], move="d6", draw=True)
    first = await anna.post(path(match, "move"), request)
    repeated = await anna.post(path(match, "move"), request)
    assert repeated["repeated"]
    assert [offer["kind"] for offer in repeated["view"]["offers"]] == ["draw"]
    remarks = [[line for line in answer["said"] if "Remis" in line] for answer in (first, repeated)]
    assert [len(lines) for lines in remarks] == [1, 0]


async def test_a_request_from_several_tabs_is_played_once(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    request = move_request(session["view"], move="f6")
    answers = await asyncio.gather(*(anna.request("POST", path(match, "move"), request) for _ in range(4)))
    assert [answer.status for answer in answers] == [200] * 4
    assert (await web.world.services.matches.get(match.id)).plies == 1


async def test_one_of_two_concurrent_moves_wins(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    moves = ("f6", "g8")
    answers = await asyncio.gather(
        *(
            anna.request("POST", path(match, "move"), move_request(session["view"], move=move))
            for move in moves
        )
    )
    assert sorted(answer.status for answer in answers) == [200, 409]
    assert (await web.world.services.matches.get(match.id)).plies == 1


async def test_only_legal_moves_by_the_mover_are_accepted(web: Web) -> None:
    match = await web.world.match("conhex")
    for person, reason in ((BEN, "not-your-turn"), (CARA, "not-your-game")):
        browser, session = await web.browser(person, match)
        refused = await browser.refusal("POST", path(match, "move"), move_request(session["view"], move="f6"))
        assert refused == (422, "refused", reason)
    anna, session = await web.browser(ANNA, match)
    status, code, reason = await anna.refusal(
        "POST", path(match, "move"), move_request(session["view"], move="z99")
    )
    assert (status, code) == (422, "refused")
    assert reason
    await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "g8")
    refused = await anna.refusal("POST", path(match, "move"), move_request(session["view"], move="f6"))
    assert refused == (409, "moved", "position-changed"), "a move was made in the chat"
    outdated = {**move_request(session["view"], move="f6"), "plies": 1, "taken_back": 1}
    ben, _ = await web.browser(BEN, match)
    assert (await ben.refusal("POST", path(match, "move"), outdated))[1] == "moved"


async def test_an_answer_reports_the_planned_reply(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, session = await web.browser(ANNA, match)
    ben, _ = await web.browser(BEN, match)
    await ben.post(path(match, "plan"), move_request(session["view"], moves=["f6", "g8"]))
    answer = await anna.post(path(match, "move"), move_request(session["view"], move="f6"))
    assert answer["view"]["plies"] == 2
    assert [move for move in ("f6", "g8") if move in "\n".join(answer["said"])] == ["f6", "g8"]


async def test_undo_ends_after_two_minutes(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    await anna.post(path(match, "move"), move_request(session["view"], move="f6"))
    web.world.time.pass_by(timedelta(minutes=2))
    assert (await anna.get(path(match, "view")))["may"]["undo"] == 1
    web.world.time.pass_by(timedelta(seconds=1))
    assert (await anna.get(path(match, "view")))["may"]["undo"] is None


async def test_a_draw_is_offered_and_accepted(web: Web) -> None:
    match = await web.world.match("hnefatafl")
    anna, session = await web.browser(ANNA, match)
    ben, _ = await web.browser(BEN, match)
    assert "draw" in {kind["kind"] for kind in session["view"]["may"]["offers"]}
    await anna.post(path(match, "offer"), {"request": str(uuid4()), "kind": "draw"})
    (offer,) = (await ben.get(path(match, "view")))["offers"]
    assert offer["answerable"]
    assert "Anna" in offer["said"]
    answer = {"request": str(uuid4()), "kind": "draw", "seat": offer["seat"], "answer": "accept"}
    reply = await ben.post(path(match, "answer"), answer)
    assert (reply["view"]["running"], reply["said"]) == (False, ["You have accepted."])
    assert reply["view"]["result"]


async def test_exploring_plays_nothing(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    request = {"ply": 0, "taken_back": 0, "moves": ["f6", "g8"]}
    exploration = await anna.post(path(match, "explore"), request)
    assert exploration["explored"] == ["f6", "g8"]
    assert exploration["plies"] == 0
    assert (await anna.request("GET", f"/{exploration['picture']['url']}")).status == 200
    assert exploration["picture"]["url"] != session["view"]["picture"]["url"]
    refused = await anna.refusal("POST", path(match, "explore"), {**request, "moves": ["f6", "f6"]})
    assert refused[1] == "refused"


async def test_commands_are_spelled_as_typed(web: Web) -> None:
    """In the chat, commands are markup that only Discord understands."""
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    TEXTS.mentions.publish({"de": {"ausprobieren": "</explore:144>"}})
    try:
        answer = await anna.request(
            "POST", path(match, "explore"), {"ply": 0, "taken_back": 7, "moves": ["f6"]}
        )
    finally:
        TEXTS.mentions.publish({})
    error = (await answer.json())["error"]
    assert error["reason"] == "exploring-outdated"
    assert "/ausprobieren" in error["text"]


async def test_only_the_mover_can_preview_a_move(web: Web) -> None:
    match = await web.world.match("conhex")
    request = {"ply": 0, "taken_back": 0, "moves": ["f6"], "preview": True}
    anna, _ = await web.browser(ANNA, match)
    assert (await anna.post(path(match, "explore"), request))["explored"] == ["f6"]
    ben, _ = await web.browser(BEN, match)
    assert (await ben.refusal("POST", path(match, "explore"), request))[2] == "not-your-turn"


async def test_steps_show_earlier_positions(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    answer = await anna.post(path(match, "move"), move_request(session["view"], move="f6"))
    earlier = await anna.get(path(match, "view?ply=0"))
    assert earlier["ply"] == 0
    assert earlier["picture"]["url"] != answer["view"]["picture"]["url"]
    assert [ply["text"] for ply in earlier["history"]] == ["f6"]
    assert (await anna.refusal("GET", path(match, "view?ply=7")))[1] == "moved"


async def test_known_parts_are_omitted(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, session = await web.browser(ANNA, match)
    ben, _ = await web.browser(BEN, match)
    key = session["view"]["board"]["key"]
    line = {"moves": ["f6"], "ply": 0, "taken_back": 0}
    for known in (True, False):
        explored = await anna.post(path(match, "explore"), {**line, "known": key if known else ""})
        assert (explored["board"]["points"] is None) == known
    await anna.post(path(match, "move"), move_request(session["view"], move="f6"))
    view = await anna.get(path(match, f"view?known={key}&since=1"))
    assert (view["board"]["points"], view["history"], view["may"]["undo"]) == (None, [], 1)
    view = await ben.get(path(match, "view"))
    answer = await ben.post(path(match, f"move?known={key}&since=1"), move_request(view, move="g8"))
    assert answer["view"]["board"]["points"] is None
    assert [ply["text"] for ply in answer["view"]["history"]] == ["g8"]


async def test_the_board_is_shown_from_the_chosen_side(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, session = await web.browser(ANNA, match)
    line = {"moves": ["f6"], "ply": 0, "taken_back": 0}
    for side in (0, 1):
        views = [
            await anna.get(path(match, f"view?side={side}")),
            await anna.post(path(match, "explore"), {**line, "side": side}),
        ]
        assert [(view["side"], f"side={side}&" in view["picture"]["url"]) for view in views] == [
            (side, True)
        ] * 2
    assert session["view"]["side"] == 0


def moves_of(view: Any) -> list[Any]:
    """Return all legal moves of a view, written out as the client does it."""
    moves = []
    for text, *points in view["ways"]:
        meanings = ["placed"] if len(points) == 1 else ["from", *["over"] * (len(points) - 2), "to"]
        moves.append({"text": text or "-".join(points), "path": points, "meanings": meanings, "name": ""})
    return [*moves, *view["moves"]]


async def play_out(web: Web, match: Match, browsers: list[Browser], most: int, seed: int) -> None:
    """Play random moves of the page; compare its choices with the rules and the picture."""
    chance, services = random.Random(seed), web.world.services
    for _ in range(most):
        position = await services.matches.position(match.id)
        now, state = position.match, position.state
        if not now.running or now.turn is None:
            return
        web.seconds.now += 10
        browser = browsers[now.turn]
        view = await browser.get(path(match, "view"))
        legal = [move for move in state.legal_moves() if move.action not in calls_of(state)]
        moves = moves_of(view)
        assert sorted(move["text"] for move in moves) == sorted(move.text for move in legal)
        meanings = {move.text: [meaning.value for meaning in move.meanings] for move in legal}
        points = {point["name"]: point for point in view["board"]["points"]}
        for move in moves:
            assert set(move["path"]) <= set(points), move
            assert len(move["path"]) == len(move["meanings"])
            assert move["path"] or move["name"]
            assert move["meanings"] == (meanings[move["text"]] or move["meanings"])
        move = chance.choice(moves)
        before = now.plies
        answer = await browser.post(path(match, "move"), move_request(view, move=move["text"]))
        assert answer["view"]["plies"] > before
        ply = (await services.matches.plies(match.id, before, before + 1))[0]
        assert ply.text == move["text"]


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_random_games_match_the_rules(web: Web, key: str) -> None:
    match = await web.world.match(key)
    browsers = [(await web.browser(person, match))[0] for person in (ANNA, BEN)]
    await play_out(web, match, browsers, repeats(4, 25), 7)


async def test_a_lost_answer_is_repeated(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    body = move_request(session["view"], move="f6")
    request = asyncio.create_task(anna.request("POST", path(match, "move"), body))
    # The client disconnects during the move: played or not, never twice.
    await asyncio.sleep(0)
    request.cancel()
    await asyncio.gather(request, return_exceptions=True)
    answer = await anna.post(path(match, "move"), body)
    assert answer["view"]["plies"] == 1
    assert (await web.world.services.matches.get(match.id)).plies == 1


async def test_request_ids_are_separate_per_person_and_match(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, session = await web.browser(ANNA, match)
    ben, _ = await web.browser(BEN, match)
    request = move_request(session["view"], move="f6")
    await anna.post(path(match, "move"), request)
    assert (await ben.refusal("POST", path(match, "move"), request))[1] == "moved"
    answer = await ben.post(path(match, "move"), {**request, "move": "g8", "plies": 1})
    assert answer["view"]["plies"] == 2
    assert not answer["repeated"]
    other = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, other)
    answer = await anna.post(path(other, "move"), request)
    assert answer["view"]["plies"] == 1
    assert not answer["repeated"]


@pytest.mark.parametrize(("rule", "hidden"), [("remove-fox", True), ("enforced", False)])
async def test_punished_oversights_hide_the_effects_of_moves(web: Web, rule: str, hidden: bool) -> None:
    match = await web.world.match("fox-and-hens", missed_capture=rule)
    state, texts = until_a_capture(GAMES["fox-and-hens"].new({"missed_capture": rule}))
    for text in texts:
        now = await web.world.services.matches.get(match.id)
        await web.world.services.turns.take_turn(web.world.by((ANNA, BEN)[now.turn or 0]), match.id, text)
    assert state.turn is not None
    _, session = await web.browser((ANNA, BEN)[state.turn], match)
    view = session["view"]
    assert view["hidden"] is hidden
    assert bool([move for move in view["moves"] if move["does"]]) is not hidden


def until_a_capture(state: State) -> tuple[State, list[str]]:
    """Play at random until a fox can capture; return the position and the moves."""
    chance, texts = random.Random(3), list[str]()
    while not [move for move in state.legal_moves() if "x" in move.text]:
        move = chance.choice(state.legal_moves())
        texts.append(move.text)
        state = state.play(move)
    return state, texts
