"""Texts about dice: seals, sources, weaker proofs."""

from dataclasses import replace

import pytest

from bot.chat.core.words import dice_text
from bot.locale import Language, Texts
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.dice import FirstShown, Roll, SealCheck, Verification
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.people.person import MessageRef
from bot.model.people.players import EnginePlayer
from tests.bot.chat.samples import MATCH

LANGUAGES = tuple(Texts.load().languages.values())
SEALED = replace(MATCH, commitment="a" * 44, words=())
HERE = MessageRef(MATCH.place.channel, 1440000000000000777)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_the_opening_message_shows_the_seal_and_the_players_words(t: Language) -> None:
    (line,) = dice_text.opening(SEALED, t, again=False)
    assert line == t("dice.opening", commitment="a" * 44)
    words = ("b" * 32, "c" * 32)
    text = "\n".join(dice_text.opening(replace(SEALED, words=words), t, again=True))
    assert not [word for word in words if word not in text]
    assert text.endswith(t("dice.again"))


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_a_late_opening_message_shows_only_the_seal(t: Language) -> None:
    late = replace(SEALED, beacon=Beacon(Origin.NOTHING))
    assert dice_text.opening(late, t, again=False) == [t("dice.sealed", commitment="a" * 44)]
    in_time = replace(SEALED, beacon=Beacon(Origin.OPENING, HERE))
    assert dice_text.opening(in_time, t, again=False) == [t("dice.opening", commitment="a" * 44)]


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_games_with_older_dice_show_their_commitment(t: Language) -> None:
    old = replace(MATCH, commitment="d" * 64)
    assert dice_text.opening(old, t, again=False) == [t("dice.committed", commitment="d" * 64)]
    assert dice_text.opening(MATCH, t, again=True) == [], "there are no dice"


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
@pytest.mark.parametrize("origin", list(Origin))
def test_the_text_names_the_source_of_the_dice(t: Language, origin: Origin) -> None:
    message = None if origin is Origin.NOTHING else HERE
    sealed = replace(SEALED, beacon=Beacon(origin, message))
    text = dice_text.source_line(sealed, t)
    link = f"https://discord.com/channels/{MATCH.place.server}/{HERE.channel}/{HERE.message}"
    assert (link in text) == (message is not None)
    report = dice_text.report(Verification(sealed, "ee", "a" * 44, (), SealCheck(FirstShown.CARD)), t)
    assert f"`{HERE.message if message else 0}`" in report
    directly = replace(SEALED, beacon=Beacon(origin, message and MessageRef(5, 6)))
    assert ("channels/@me/5/6" in dice_text.source_line(directly, t)) == (message is not None)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_practice_reports_show_no_seal(t: Language) -> None:
    alone = replace(
        SEALED,
        place=replace(SEALED.place, server=None),
        players=(SEALED.players[0], EnginePlayer("catch-the-hat", 2)),
        beacon=None,
    )
    report = dice_text.report(Verification(alone, "ee", "a" * 44, (), SealCheck(FirstShown.NOWHERE)), t)
    assert "a" * 44 not in report
    assert report.endswith(t("dice.right-practice"))


LEAF = DiceLeaf("1" * 44, 2, ("2" * 44, "3" * 44))


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_a_tournament_games_opening_names_its_seed(t: Language) -> None:
    lines = dice_text.opening(replace(SEALED, leaf=LEAF), t, again=False)
    assert lines == [
        t("dice.opening", commitment="a" * 44),
        t("dice.seed-number", number=3, root=LEAF.root),
    ]


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_a_tournament_game_is_verified_up_to_the_root(t: Language) -> None:
    seal = SealCheck(FirstShown.TREE, leaf=LEAF, message=HERE.message)
    report = dice_text.report(Verification(SEALED, "ee", "a" * 44, (), seal), t)
    link = f"https://discord.com/channels/{MATCH.place.server}/{HERE.channel}/{HERE.message}"
    assert t("dice.leaf", number=3, root=LEAF.root, url=link) in report
    assert not [digest for digest in LEAF.path if f"`{digest}`" not in report]
    assert report.endswith(t("dice.right-tree"))
    unposted = dice_text.report(Verification(SEALED, "ee", "a" * 44, (), replace(seal, message=None)), t)
    assert t("dice.leaf-unlinked", number=3, root=LEAF.root) in unposted


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_a_seal_first_shown_with_the_opening_is_reported_late(t: Language) -> None:
    late = Verification(SEALED, "ee", "a" * 44, (), SealCheck(FirstShown.OPENING))
    assert t("dice.late") in dice_text.report(late, t)
    early = Verification(SEALED, "ee", "a" * 44, (), SealCheck(FirstShown.CARD))
    assert t("dice.late") not in dice_text.report(early, t)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_the_report_names_the_mismatch(t: Language) -> None:
    loaded = (Roll(4, "roll:6", "roll:1"),)
    seal = SealCheck(FirstShown.TREE, fits=False, leaf=LEAF)
    both = dice_text.report(Verification(SEALED, "ee", "a" * 44, loaded, seal), t)
    assert both.splitlines()[-2:] == [t("dice.wrong-seal"), t("dice.wrong", plies="4")]
    seed = dice_text.report(Verification(SEALED, "ee", "a" * 44, (), seal), t)
    assert seed.splitlines()[-1] == t("dice.wrong-seal"), "the rolls follow from the wrong seed"
    rolls = replace(seal, fits=True)
    only = dice_text.report(Verification(SEALED, "ee", "a" * 44, loaded, rolls), t)
    assert only.splitlines()[-1] == t("dice.wrong", plies="4")
    assert t("dice.wrong-seal") not in only


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_messages_of_the_thread_and_its_channel_link_to_the_server(t: Language) -> None:
    hall = replace(SEALED, place=replace(MATCH.place, channel=70, parent=69), thread=71)
    for channel, server in (
        (69, MATCH.place.server),
        (70, MATCH.place.server),
        (71, MATCH.place.server),
        (72, "@me"),
    ):
        sealed = replace(hall, beacon=Beacon(Origin.OPENING, MessageRef(channel, 6)))
        assert f"/channels/{server}/{channel}/6" in dice_text.source_line(sealed, t)


@pytest.mark.parametrize(("number", "cut"), [(200, False), (201, True)])
def test_a_long_list_of_rolls_is_truncated(number: int, *, cut: bool) -> None:
    rolls = tuple(Roll(ply, "roll:6", "roll:6") for ply in range(number))
    text = dice_text.report(
        Verification(SEALED, "ee", "a" * 44, rolls, SealCheck(FirstShown.CARD)), LANGUAGES[0]
    )
    assert (" ".join("6" * 200) + " …" * cut) in text
    assert (" …" in text) is cut
