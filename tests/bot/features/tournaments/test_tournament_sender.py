"""A tournament's messages in its channel: posted once, edited, posted again when deleted."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import Tournament, TournamentSetup
from bot.features.tournaments.messages.tournament_sender import TournamentGameCards
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.events.events import (
    ChallengeMade,
    DiceSealed,
    RoundChanged,
    TournamentChanged,
    TournamentEnded,
)
from bot.model.people.person import Person, Place
from bot.model.servers.limitations import Limitation, LimitedChannel
from bot.model.time.clocks import read_clock
from tests.bot.chat.posted import PostedMessages
from tests.bot.features.tournaments.service.test_tournaments import SERVER, resign_as_second, running
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

TEXTS = Texts.load()
PLACE = Place(SERVER, 70, "en")
CUP = TournamentSetup("Cup", Terms("conhex", {}, clock=read_clock("3d")), Rules(Format.SWISS, 2), 3)
LADDER = replace(CUP, name="Ladder", rules=Rules(Format.LADDER))
SENT = (TournamentChanged, RoundChanged, TournamentEnded, DiceSealed, ChallengeMade)


EDITED, POSTED = (f"#{PLACE.channel} {action}" for action in ("edits", "posts"))


class Channel:
    """A channel's tournament messages, by number."""

    def __init__(self, world: World) -> None:
        self._posted = PostedMessages(world)
        self._club = world.services.tournaments
        self._world = world
        self.discord = self._posted.discord
        self.text = self._posted.text
        self.newest = 0
        """The number of the newest message."""

    async def open(self, setup: TournamentSetup, *people: Person) -> Tournament:
        cup = await self._club.open(self._world.by(ANNA), PLACE, setup)
        await self.enter(cup, *people)
        return cup

    async def enter(self, cup: Tournament, *people: Person) -> None:
        for person in people:
            await self._club.enter(self._world.by(person), cup.id, SERVER)

    async def changes(self) -> list[str]:
        """Deliver due notices; return the edits in order of their messages, then a "posts" per new one."""
        changes = [change.split(" m") for change in await self._posted.deliver_briefly(*SENT)]
        self.newest = max([self.newest, *(int(number) for action, number in changes if action != EDITED)])
        edits = sorted(int(number) for action, number in changes if action == EDITED)
        return [*_edits_of(*edits), *(action for action, _ in changes if action != EDITED)]


def _edits_of(*numbers: int) -> list[str]:
    return [f"{EDITED} m{number}" for number in numbers]


async def test_a_cup_posts_a_card_rounds_and_a_podium(world: World, approved: SnapshotAssertion) -> None:
    await world.match()
    for number in (1, 2):
        await world.services.tournaments.open(world.by(ANNA), PLACE, CUP)
        await world.services.tournaments.call_off(world.by(ANNA), number, SERVER)
    await world.deliver_all()
    channel = Channel(world)
    cup = await channel.open(CUP)
    assert await channel.changes() == [POSTED]
    await channel.enter(cup, ANNA, BEN)
    assert await channel.changes() == _edits_of(1), "two entries, one edit"
    assert channel.text(1) == approved(name="open")
    await channel.enter(cup, CARA)
    changes = await channel.changes()
    first = channel.newest
    assert changes == [*_edits_of(1, first), POSTED]
    assert channel.text(first) == approved(name="first-round")
    assert channel.text(1) == approved(name="running")
    (match,) = await running(world, cup)
    await resign_as_second(world, match)
    changes = await channel.changes()
    second = channel.newest
    assert changes == [*_edits_of(1, first, second), POSTED]
    assert channel.text(first) == approved(name="first-round-over")
    assert channel.text(second) == approved(name="second-round")
    (match,) = await running(world, cup)
    await resign_as_second(world, match)
    assert await channel.changes() == [*_edits_of(1, second), POSTED]
    assert channel.text(1) == approved(name="over")
    assert channel.text(channel.newest) == approved(name="podium")


async def test_a_deleted_card_is_reposted_until_the_end(world: World) -> None:
    channel = Channel(world)
    cup = await channel.open(CUP, ANNA)
    await channel.changes()
    channel.discord.messages.clear()
    await channel.enter(cup, BEN)
    assert await channel.changes() == [POSTED]
    posted_again = channel.newest
    await world.services.tournaments.quit(world.by(BEN), cup.id, SERVER)
    assert await channel.changes() == _edits_of(posted_again)
    await channel.enter(cup, BEN, CARA)
    await channel.changes()
    channel.discord.messages.clear()
    await world.services.tournaments.quit(world.by(BEN), cup.id, SERVER)
    assert POSTED in await channel.changes(), "the tournament is running"
    channel.discord.messages.clear()
    await world.services.tournaments.call_off(world.by(ANNA), cup.id, SERVER)
    assert await channel.changes() == []


