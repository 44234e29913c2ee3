"""The witness restored: the present bot delivers what waited, and answers every kind of button of then."""

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

import rules
from render import Gallery
from tests.end_to_end.seen import Seen
from tests.witness.manifest import Control, Game, Manifest, Post
from tests.witness.restored import DAY, Restored, restored
from tests.witness.support import board_mark, card_mark, controls_of, shown_on, tells_of

LONGEST_PAUSE = 900.0

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def then(
    told: Manifest, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Restored]:
    """The witness, restored for the tests of this module; each touches games and challenges of its own."""
    async with restored(tmp_path_factory.mktemp("then"), told, gallery) as running:
        await running.settled()
        # What was refused is tried again after a while.
        running.bot.later(LONGEST_PAUSE)
        await running.settled()
        yield running


def post_of(then: Restored, name: str, verb: str) -> Post:
    """Return the newest public message of a challenge with a control of a kind."""
    number = then.told.challenge(name).id
    return with_verb(then.told, verb, number)


def with_verb(told: Manifest, verb: str, number: int) -> Post:
    """Return the newest public message with a control of a kind that is about a game or a challenge."""

    def fits(control: Control) -> bool:
        return control.verb == verb and control.id.split(":")[2:3] == [str(number)]

    return next(
        post
        for post in reversed(told.posts)
        if post.private_for is None and any(fits(control) for control in post.controls)
    )


def has(seen: Seen, *verbs: str) -> bool:
    """Say whether a message has a control of each kind."""
    ids = [*seen.buttons.values(), *(menu["custom_id"] for menu in seen.menus)]
    return set(verbs) <= {one.split(":")[1] for one in ids}


async def boards(then: Restored, game: Game, ply: int, reader: int, channel: int) -> list[Seen]:
    """Return the boards of a game after a ply that somebody sees in a channel."""
    seen = await then.sees(reader, channel)
    return [one for one in seen if tells_of(one, game.id, ply) and not one.is_private]


# What waited.


async def test_what_waited_is_told_once(then: Restored) -> None:
    """An old message keeps its mark only until the next one comes: so what came is counted as it came."""
    boards = [one for one in then.told.waiting if one.kind in {"ply", "start"}]
    assert len(boards) > 8
    for one in boards:
        assert one.game is not None
        assert one.ply is not None
        came = then.told_since(one.audience, board_mark(one.game, one.ply))
        assert came == (0 if one.arrived else 1), one
    cards = [one for one in then.told.waiting if one.kind == "challenge"]
    assert {one.arrived for one in cards} == {True, False}
    for card in cards:
        assert then.told_since(0, card_mark(card.stream)) == (0 if card.arrived else 1)


async def test_what_was_refused_comes_in_order(then: Restored) -> None:
    game = then.told.game("hnefatafl-13")
    waited = [one.ply for one in then.told.waiting if (one.game, one.audience) == (game.id, 0)]
    marks = [board_mark(game.id, ply) for ply in waited if ply is not None]
    told = [control.id for message in then.posted for control in controls_of(message)]
    home = [one for one in told if one in marks]
    assert list(dict.fromkeys(home)) == marks


async def test_what_a_killed_process_had_claimed_is_known_now(then: Restored) -> None:
    for name in ("conhex-arrived", "conhex-lost"):
        game = then.told.game(name)
        (board,) = await boards(then, game, 4, game.players[0], game.home)
        match = await then.club.match(game.id)
        assert match.board is not None
        assert match.board.message == int(board.id)
    for name in ("card-arrived", "card-lost"):
        one = then.told.challenge(name)
        seen = await then.sees(one.challenger, one.channel)
        (card,) = [message for message in seen if message.marks(card_mark(one.id))]
        assert (await then.club.challenge_by_id(one.id)).message == int(card.id)


async def test_games_that_had_begun_untold_begin(then: Restored) -> None:
    for name in ("fox-unopened", "fox-half-opened", "series-between-2"):
        game = then.told.game(name)
        match = await then.club.match(game.id)
        assert match.thread is not None
        (start,) = await boards(then, game, 0, game.players[0], match.thread)
        assert has(start, "move", "board", "more")
        assert start.pinged


