"""The chapter of challenges: to a person, to anyone, to a table, answered in every way or not yet."""

from typing import Any

from tests.witness.beginning import KEYS
from tests.witness.story import ENGLISH, GERMAN, HATS, Story
from tests.witness.support import Terms, read_clock


async def invite(story: Story) -> None:
    """Make challenges and tables, and answer some of them."""
    ben, lobby = story.members["Ben"], story.channels["lobby"]
    sent = await story.slash("Anna", lobby, "challenge conhex", opponent=str(ben.id), clock="3d", role="red")
    story.leave_open("challenge-sent", "Anna", sent)
    await story.settle()
    (asked,) = [one for one in await story.services.challenges.open_of(ben.id) if one.place.channel == lobby]
    story.challenges["to-a-person"] = asked.id
    story.challenges["to-anyone"] = await _challenge(story, "Clara", "hnefatafl", None, at="brettspiele")
    first = await _challenge(story, "David", "conhex", "Ben")
    story.challenges["countered"] = first
    terms = Terms("conhex", {"swap": "off"}, "blue", clock=read_clock("3d soft"))
    second = await story.services.counter_offers.counter(story.ask("Ben"), first, terms)
    story.challenges["counter"] = second.id
    await story.settle()
    declined = story.challenges["declined"] = await _challenge(story, "Jack", "fox-and-hens", "Anna")
    await story.services.invitations.decline(story.ask("Anna"), declined, "no-time")
    withdrawn = story.challenges["withdrawn"] = await _challenge(
        story, "Clara", "conhex", None, at="plauderei"
    )
    await story.services.invitations.withdraw(story.ask("Clara"), withdrawn)
    await story.settle()
    story.challenges["to-decline"] = await _challenge(
        story, "Hugo", "hounds-and-jackals", "Clara", at="brettspiele"
    )
    await _lay_tables(story)
    for name, of, who in (
        ("rematch-waits", "resigned-conhex", "Jack"),
        ("rematch-table", "resigned-catch-the-hat", None),
    ):
        game = story.games[of]
        asker = who or story.name_of((await story.services.matches.get(game)).people[0])
        if who is not None:
            asker = story.name_of((await story.services.matches.get(game)).people[1])
        story.challenges[name] = (await story.services.rematches.rematch(story.ask(asker), game)).id
        await story.settle()


async def _challenge(story: Story, by: str, key: str, to: str | None, *, at: str = "lobby") -> int:
    person = None if to is None else story.members[to].person
    made = await story.services.invitations.challenge(
        story.ask(by), Terms(key, {}), story.place(at), () if person is None else [person]
    )
    await story.settle()
    return made.id


async def _table(story: Story, name: str, host: str, *guests: str, at: str = "lobby", **more: Any) -> int:
    """Lay a table to which guests are invited."""
    invited = tuple(story.members[guest].person for guest in guests)
    terms = Terms(HATS, more.pop("options", {}), **more)
    table = await story.services.invitations.challenge(story.ask(host), terms, story.place(at), invited)
    story.challenges[name] = table.id
    await story.settle()
    return table.id


async def _lay_tables(story: Story) -> None:
    await _table(story, "table-empty", "Ben")
    party = await _table(story, "table-guests", "Anna", "Clara", options={"mode": "party"}, players=4)
    await story.services.lobbies.close(story.ask("Anna"), party, False)
    await story.services.lobbies.join(story.ask("David"), party, 0)
    await story.services.lobbies.join(story.ask("Emma"), party, 1)
    closed = await _table(story, "table-closed", "Clara", "Gitta", "Ines", "Jack", at="plauderei")
    await story.services.lobbies.join(story.ask("Gitta"), closed)
    ready = await _table(story, "table-ready", "Jack", "Finn", "Emma", players=3)
    for guest in ("Finn", "Emma"):
        await story.services.lobbies.join(story.ask(guest), ready)
    await story.settle()
    alone = await _table(story, "table-declined", "Ines", "Hugo", at="plauderei")
    await story.services.invitations.decline(story.ask("Hugo"), alone, "no-thanks")
    await story.settle()


async def be_late(story: Story) -> None:
    """Begin the game whose soft time will be up."""
    game = await story.begin(
        "latrunculi-late",
        "ludus-latrunculorum",
        "Clara",
        "Ines",
        at="brettspiele",
        options={"army": "king"},
        clock="1d soft",
    )
    await story.play(game, 5)
    game = await story.begin(
        "brandubh-vacation", "hnefatafl", "David", "Ben", options={"board": "brandubh-7"}, clock="1d"
    )
    await story.play(game, 2)
    await story.begin("latrunculi-new", "ludus-latrunculorum", "Anna", "Clara", at="brettspiele")


async def govern(story: Story) -> None:
    """Have those in charge of the servers decide."""
    owners = {"Anna": GERMAN, "Ben": ENGLISH}
    await story.services.servers.set_server(
        story.ask("Anna"),
        owners["Anna"],
        channels=tuple(story.channels[name] for name in ("brettspiele", "plauderei", "ohne-faeden")),
        games=tuple(key for key in KEYS if key != "hounds-and-jackals"),
        clock=read_clock("3d soft"),
    )
    await story.services.servers.set_server(story.ask("Ben"), owners["Ben"], clock=read_clock("7d"))
    for what in ("channels", "games"):
        panel = await story.slash("Ben", story.channels["lobby"], f"server {what}")
        story.leave_open(f"server-{what}", "Ben", panel)