async def test_unchanged_or_closed_channels_get_no_edit(world: World) -> None:
    channel = Channel(world)
    cup = await channel.open(CUP, ANNA, BEN, CARA)
    await channel.changes()
    async with world.services.app.kernel.work.write() as tx:
        tx.record(TournamentChanged(cup.id, PLACE.channel), RoundChanged(cup.id, PLACE.channel, 1))
        tx.record(RoundChanged(cup.id, PLACE.channel, 2))
    assert await channel.changes() == []
    channel.discord.messages[min(channel.discord.messages)]["components"] = []
    async with world.services.app.kernel.work.write() as tx:
        tx.record(TournamentChanged(cup.id, PLACE.channel))
    assert await channel.changes() == _edits_of(1)
    channel.discord.refuses["send", PLACE.channel] = (403, 50013)
    await channel.open(replace(CUP, name="Closed"))
    assert await channel.changes() == []
    (limitation,) = await world.services.limitations.of(SERVER)
    assert limitation.limited == LimitedChannel(SERVER, PLACE.channel, Limitation.MESSAGES, 50013)


async def test_dice_are_sealed_before_the_first_round(world: World, approved: SnapshotAssertion) -> None:
    channel = Channel(world)
    cup_without_dice = await channel.open(CUP)
    assert await channel.changes() == [POSTED], "no dice, no seal"
    await world.services.tournaments.call_off(world.by(ANNA), cup_without_dice.id, SERVER)
    await channel.changes()
    terms = replace(CUP.terms, key="catch-the-hat")
    cup = await channel.open(replace(CUP, terms=terms, rules=Rules(Format.ROUND_ROBIN)))
    assert await channel.changes() == [POSTED, POSTED]
    seal = channel.newest
    card = seal - 1
    assert channel.text(seal) == approved(name="seal")
    await channel.enter(cup, ANNA)
    assert await channel.changes() == _edits_of(card)
    assert channel.text(card) == approved(name="card")
    async with world.services.app.kernel.work.write() as tx:
        (tree,) = (await world.services.tournaments.get(cup.id)).seals
        tx.record(DiceSealed(cup.id, tree.id, PLACE.channel))
    assert await channel.changes() == [], "posted only once"
    await channel.enter(cup, BEN, CARA)
    await channel.changes()
    assert channel.text(channel.newest) == approved(name="round")


async def test_a_ladder_game_has_its_own_card(world: World, approved: SnapshotAssertion) -> None:
    channel = Channel(world)
    ladder = await channel.open(LADDER, ANNA, BEN)
    await channel.changes()
    await world.services.ladders.challenge(world.by(BEN), ladder.id, SERVER, 1)
    assert await channel.changes() == [*_edits_of(1), f"{POSTED} (pings {ANNA.id})"]
    assert channel.text(1) == approved(name="ladder")
    assert channel.text(channel.newest) == approved(name="challenge")


async def test_a_game_card_is_headed_by_its_round(world: World) -> None:
    service, cards = world.services.tournaments, TournamentGameCards(world.services.tournaments)
    single_match = await world.match("conhex")
    called_off = await service.open(world.by(ANNA), PLACE, CUP)
    await service.call_off(world.by(ANNA), called_off.id, SERVER)
    channel = Channel(world)
    cup = await channel.open(CUP, ANNA, BEN, CARA)
    (match,) = await running(world, cup)
    for code, titles in (("en", ("🏆 Cup · round 1", "round 1")), ("de", ("🏆 Cup · Runde 1", "Runde 1"))):
        t = TEXTS.language(code)
        assert await cards.thread_titles(match.challenge, t) == titles
        card = await cards.game_card(await world.services.challenges.get(match.challenge), t)
        assert card is not None
        message, mark = card
        assert (message.headline, mark) == (titles[0], f"fp:tournament:{cup.id}:round-1")
        assert await cards.thread_titles(single_match.challenge, t) == ()
        assert await cards.game_card(await world.services.challenges.get(single_match.challenge), t) is None
    ladder = await channel.open(LADDER, ANNA, BEN)
    challenged = await world.services.ladders.challenge(world.by(BEN), ladder.id, SERVER, 1)
    number = challenged.games[0].challenge or 0
    assert await cards.thread_titles(number, TEXTS.language("en")) == ()
    card = await cards.game_card(await world.services.challenges.get(number), TEXTS.language("en"))
    assert card is not None
    assert card[0].headline.startswith("🏆 Ladder")
