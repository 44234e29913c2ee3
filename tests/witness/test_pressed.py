"""The witness restored: every kind of button of then is answered as it should be."""

import pytest

from bot.model.people.preferences import FORCED
from tests.end_to_end.seen import Seen
from tests.witness.manifest import Control, Manifest, Post, load
from tests.witness.restored import Restored, has

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEYS = sorted({game.key for game in load().games})
"""The games of then."""


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


async def test_board_and_more_of_every_kind_of_game(then: Restored) -> None:
    jack = then.told.person("Jack").id
    for key in KEYS:
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


@pytest.mark.assumes("layout-stays")
async def test_moves_of_every_kind_of_game(then: Restored) -> None:
    for name in ("tablut-asleep", "latrunculi-new", "conhex-direct", "fox-channel", "hats-4", "hounds-away"):
        game = then.told.game(name)
        panel = await then.press(game.mover, then.board(game, game.mover), "move")
        assert panel.message.is_private
        assert panel.message.pictures
        assert has(panel.message, "choose") or has(panel.message, "play"), name
        waiting = next(person for person in game.players if person != game.mover)
        refused = await then.press(waiting, then.board(game, waiting), "move")
        assert refused.message.is_private
        assert not has(refused.message, "choose")
        assert not has(refused.message, "play")


@pytest.mark.assumes("layout-stays", "files-in-components-unlisted", "interaction-message")
async def test_a_challenge_is_accepted(then: Restored) -> None:
    gitta = then.told.person("Gitta").id
    for name, person in (("to-anyone", gitta), ("counter", then.told.person("David").id)):
        one = then.told.challenge(name)
        assert (await then.press(person, post_of(then, name, "accept"), "accept")).answered
        await then.settled()
        accepted = await then.services.challenges.get(one.id)
        assert accepted.match is not None
        match = await then.services.matches.get(accepted.match)
        assert person in match.people
        assert match.board is not None
        seen = await then.sees(person, one.channel)
        (card,) = [message for message in seen if message.id == str(one.message)]
        assert not card.buttons


async def test_a_challenge_is_declined(then: Restored) -> None:
    clara, one = then.told.person("Clara").id, then.told.challenge("to-decline")
    asked = await then.press(clara, post_of(then, "to-decline", "decline"), "decline")
    assert has(asked.message, "decline-because")
    await then.press(clara, then.told.panel("decline-to-decline"), "decline-because", "no-thanks")
    assert (await then.services.challenges.get(one.id)).status == "declined"
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
    assert (await then.services.challenges.get(one.id)).status == "countered"
    anna = then.told.person("Anna").id
    late = await then.press(anna, then.told.panel("challenge-sent"), "withdraw")
    assert late.message.is_private


async def test_a_challenge_is_withdrawn(then: Restored) -> None:
    one = then.told.challenge("rematch-waits")
    await then.press(one.challenger, post_of(then, "rematch-waits", "withdraw"), "withdraw")
    assert (await then.services.challenges.get(one.id)).status == "withdrawn"


async def test_a_card_that_is_gone_can_still_be_answered(then: Restored) -> None:
    one = then.told.challenge("gone-card")
    assert one.opponent is not None
    assert one.id in [found.id for found in await then.services.challenges.open_of(one.opponent)]


async def test_tables_are_joined_left_closed_and_started(then: Restored) -> None:
    told = then.told
    clara, david = told.person("Clara").id, told.person("David").id
    await then.press(clara, post_of(then, "table-empty", "join"), "join")
    found = await then.services.challenges.get(told.challenge("table-empty").id)
    assert clara in [member.person for member in found.members]
    await then.press(david, post_of(then, "table-guests", "leave"), "leave")
    found = await then.services.challenges.get(told.challenge("table-guests").id)
    assert david not in [member.person for member in found.members]
    await then.press(clara, post_of(then, "table-closed", "door"), "door")
    assert not (await then.services.challenges.get(told.challenge("table-closed").id)).closed
    ready = told.challenge("table-ready")
    await then.press(ready.challenger, post_of(then, "table-ready", "start"), "start")
    await then.settled()
    started = await then.services.challenges.get(ready.id)
    assert started.match is not None
    assert (await then.services.matches.get(started.match)).board is not None


