"""Posts in the best available channel, and the titles of threads."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from discord import HTTPException

from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.composed import ComposedMessage, about
from bot.chat.delivery.discord_sender import PlaceClosed, Post
from bot.chat.delivery.message_posts import MessagePosts
from bot.chat.delivery.thread_titles import nameless_titles, with_first_title
from bot.kernel.outbox.notices import Notice, Routing
from bot.locale import Texts
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeExpired
from bot.model.people.person import MessageRef, Place
from bot.model.servers.limitations import Limitation
from tests.bot.chat.delivery.refusing_discord import refusal
from tests.bot.chat.samples import MATCH, NOW

T = Texts.load().language("en")
HALL, THREAD, SECRET = Place(7, 70, "en"), Place(7, 71, "en", 70), Place(7, 72, "en", 70, private=True)
NOTICE = Notice(9, ChallengeExpired(3), 3, None, None, None, 0, uncertain=False)
UNUSED: Any = None


@dataclass
class Channels:
    """Channels, open unless `closed`: True for a deleted channel."""

    closed: dict[int, bool] = field(default_factory=dict)
    posted: list[int] = field(default_factory=list)

    async def post(self, channel: int, _notice: Notice, _post: Post) -> MessageRef:
        self.posted.append(channel)
        if channel in self.closed:
            raise PlaceClosed("closed", gone=self.closed[channel], code=50001)
        return MessageRef(channel, 1)


@dataclass
class Stage:
    """A poster to channels, and the noted limitations."""

    channels: Channels
    noted: list[tuple[Place, Limitation, int | None]] = field(default_factory=list)

    async def post(self, notice: Notice, composed: ComposedMessage | None) -> MessageRef | None:
        sender: Any = self.channels

        async def note(place: Place, what: Limitation, code: int | None) -> None:
            self.noted.append((place, what, code))

        return await MessagePosts(sender, sender, note).post(notice, composed)


def message_for(place: Place, *, of_match: bool = True) -> ComposedMessage:
    post = Post(PublicMessage("A"), (), "mark", NOW, UNUSED, place=place)
    return ComposedMessage(post, MATCH if of_match else None, place)


async def test_a_message_goes_to_its_reader_or_its_channel() -> None:
    stage = Stage(Channels())
    assert await stage.post(NOTICE, message_for(THREAD)) == MessageRef(71, 1)
    assert await stage.post(replace(NOTICE, recipient=1001), message_for(THREAD)) == MessageRef(1001, 1)
    assert await stage.post(NOTICE, None) is None
    assert stage.noted == []


@pytest.mark.parametrize(
    ("place", "of_match", "posted"),
    [(THREAD, True, [71, 70]), (THREAD, False, [71]), (SECRET, True, [72]), (HALL, True, [70])],
)
async def test_a_match_in_a_closed_thread_falls_back_to_its_channel(
    place: Place, posted: list[int], *, of_match: bool
) -> None:
    stage = Stage(Channels({71: False, 72: False, 70: False}))
    with pytest.raises(PlaceClosed):
        await stage.post(NOTICE, message_for(place, of_match=of_match))
    assert stage.channels.posted == posted
    assert stage.noted == [(place, Limitation.MESSAGES, 50001)]
    gone = Stage(Channels(dict.fromkeys((70, 71, 72), True)))
    with pytest.raises(PlaceClosed):
        await gone.post(NOTICE, message_for(place, of_match=of_match))
    assert gone.noted == [], "nothing can be granted in a place that is gone"
    if posted == [71, 70]:
        half = Stage(Channels({71: False}))
        assert await half.post(NOTICE, message_for(place)) == MessageRef(70, 1)


def test_a_rerouted_message_names_its_original_place() -> None:
    challenge = Challenge(7, Terms("conhex", {}), 1, 2, HALL, NOW)
    rerouted = replace(NOTICE, routing=Routing(rerouted=True))
    message = PublicMessage("A", closing="<@1>")
    for subject, text_id in ((MATCH, "place.closed"), (challenge, "place.closed-challenge")):
        made = about(subject, rerouted, message, (1,), "mark", UNUSED, T)
        where = f"<#{subject.place.channel}>"
        assert made.post.message.closing == f"<@1>\n{T(text_id, where=where)}"
        assert (made.place, made.post.called, made.post.mark) == (subject.place, (1,), "mark")
        plain = about(subject, NOTICE, message, (1,), "mark", UNUSED, T)
        assert plain.post.message == message
    assert about(MATCH, NOTICE, message, (), "m", UNUSED, T).match == MATCH
    assert about(challenge, NOTICE, message, (), "m", UNUSED, T).match is None


async def test_the_first_accepted_title_is_used() -> None:
    tried: list[str] = []

    async def request(title: str) -> str:
        tried.append(title)
        if title.startswith("bad"):
            raise refusal(200001)
        if title.startswith("closed"):
            raise refusal(50001)
        return title

    assert await with_first_title(["bad 1", "bad 2", "good", "other"], request) == "good"
    assert tried == ["bad 1", "bad 2", "good"]
    for titles in (["bad"], ["closed", "good"]):
        with pytest.raises(HTTPException):
            await with_first_title(titles, request)


def test_titles_without_players() -> None:
    titles = nameless_titles(replace(MATCH, id=31), T)
    assert titles == (T("game.thread-nameless", game="ConHex", number=31), "ConHex")
