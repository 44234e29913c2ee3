"""Rated games, from the terms to the profile, and results that an admin corrects."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table, picture_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


MOVES = "d6 b8 d2 e10 e6 h2 f10 f3 b3 h5 i6 i10 f4 b6 i7 i2"
ENOUGH = MOVES.split()
"""With so many a game of ConHex counts."""


async def test_a_rated_game_changes_ratings_and_is_corrected(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    match = await table.begin("conhex")
    assert "📈 Rated: the result counts." in match.card.text
    await match.play(*ENOUGH)
    question = await table.ben.slash(match.home, "resign")
    await table.ben.press(question.message, "Confirm")
    end = await table.sam.finds(match.home, lambda m: "Rematch" in m.buttons, "the end")
    assert f"📈 {table.anna.mention} 1500? → 1662? · {table.ben.mention} 1500? → 1338?" in end.text
    rating = await table.sam.slash(table.channel, "rating", player=table.anna.id)
    assert rating.message.is_private
    assert "**ConHex** · 1662? ± " in rating.text
    profile = await table.sam.press(rating.message, "Profile")
    assert (await picture_of(table.line, profile.message)).width == 800
    own = await table.anna.slash(table.channel, "profile")
    await table.anna.press(own.message, "Show to everyone")
    page = await table.sam.finds(table.channel, lambda m: m.text == "**Profile of Anna**", "the profile")
    assert (await picture_of(table.line, page)).width == 800
    suggestions = await owner.complete(table.channel, "server result", "game", str(match.number), reason="x")
    assert [choice["value"] for choice in suggestions] == [str(match.number)]
    confirmation = await owner.slash(
        table.channel, "server result", game=str(match.number), reason="played for Ben", winner=table.ben.id
    )
    assert "ratings have been recomputed" in confirmation.text
    corrected = await table.sam.finds(match.home, lambda m: "result corrected" in m.headline, "the new end")
    assert corrected.headline.endswith("result corrected: Ben wins")
    assert f"{table.anna.mention} 1500? → 1338?" in corrected.text
    assert set(corrected.pinged) == {table.anna.id, table.ben.id}
    audit = await owner.slash(table.channel, "server audit")
    assert f"{table.ben.mention} wins · played for Ben" in audit.text


async def test_terms_say_whether_a_game_counts_until_they_are_agreed_to(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    card = await table.challenge("conhex", rated=False)
    assert "Rated" not in card.text
    panel = (await table.anna.press((await table.anna.press(card, "Change")).message, "More rules")).message
    changed = (await table.anna.choose(panel, "yes")).message
    await table.anna.press(changed, "Save changes")
    rated = await table.sam.finds(
        table.channel, lambda m: m.id == card.id and "Rated" in m.text, "the new terms"
    )
    assert "Rated: the result counts." in rated.text
    await owner.slash(table.channel, "server ratings", on=False)
    quiet = await table.challenge("conhex", rated=None)
    assert "Rated" not in quiet.text
    await owner.slash(table.channel, "server ratings", on=True)
    audit = await owner.slash(table.channel, "server audit")
    assert "challenges are rated only where they say so" in audit.text