async def test_what_quiet_hours_held_back_comes_after_them(
    told: Manifest, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with restored(tmp_path_factory.mktemp("later"), told, gallery) as later:
        finn = told.person("Finn").id
        game = told.game("conhex-quiet-end")
        (held,) = [one for one in told.waiting if one.game == game.id]
        await later.settled()
        direct = int(await later.person(finn).direct())
        before = [one for one in await later.sees(finn, direct) if shown_on(one, game.id)]
        later.bot.later((held.due - later.bot.clock()).total_seconds() + 1)
        await later.settled()
        after = [one for one in await later.sees(finn, direct) if shown_on(one, game.id)]
        assert len(after) == len(before) + 1
        later.bot.later(DAY)
        await later.settled()
        assert len([one for one in await later.sees(finn, direct) if shown_on(one, game.id)]) == len(after)


async def test_what_was_missed_is_told_at_the_next_press(then: Restored) -> None:
    hugo = then.told.person("Hugo").id
    overview = then.told.post(then.told.overviews[str(then.told.channels["board-games"])])
    await then.press(hugo, overview, "games")
    await then.person(hugo).finds(str(overview.channel), lambda m: "📬" in m.text, "what was missed")
    await then.press(hugo, overview, "games")
    await then.settled()
    told = [one for one in await then.sees(hugo, overview.channel) if "📬" in one.text]
    assert len(told) == 1
    assert await then.club.missed(hugo) == ()


# What is pressed.


async def test_board_and_more_of_every_kind_of_game(then: Restored) -> None:
    jack = then.told.person("Jack").id
    for key in rules.GAMES:
        games = [game for game in then.told.games if game.key == key and game.place == "thread"]
        running = next(game for game in games if game.status == "running")
        finished = next(game for game in games if game.status == "finished")
        board = await then.press(jack, then.board(running, jack), "board")
        assert board.message.is_private
        assert len(board.message.pictures) == 1
        for game in (running, finished):
            more = await then.press(jack, then.board(game, jack), "more")
            assert more.message.is_private
            assert has(more.message, "rules")


async def test_moves_of_every_kind_of_game(then: Restored) -> None:
    for name in ("tablut-asleep", "latrunculi-new", "conhex-direct", "fox-channel", "hats-4", "hounds-away"):
        game = then.told.game(name)
        panel = await then.press(game.mover, then.board(game, game.mover), "move")
        assert panel.message.is_private
        assert panel.message.pictures
        assert has(panel.message, "pick"), name
        waiting = next(person for person in game.players if person != game.mover)
        refused = await then.press(waiting, then.board(game, waiting), "move")
        assert refused.message.is_private
        assert not has(refused.message, "pick")


async def test_a_challenge_is_accepted(then: Restored) -> None:
    gitta = then.told.person("Gitta").id
    for name, person in (("to-anyone", gitta), ("counter", then.told.person("David").id)):
        one = then.told.challenge(name)
        assert (await then.press(person, post_of(then, name, "accept"), "accept")).answered
        await then.settled()
        accepted = await then.club.challenge_by_id(one.id)
        assert accepted.game is not None
        match = await then.club.match(accepted.game)
        assert person in match.players
        assert match.board is not None
        seen = await then.sees(person, one.channel)
        (card,) = [message for message in seen if message.id == str(one.message)]
        assert not card.buttons


async def test_a_challenge_is_declined(then: Restored) -> None:
    clara, one = then.told.person("Clara").id, then.told.challenge("to-decline")
    asked = await then.press(clara, post_of(then, "to-decline", "decline"), "decline")
    assert has(asked.message, "decline-because")
    await then.press(clara, then.told.panel("decline-to-decline"), "decline-because", "no-thanks")
    assert (await then.club.challenge_by_id(one.id)).status == "declined"
    card = str(one.message)
    await then.person(clara).finds(
        str(one.channel), lambda m: m.id == card and not m.buttons, "the card closed"
    )


async def test_a_challenge_is_sent_back_changed(then: Restored) -> None:
    ben, one = then.told.person("Ben").id, then.told.challenge("to-a-person")
    opened = await then.press(ben, post_of(then, "to-a-person", "change"), "change")
    assert has(opened.message, "change-send")
    panel = then.told.panel("change")
    menu = next(control for control in panel.controls if control.verb == "change-set")
    changed = await then.use(ben, panel, menu, menu.values[-1])
    await then.go_on(ben, changed.message, "change-send")
    assert (await then.club.challenge_by_id(one.id)).status == "countered"
    anna = then.told.person("Anna").id
    late = await then.press(anna, then.told.panel("challenge-sent"), "withdraw")
    assert late.message.is_private


async def test_a_challenge_is_withdrawn(then: Restored) -> None:
    one = then.told.challenge("rematch-waits")
    await then.press(one.challenger, post_of(then, "rematch-waits", "withdraw"), "withdraw")
    assert (await then.club.challenge_by_id(one.id)).status == "withdrawn"


async def test_a_card_that_is_gone_can_still_be_answered(then: Restored) -> None:
    one = then.told.challenge("gone-card")
    assert one.opponent is not None
    assert one.id in [found.id for found in await then.club.challenges_of(one.opponent)]


async def test_tables_are_joined_left_closed_and_started(then: Restored) -> None:
    told = then.told
    clara, david = told.person("Clara").id, told.person("David").id
    await then.press(clara, post_of(then, "table-empty", "join"), "join")
    found = await then.club.challenge_by_id(told.challenge("table-empty").id)
    assert clara in [member.person for member in found.members]
    await then.press(david, post_of(then, "table-guests", "leave"), "leave")
    found = await then.club.challenge_by_id(told.challenge("table-guests").id)
    assert david not in [member.person for member in found.members]
    await then.press(clara, post_of(then, "table-closed", "door"), "door")
    assert not (await then.club.challenge_by_id(told.challenge("table-closed").id)).closed
    ready = told.challenge("table-ready")
    await then.press(ready.challenger, post_of(then, "table-ready", "start"), "start")
    await then.settled()
    started = await then.club.challenge_by_id(ready.id)
    assert started.game is not None
    assert (await then.club.match(started.game)).board is not None


@pytest.mark.parametrize("key", sorted(rules.GAMES))
async def test_a_rematch_of_every_kind_of_game(then: Restored, key: str) -> None:
    game = then.told.game(f"won-{key}")
    given = await then.press(game.players[0], with_verb(then.told, "rematch", game.id), "rematch")
    assert given.message.is_private
    asked = [one for one in await then.club.challenges_of(game.players[0]) if one.rematch_of == game.id]
    # The German server allows this game no more.
    assert len(asked) == (0 if key == "hounds-and-jackals" else 1), given.text
    again = await then.press(game.players[0], with_verb(then.told, "rematch", game.id), "rematch")
    assert again.message.is_private


@pytest.mark.parametrize(
    ("what", "verb"), [("draw", "offer-yes"), ("take-back", "offer-no"), ("abort", "offer-back")]
)
async def test_offers_are_answered(then: Restored, what: str, verb: str) -> None:
    (offer,) = [one for one in then.told.offers if one.what == what]
    assert offer.message is not None
    person = offer.by if verb == "offer-back" else offer.asked[0]
    await then.press(person, then.told.post(offer.message), verb)
    await then.settled()
    match = await then.club.match(offer.game)
    assert match.offers == ()
    if verb == "offer-yes":
        assert match.outcome is not None
        assert match.outcome.reason == "agreement"
    else:
        assert match.status == "running"


async def test_a_win_on_time_is_claimed(then: Restored) -> None:
    game, clara = then.told.game("latrunculi-late"), then.told.person("Clara").id
    post = with_verb(then.told, "claim", game.id)
    assert has((await then.press(clara, post, "claim")).message, "claim-yes", "claim-no")
    assert has((await then.press(clara, post, "time")).message, "time-give")
    assert (await then.press(game.mover, post, "claim")).message.is_private
    assert (await then.press(clara, then.told.panel("board-late"), "more")).message.is_private
    await then.press(clara, then.told.panel("claim"), "claim-yes")
    match = await then.club.match(game.id)
    assert match.outcome is not None
    assert match.outcome.reason == "timeout"
    assert (await then.press(clara, then.told.panel("more-time"), "time-give")).message.is_private


async def test_reminders_are_answered(then: Restored) -> None:
    game = then.told.game("hats-4")
    post = with_verb(then.told, "silence", game.id)
    assert (await then.press(game.mover, post, "silence")).message.is_private
    assert has((await then.press(game.mover, post, "move")).message, "pick")


async def test_a_prepared_move_is_confirmed(then: Restored) -> None:
    game, ben = then.told.game("brandubh-planned"), then.told.person("Ben").id
    anna = then.told.person("Anna").id
    picked = await then.press(ben, then.told.panel("pick"), "pick")
    assert picked.message.pictures
    assert (await then.press(anna, then.told.panel("plan-line"), "plan-pick")).message.pictures
    assert (await then.press(anna, then.told.panel("plan"), "plan-at")).message.pictures
    for verb in ("rules", "resign", "plan", "offer"):
        assert (await then.press(anna, then.told.panel("more"), verb)).message.is_private
    await then.press(ben, then.told.panel("confirm"), "confirm")
    assert (await then.club.match(game.id)).plies > game.plies


async def test_the_swap_is_chosen_in_a_panel_of_then(then: Restored) -> None:
    game, finn = then.told.game("conhex-swap"), then.told.person("Finn").id
    preview = await then.press(finn, then.told.panel("swap"), "choose")
    await then.go_on(finn, preview.message, "confirm")
    assert (await then.club.match(game.id)).plies == game.plies + 1


async def test_resigning_asked_for_then(then: Restored) -> None:
    game, anna = then.told.game("hats-2"), then.told.person("Anna").id
    panel = then.told.panel("resign")
    control = {one.verb: one for one in panel.controls}
    await then.use(anna, panel, control["resign-no"])
    assert (await then.club.match(game.id)).status == "running"
    resign = f"fp:resign:{game.id}"
    (more,) = [one for one in then.told.posts if resign in [control.id for control in one.controls]]
    asked = await then.press(anna, more, "resign")
    await then.go_on(anna, asked.message, "resign-yes")
    assert (await then.club.match(game.id)).status == "finished"


async def test_lists_and_settings_of_then(then: Restored) -> None:
    ben = then.told.person("Ben").id
    games = then.told.panel("games")
    assert (await then.press(ben, games, "open")).message.pictures
    assert (await then.press(ben, games, "next")).message.pictures
    settings = then.told.panel("settings")
    assert (await then.press(ben, settings, "quiet")).form is not None
    by_what = {control.id.split(":")[2]: control for control in settings.controls if control.verb == "set"}
    await then.use(ben, settings, by_what["tell"], "thread")
    assert (await then.club.preferences(ben)).tell == "thread"
    switch = next(one for one in settings.controls if one.id.startswith("fp:switch:forced"))
    await then.use(ben, settings, switch)
    assert (await then.club.preferences(ben)).forced
    kept = then.told.panel("server-games")
    await then.press(ben, kept, "server-games", "conhex", "hnefatafl")
    english = await then.club.server(then.told.servers["english"])
    assert set(english.games) == {"conhex", "hnefatafl"}
    await then.press(ben, kept, "server-games", *rules.GAMES)


async def test_words_about_challenges_and_series(then: Restored) -> None:
    jack = then.told.person("Jack").id
    for post in then.told.posts:
        verbs = {control.verb for control in post.controls}
        if post.private_for is None and verbs == {"games"}:
            assert (await then.press(jack, post, "games")).message.is_private
        if post.private_for is None and "rules" in verbs:
            assert (await then.press(jack, post, "rules")).message.is_private


# What is played on by buttons.


def first_of(values: list[str]) -> str:
    return values[0]


def last_of(values: list[str]) -> str:
    return values[-1]


@pytest.mark.parametrize(
    ("name", "choose"),
    [("series-second-2", last_of), ("fox-channel", first_of), ("conhex-direct", first_of)],
)
async def test_a_game_is_played_on_by_buttons(
    then: Restored, name: str, choose: Callable[[list[str]], str]
) -> None:
    game = then.told.game(name)
    panel = (await then.press(game.mover, then.board(game, game.mover), "move")).message
    for _ in range(3):
        match = await then.club.match(game.id)
        assert match.mover is not None
        mover, before = match.mover, match.plies
        while not has(panel, "confirm"):
            menu = next(one for one in panel.menus if one["custom_id"].split(":")[1] == "pick")
            value = choose([option["value"] for option in menu["options"]])
            panel = (await then.go_on(mover, panel, "pick", value)).message
        await then.go_on(mover, panel, "confirm")
        await then.settled()
        match = await then.club.match(game.id)
        assert match.plies == before + 1
        assert match.mover is not None
        home = match.home if game.place != "direct" else int(await then.person(match.mover).direct())
        (board,) = await boards(then, game, match.plies, match.mover, home)
        panel = (await then.go_on(match.mover, board, "move")).message
    assert match.mover is not None
    await then.club.resign(then.request(match.mover), game.id)
    await then.settled()
    assert (await then.club.match(game.id)).status == "finished"