@pytest.mark.parametrize("key", KEYS)
async def test_a_rematch_of_every_kind_of_game(then: Restored, key: str) -> None:
    game = then.told.game(f"won-{key}")
    given = await then.press(game.players[0], with_verb(then.told, "rematch", game.id), "rematch")
    assert given.message.is_private
    asked = [
        one for one in await then.services.challenges.open_of(game.players[0]) if one.rematch_of == game.id
    ]
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
    match = await then.services.matches.get(offer.game)
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
    match = await then.services.matches.get(game.id)
    assert match.outcome is not None
    assert match.outcome.reason == "timeout"
    assert (await then.press(clara, then.told.panel("more-time"), "time-give")).message.is_private


async def test_reminders_are_answered(then: Restored) -> None:
    game = then.told.game("hats-4")
    post = with_verb(then.told, "silence", game.id)
    assert (await then.press(game.mover, post, "silence")).message.is_private
    assert has((await then.press(game.mover, post, "move")).message, "play")


async def test_a_prepared_move_is_confirmed(then: Restored) -> None:
    game, ben = then.told.game("brandubh-planned"), then.told.person("Ben").id
    anna = then.told.person("Anna").id
    picked = await then.press(ben, then.told.panel("pick"), "pick")
    assert picked.message.pictures
    assert has(picked.message, "play") or has(picked.message, "confirm")
    panel = then.told.panel("pick")
    menu = next(control for control in panel.controls if control.verb == "pick")
    old = Seen({"id": str(panel.message), "channel_id": str(panel.channel)}).holding(menu.id, "pd1")
    for value in ("pz9", "p", "", "m", "mz9-z8", "x" * 100, "pd1,d2", "@everyone", "no\x00"):
        given = await then.person(ben).forge(old, menu.id, value)
        assert given.message.is_private
        assert "went wrong" not in given.text
    assert (await then.press(anna, then.told.panel("plan-line"), "plan-pick")).message.pictures
    assert (await then.press(anna, then.told.panel("plan"), "plan-at")).message.pictures
    for verb in ("rules", "resign", "plan", "offer"):
        assert (await then.press(anna, then.told.panel("more"), verb)).message.is_private
    await then.press(ben, then.told.panel("confirm"), "confirm")
    assert (await then.services.matches.get(game.id)).plies > game.plies


async def test_the_swap_is_chosen_in_a_panel_of_then(then: Restored) -> None:
    game, finn = then.told.game("conhex-swap"), then.told.person("Finn").id
    preview = await then.press(finn, then.told.panel("swap"), "choose")
    await then.go_on(finn, preview.message, "confirm")
    assert (await then.services.matches.get(game.id)).plies == game.plies + 1


async def test_resigning_asked_for_then(then: Restored) -> None:
    game, anna = then.told.game("hats-2"), then.told.person("Anna").id
    panel = then.told.panel("resign")
    control = {one.verb: one for one in panel.controls}
    await then.use(anna, panel, control["resign-no"])
    assert (await then.services.matches.get(game.id)).status == "running"
    resign = f"fp:resign:{game.id}"
    (more,) = [one for one in then.told.posts if resign in [control.id for control in one.controls]]
    asked = await then.press(anna, more, "resign")
    await then.go_on(anna, asked.message, "resign-yes")
    assert (await then.services.matches.get(game.id)).status == "finished"


async def test_lists_and_settings_of_then(then: Restored) -> None:
    ben = then.told.person("Ben").id
    games = then.told.panel("games")
    assert (await then.press(ben, games, "open")).message.pictures
    assert (await then.press(ben, games, "next")).message.pictures
    settings = then.told.panel("settings")
    assert (await then.press(ben, settings, "quiet")).form is not None
    by_what = {control.id.split(":")[2]: control for control in settings.controls if control.verb == "set"}
    await then.use(ben, settings, by_what["tell"], "thread")
    assert (await then.services.settings.preferences(ben)).tell == "thread"
    switch = next(one for one in settings.controls if one.id.startswith("fp:switch:forced"))
    await then.use(ben, settings, switch)
    assert (await then.services.settings.preferences(ben))[FORCED]
    kept = then.told.panel("server-games")
    await then.press(ben, kept, "server-games", "conhex", "hnefatafl")
    english = await then.services.servers.server(then.told.servers["english"])
    assert set(english.games) == {"conhex", "hnefatafl"}
    await then.press(ben, kept, "server-games", *KEYS)


async def test_words_about_challenges_and_series(then: Restored) -> None:
    jack = then.told.person("Jack").id
    for post in then.told.posts:
        verbs = {control.verb for control in post.controls}
        if post.private_for is None and verbs == {"games"}:
            assert (await then.press(jack, post, "games")).message.is_private
        if post.private_for is None and "rules" in verbs:
            assert (await then.press(jack, post, "rules")).message.is_private
