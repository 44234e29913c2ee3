"""Posts and edits: refused parts are left out one by one."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, calling, kept_files
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.recomposing import Recall, Recomposer
from bot.chat.delivery.refused_forms import RefusedForms, RequestForm
from bot.chat.delivery.standing_messages import StandingMessages
from bot.kernel.outbox.notices import Notice, Routing
from bot.locale import Texts
from bot.model.events.events import MatchStarted
from bot.model.people.person import MessageRef, Place
from bot.model.people.preferences import PingPlace
from render import View
from tests.bot.chat.delivery.refusing_discord import RefusingDiscord, Sent
from tests.galleries import GALLERY

ANNA, BEN, CREW = 1001, 1002, 601
HALL, THREAD = Place(7, 70, "en"), Place(7, 71, "en", parent=70)
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
EPOCH = 467_000
MORE = custom_ids.write("more", 31, 17)
SENT_MORE = custom_ids.of_epoch(MORE, EPOCH)
PICTURES = Pictures(GALLERY)
SCENE = Scene(rules.GAMES["conhex"].new(), View(), Texts.load().language("en"))
BOARD = PublicMessage("A board", "The body.", "<@1001>", ((layouts.button("More", MORE),),), SCENE)
REF = MessageRef(70, 900)


def notice(recipient: int | None = None, *, silent: bool = False) -> Notice:
    event = MatchStarted(31, 0, 0, PingPlace.BOTH)
    return Notice(
        9, event, 3, 31, 0, recipient, 0, uncertain=False, routing=Routing(silent=silent), written=NOW
    )


def post_of(place: Place | None = HALL, *called: int, roles: tuple[int, ...] = ()) -> Post:
    return Post(BOARD, called, MORE, NOW, PICTURES, roles, place)


@dataclass
class Stage:
    """A sender to a channel with configurable refusals."""

    there: RefusingDiscord = field(default_factory=RefusingDiscord)
    forms: RefusedForms = field(default_factory=RefusedForms)
    cache: MessageCache = field(default_factory=MessageCache)
    changed: list[int] = field(default_factory=list)
    without_pictures: list[tuple[Place, int]] = field(default_factory=list)
    composed: dict[int, PublicMessage] = field(default_factory=dict)

    @property
    def sender(self) -> DiscordSender:
        nothing: Any = None

        async def note(place: Place, code: int) -> None:
            self.without_pictures.append((place, code))

        async def change(message: int) -> None:
            self.changed.append(message)

        return DiscordSender(
            self.there.client,
            nothing,
            nothing,
            lambda: NOW,
            EPOCH,
            messages=self.cache,
            changed=change,
            forms=self.forms,
            no_picture=note,
        )

    @property
    def standing(self) -> StandingMessages:
        async def compose(number: int) -> PublicMessage | None:
            return self.composed.get(number)

        recomposer = Recomposer(EPOCH)
        recomposer.add([Recall(lambda press: press.numbers(2)[0] if press.verb == "more" else None, compose)])
        return StandingMessages(self.sender, recomposer, PICTURES, EPOCH)


async def test_a_post_pings_its_people_and_carries_its_mark() -> None:
    stage = Stage()
    ref = await stage.sender.post(70, notice(silent=True), post_of(HALL, ANNA, BEN, roles=(CREW,)))
    (sent,) = stage.there.posted
    assert ref == MessageRef(70, 901)
    assert (sent.content, sent.ids, len(sent.files)) == ("**A board**\nThe body.\n<@1001>", [SENT_MORE], 1)
    assert (sent.called, sent.roles, sent.silent, len(sent.nonce or "")) == ([ANNA, BEN], [CREW], True, 24)
    await stage.sender.post(90, notice(BEN), post_of(None, ANNA, BEN))
    assert stage.there.posted[1].called == [BEN], "a direct message mentions its reader alone"
    assert stage.there.posted[1].nonce != sent.nonce


@pytest.mark.parametrize(
    ("picture_code", "button_code", "files", "ids", "learned"),
    [
        (None, None, 1, 1, None),
        (50013, None, 0, 1, 50013),
        (400001, None, 0, 1, 400001),
        (50035, None, 0, 1, None),
        (50035, 50035, 0, 0, None),
        (50013, 50035, 0, 0, None),
    ],
)
async def test_refused_parts_are_omitted(
    picture_code: int | None, button_code: int | None, files: int, ids: int, learned: int | None
) -> None:
    def refuses(sent: Sent) -> int | None:
        return picture_code if sent.files else button_code if sent.ids else None

    stage = Stage(RefusingDiscord(refuses))
    await stage.sender.post(71, notice(), post_of(THREAD, ANNA))
    (sent,) = stage.there.posted
    assert (len(sent.files), len(sent.ids)) == (files, ids)
    assert stage.without_pictures == ([] if learned is None else [(THREAD, learned)])
    assert stage.forms.knows(70, RequestForm.PICTURE) is (learned is not None)
    # The refusal is remembered: the next post has no picture even if the channel accepts it.
    stage.there.refuses = lambda _: None
    await stage.sender.post(71, notice(), post_of(THREAD, ANNA))
    assert len(stage.there.posted[1].files) == (0 if learned else 1)


@pytest.mark.parametrize(
    ("code", "gone"), [(10003, True), (10004, True), (50001, False), (160005, False), (50007, False)]
)
async def test_a_closed_place_is_reported(code: int, *, gone: bool) -> None:
    stage = Stage(RefusingDiscord(lambda _: code))
    with pytest.raises(PlaceClosed) as closed:
        await stage.sender.post(70, notice(), post_of())
    assert (closed.value.gone, closed.value.code) == (gone, code)


async def test_other_refusals_of_a_post() -> None:
    direct = Stage(RefusingDiscord(lambda sent: 50013 if sent.files else None))
    with pytest.raises(PlaceClosed):
        await direct.sender.post(90, notice(BEN), post_of())
    unfit = Stage(RefusingDiscord(lambda _: 200000))
    with pytest.raises(PlaceClosed) as closed:
        await unfit.sender.post(70, notice(), post_of())
    assert (closed.value.gone, closed.value.code) == (False, None)
    passing = Stage(RefusingDiscord(lambda _: 20016))
    with pytest.raises(discord.HTTPException):
        await passing.sender.post(70, notice(), post_of())
    deleted = Stage(RefusingDiscord(lambda _: 10008))
    assert await deleted.sender.post(70, notice(), post_of()) is None


async def _edit(message: discord.Message) -> Edit | None:
    return Edit("new words", None, kept_files(message), calling(()))


async def _nothing(_: discord.Message) -> Edit | None:
    return None


async def test_an_edit_fetches_the_message_unless_cached() -> None:
    stage = Stage()
    await stage.sender.post(70, notice(), post_of())
    ref = MessageRef(70, 901)
    assert await stage.sender.change(ref, _edit, as_posted=True)
    assert (stage.there.fetched, stage.changed) == ([], []), "cached as it was posted"
    assert await stage.sender.change(ref, _edit, as_posted=True)
    assert (stage.there.fetched, stage.changed) == ([901], [])
    assert await stage.sender.change(ref, _edit)
    assert stage.changed == [901], "another process may have cached it"
    assert await stage.sender.change(ref, _nothing)
    assert [sent.content for sent in stage.there.edits] == ["new words"] * 3
    assert stage.changed == [901]


async def test_an_unreadable_message_is_edited_as_posted() -> None:
    stage = Stage()
    await stage.sender.post(70, notice(), post_of())
    stage.there.read_code = 50001
    ref = MessageRef(70, 901)
    for _ in range(2):
        assert await stage.sender.change(ref, _edit), "it stays cached, as the next read fails, too"
    assert len(stage.there.edits) == 2
    stage.there.read_code = 20016
    with pytest.raises(discord.HTTPException):
        await stage.sender.change(ref, _edit)


async def test_a_refused_edit_is_composed_again_from_then_on() -> None:
    stage = Stage(RefusingDiscord(lambda sent: 50035 if sent.content == "new words" else None))
    stage.there.message(900)

    async def anew(_: discord.Message) -> Edit | None:
        return Edit("made anew", None, (), calling(()))

    assert await stage.sender.change(REF, _edit, anew)
    assert stage.forms.knows(70, RequestForm.KEEPING_EDIT)
    assert await stage.sender.change(REF, _edit, anew)
    assert [sent.content for sent in stage.there.edits] == ["made anew", "made anew"]
    assert await stage.sender.change(REF, _edit), "what is refused for good stays as it is"
    assert len(stage.there.edits) == 2


async def test_an_archived_thread_is_reopened_for_an_edit() -> None:
    stage = Stage(RefusingDiscord(archived=True))
    stage.there.message(900)
    assert await stage.sender.change(REF, _edit)
    assert (stage.there.opened, len(stage.there.edits)) == ([70], 1)


async def test_deleted_messages_are_reported_as_gone() -> None:
    stage = Stage()
    assert not await stage.sender.change(REF, _edit)
    await stage.sender.delete(REF)
    stage.there.message(900)
    await stage.sender.delete(REF)
    assert stage.there.deleted == [900]
    assert not await stage.sender.carries(REF, notice(), post_of())
    stage.there.message(900, "A board", SENT_MORE)
    assert await stage.sender.carries(REF, notice(), post_of())
    stage.there.read_code = 50001
    assert not await stage.sender.carries(REF, notice(), post_of())


async def test_a_thread_names_all_its_people() -> None:
    stage = Stage()
    stage.there.message(900, "**A**", MORE, files=(5,))
    await stage.sender.name_all(REF, "**A**\n<@1001> <@1002>", [ANNA, BEN])
    await stage.sender.name_all(REF, "**B**", [ANNA])
    assert [(sent.content, sent.called, sent.files) for sent in stage.there.edits] == [
        ("**A**\n<@1001> <@1002>", [ANNA, BEN], ["5.png"]),
        ("**B**", [ANNA], ["5.png"]),
    ]
    assert stage.there.fetched == [900], "the second one is cached"
    await stage.sender.name_all(MessageRef(70, 404), "gone", [])
    assert len(stage.there.edits) == 2


async def test_a_closed_message_loses_its_buttons() -> None:
    stage = Stage()
    stage.there.message(900, "**A board**\n<@1001>", SENT_MORE, files=(5,))
    await stage.standing.close(REF, "Over.", reworded=lambda text: text.replace("board", "game"))
    await stage.standing.close(REF, "Over.", BOARD)
    assert [(sent.content, sent.ids, sent.files, sent.called) for sent in stage.there.edits] == [
        ("**A game**\n<@1001>\nOver.", [], ["5.png"], []),
        ("**A board**\nThe body.\n<@1001>\nOver.", [], ["5.png"], []),
    ]
    stage.there.message(900, "**A board** https://x/1")
    await stage.standing.close(REF, "Over.", link="https://x/1")
    assert len(stage.there.edits) == 2, "it shows the link already"
    await stage.standing.close(REF, "Over.", link="https://x/2")
    assert stage.there.edits[2].content == "**A board** https://x/1\nOver."


async def test_a_closed_message_is_composed_again_if_the_edit_is_refused() -> None:
    stage = Stage(RefusingDiscord(lambda sent: 50035 if "5.png" in sent.files else None))
    stage.composed[31] = BOARD
    stage.there.message(900, "**Old words**", SENT_MORE, files=(5,))
    await stage.standing.close(REF, "Over.", reworded=lambda text: text.replace("board", "game"))
    (sent,) = stage.there.edits
    assert (sent.content, sent.ids, len(sent.files)) == ("**A game**\nThe body.\n<@1001>\nOver.", [], 1)
    other = Stage(RefusingDiscord(lambda sent: 50035 if "5.png" in sent.files else None))
    other.there.message(900, "**Old words**", custom_ids.of_epoch(MORE, 5), files=(5,))
    await other.standing.close(REF, "Over.")
    assert other.there.edits == [], "a button of another epoch composes nothing"


async def test_an_update_redraws_a_changed_picture() -> None:
    stage = Stage()
    words = SCENE.words(PICTURES)
    stage.there.message(900, BOARD.content, SENT_MORE, files=(5,), words=words)
    await stage.standing.update(REF, BOARD)
    assert stage.there.edits == []
    reworded = replace(BOARD, body="Another body.")
    await stage.standing.update(REF, reworded)
    for content, button, shown in ((reworded.content, MORE, words), (BOARD.content, SENT_MORE, "older")):
        stage.there.message(900, content, button, files=(5,), words=shown)
        await stage.standing.update(REF, reworded)
    *kept, redrawn = stage.there.edits
    assert [(edit.files, edit.called, edit.ids) for edit in kept] == [(["5.png"], [ANNA], [SENT_MORE])] * 2
    assert (redrawn.content, redrawn.called) == (reworded.content, [ANNA])
    assert redrawn.files not in ([], ["5.png"])


async def test_rewording_composes_the_text_again() -> None:
    stage = Stage()
    stage.there.message(900, BOARD.content, SENT_MORE, files=(5,))
    await stage.standing.reword(REF)
    stage.composed[31] = BOARD
    await stage.standing.reword(REF)
    assert stage.there.edits == [], "unknown, or the same"
    stage.composed[31] = replace(BOARD, closing="")
    await stage.standing.reword(REF)
    (sent,) = stage.there.edits
    assert (sent.content, sent.files) == ("**A board**\nThe body.", ["5.png"])
