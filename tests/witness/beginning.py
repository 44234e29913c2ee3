"""The first chapters: who comes to the club, and games of every kind that end in every way."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import time

import rules
from playground.values.places import Channel, ChannelType
from tests import pocket
from tests.end_to_end.people import Person as Client
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import newcomer
from tests.witness.lines import shortest
from tests.witness.story import GERMAN, HATS, Member, Story
from tests.witness.support import OfferKind, Quiet, Tell, draws_by_agreement

KEYS = tuple(rules.GAMES)
QUICK: Mapping[str, Mapping[str, str]] = {"hnefatafl": {"board": "brandubh-7"}, "conhex": {"swap": "off"}}


async def arrive(story: Story) -> None:
    """Bring people and channels, and have everybody say what they want."""
    for number, name in enumerate(("Anna", "Ben", "Clara", "David", "Emma", "Finn"), start=101):
        user = story.playground.world.users[str(1_100_000_000_000_000_000 + number)]
        story.members[name] = Member(Client(pocket.Person(story.control.line, user.id), name), user.locale)
    for name, locale in (("Gitta", "de"), ("Hugo", "en-US"), ("Ines", "de"), ("Jack", "en-GB")):
        story.members[name] = Member(await newcomer(story.control, name, locale), locale)
    story.channels |= {
        "brettspiele": int(pocket.BRETTSPIELE),
        "plauderei": int(pocket.PLAUDEREI),
        "board-games": int(pocket.BOARD_GAMES),
        "lobby": int(pocket.LOBBY),
    }
    for guild, name in ((pocket.SPIELEABEND, "ohne-faeden"), (pocket.GAME_NIGHT, "soon-gone")):
        story.channels[name] = int(await story.control.add_channel(guild, name))
    await story.control.deny(str(story.channels["ohne-faeden"]), "CREATE_PUBLIC_THREADS")
    _open_thread(story, "spielfaden", "brettspiele")
    for name, changes in (
        ("Clara", {"tell": Tell.DIRECT}),
        ("David", {"tell": Tell.NONE, "every": None}),
        ("Emma", {"language": "en", "zone": "Europe/Paris", "every": None, "theme": "dark"}),
        ("Gitta", {"forced": True, "auto_vacation": False}),
        ("Hugo", {"tell": Tell.DIRECT, "forced": True, "auto_vacation": False}),
        ("Ines", {"auto_vacation": False}),
        ("Jack", {"auto_vacation": False, "reminders": (48, 12, 2), "every": None}),
    ):
        await story.services.settings.set_preferences(story.ask(name), **changes)
    quiet = Quiet(time(20), time(8))
    await story.services.settings.set_preferences(
        story.ask("Finn"), tell=Tell.BOTH, quiet=quiet, zone="Asia/Tokyo"
    )
    panel = await story.slash("Ben", story.channels["lobby"], "settings")
    chosen = await story.members["Ben"].client.client.choose(panel.raw, "fp:set:tell", "both")
    panel = Seen(chosen["message"])
    story.leave_open("settings", "Ben", panel)
    for at, owner in (("board-games", "Ben"), ("brettspiele", "Anna")):
        await story.services.servers.set_overview(story.ask(owner), story.place(at), True)
    await story.settle()


def _open_thread(story: Story, name: str, parent: str) -> None:
    world = story.playground.world
    story.channels[name] = int(world.snowflakes.mint())
    world.open_channel(
        Channel(
            id=str(story.channels[name]),
            type=ChannelType.PUBLIC_THREAD,
            name=name,
            created=world.clock.now(),
            guild_id=str(GERMAN),
            parent_id=str(story.channels[parent]),
            owner_id=pocket.ANNA,
            auto_archive=10080,
            last_active=world.clock.now(),
            members=(pocket.ANNA, pocket.CLARA),
        )
    )


async def fall_asleep(story: Story) -> None:
    """Begin what nobody will touch for long."""
    asleep = await story.begin("tablut-asleep", "hnefatafl", "Emma", "David", options={"board": "tablut-9"})
    await story.play(asleep, 3)
    stalled = await story.begin("fox-stalled", "fox-and-hens", "Hugo", "Finn")
    await story.play(stalled, 3)


async def finish(story: Story) -> None:
    """Finish a game of every kind in every way."""
    for number, key in enumerate(KEYS):
        pairs = [("Anna", "Ben"), ("Clara", "David"), ("Gitta", "Hugo"), ("Ines", "Jack"), ("Finn", "Emma")]
        first, second = pairs[number % len(pairs)]
        at = "board-games" if number % 2 else "brettspiele"
        owner = "Ben" if number % 2 else "Anna"
        options = QUICK.get(key, {})
        for how, end in ENDINGS.items():
            clock = "1d" if how == "timed-out" else "none"
            late = ("Ines", "Jack") if how == "timed-out" else (first, second)
            name = f"{how}-{key}"
            if key == HATS:
                game = await story.gather(name, late, at=at, clock=clock)
            else:
                game = await story.begin(name, key, *late, at=at, clock=clock, options=options)
            await end(story, game, key, owner)
            await story.settle()


async def _won(story: Story, game: int, key: str, owner: str) -> None:
    del owner
    if key == HATS:
        await story.play_out(game)
    else:
        await story.play_line(game, shortest(key, QUICK.get(key, {})))


async def _drawn(story: Story, game: int, key: str, owner: str) -> None:
    await story.play(game, 4)
    match = await story.services.matches.get(game)
    if not draws_by_agreement(rules.GAMES[key]):
        await story.services.servers.adjudicate(story.ask(owner), game, (), "Unentschieden, sagen alle.")
        return
    first, second = (story.name_of(person) for person in match.people)
    await story.services.offers.offer(story.ask(first), game, OfferKind.DRAW)
    await story.settle()
    await story.services.offers.answer(story.ask(second), game, OfferKind.DRAW, True)


async def _resigned(story: Story, game: int, key: str, owner: str) -> None:
    del key, owner
    await story.play(game, 5)
    await story.services.resignations.resign(story.ask(await story.mover(game)), game)


async def _timed_out(story: Story, game: int, key: str, owner: str) -> None:
    del key, owner
    await story.play(game, 2)


async def _aborted(story: Story, game: int, key: str, owner: str) -> None:
    del key, owner
    await story.services.offers.offer(story.ask(await story.mover(game)), game, OfferKind.ABORT)


async def _adjudicated(story: Story, game: int, key: str, owner: str) -> None:
    del key
    await story.play(game, 3)
    match = await story.services.matches.get(game)
    await story.services.servers.adjudicate(
        story.ask(owner), game, (match.people[1],), "Gegner verschwunden / left"
    )


async def _annulled(story: Story, game: int, key: str, owner: str) -> None:
    del key
    await story.play(game, 1)
    await story.services.servers.adjudicate(story.ask(owner), game, None, "A test game")


Ending = Callable[[Story, int, str, str], Awaitable[None]]
ENDINGS: Mapping[str, Ending] = {
    "won": _won,
    "drawn": _drawn,
    "resigned": _resigned,
    "timed-out": _timed_out,
    "aborted": _aborted,
    "adjudicated": _adjudicated,
    "annulled": _annulled,
}
