"""Tournaments over the wire: opened, entered, played round by round, shown in one message, won."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def owner(table: Table) -> Person:
    """Return whose server it is."""
    return Person(pocket.Person(table.line, pocket.BEN), "Ben")


async def open_tournament(table: Table, name: str, **options: object) -> Seen:
    """Open a tournament and return its message."""
    fields = {"game": "conhex", "places": 3, "rounds": 2, "clock": "3d", **options}
    answer = await owner(table).slash(table.channel, "tournament create", name=name, **fields)
    assert answer.message.text == f"**{name}** is open for entries in this channel."
    return await table.sam.finds(table.channel, lambda m: m.headline.startswith(f"🏆 {name}"), "its message")


async def entered(card: Seen, *people: Person) -> None:
    for person in people:
        await person.press(card, "Join")


async def resigned(table: Table, round_of: str) -> None:
    """Resign a round's game as the second seat."""
    card = await table.sam.finds(
        table.channel, lambda m: round_of in m.text and "Standings" in m.buttons, "the card of the game"
    )
    await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "its first board")
    people = (table.anna, table.ben, table.sam)
    loser = next(person for person in people if f"\N{EN DASH} {person.mention}:" in card.text)
    question = (await loser.slash(card.id, "resign")).message
    await loser.press(question, "Confirm")


async def test_a_swiss_tournament_from_its_opening_to_its_podium(table: Table) -> None:
    card = await open_tournament(table, "Autumn cup")
    assert list(card.buttons) == ["Join", "Begin now", "Standings", "Rules", "Leave"]
    assert "Swiss, 2 rounds" in card.text
    refused = (await table.ben.press(card, "Begin now")).message
    assert refused.text == "Only its organiser and the admins of the server can do that."
    await entered(card, table.anna, table.ben)
    message = (await table.ben.press(card, "Leave")).message
    assert message.text == "You have left **Autumn cup**."
    await entered(card, table.ben, table.sam)
    await table.sam.finds(
        table.channel,
        lambda m: m.id == card.id and "[Round 1](" in m.text and bool(m.pictures),
        "the standing",
    )
    await table.sam.finds(
        table.channel, lambda m: "Autumn cup · round 1" in m.text and ": bye" in m.text, "who has no opponent"
    )
    await resigned(table, "Autumn cup · round 1")
    await resigned(table, "Autumn cup · round 2")
    podium = await table.sam.finds(table.channel, lambda m: "The cup " in m.text, "the podium")
    assert "🥇" in podium.text
    assert podium.pictures
    page = (await table.sam.press(podium, "Standings")).message
    assert "**Round 1**" in page.text
    assert "Buchholz" in page.text
    listed = (await table.sam.slash(table.channel, "tournament list")).message
    assert "**Autumn cup** · ConHex · finished" in listed.text
    assert "🏆" in listed.text


@pytest.mark.assumes("fetch-own")
async def test_its_message_is_brought_up_to_date_also_where_the_bot_may_not_read(table: Table) -> None:
    await table.control.deny(table.channel, "READ_MESSAGE_HISTORY")
    card = await open_tournament(table, "Unread")
    await table.anna.press(card, "Join")
    await table.sam.finds(table.channel, lambda m: m.id == card.id and "(1 of 3)" in m.text, "one on it")
    await table.ben.press(card, "Join")
    await table.sam.finds(table.channel, lambda m: m.id == card.id and "(2 of 3)" in m.text, "two on it")
    await owner(table).slash(table.channel, "tournament end", tournament="Unread")


@pytest.mark.assumes("suggestions-by-name")
async def test_tournaments_that_are_called_alike_are_told_apart(table: Table) -> None:
    longest = "W" * 60
    for name in (longest, longest, "Only one"):
        await open_tournament(table, name)
    suggestions = await table.sam.complete(table.channel, "tournament show", "tournament", "w")
    newest, oldest = suggestions
    assert not [choice for choice in suggestions if len(choice["name"]) > 100]
    assert newest["name"].endswith(f" · open for entries · #{newest['value']}")
    (other,) = await table.sam.complete(table.channel, "tournament show", "tournament", "only")
    assert other["name"] == "Only one"
    await owner(table).slash(table.channel, "tournament end", tournament=oldest["name"])
    suggestions = await table.sam.complete(table.channel, "tournament show", "tournament", "w")
    assert [choice["value"] for choice in suggestions] == [newest["value"], oldest["value"]]
    assert suggestions[1]["name"].endswith(f" · called off · #{oldest['value']}")
    for value in (newest["value"], "Only one"):
        await owner(table).slash(table.channel, "tournament end", tournament=value)


async def test_a_table_of_many_is_turned_page_by_page(table: Table) -> None:
    people = [table.anna, table.ben, table.sam, *[await table.newcomer(f"P{number}") for number in range(8)]]
    card = await open_tournament(table, "Many", places=len(people))
    await entered(card, *people)
    page = await table.sam.finds(
        table.channel,
        lambda m: m.id == card.id and "Whole table" in m.buttons and bool(m.pictures),
        "the standing",
    )
    ((_, words),) = page.pictures
    assert words.count("\n") == 9
    first = (await table.ben.press(page, "Whole table")).message
    assert first.is_private
    assert "Page 1 of 2" in first.text
    second = (await table.ben.press(first, "Page 2")).message
    assert second.id == first.id
    assert "Page 2 of 2" in second.text
    ((_, words),) = second.pictures
    assert "\n" not in words
    assert list(second.buttons) == ["Page 1"]


async def test_the_rounds_of_a_league_stand_in_order(table: Table) -> None:
    people = [table.anna, table.ben, table.sam]
    people += [await table.newcomer(name) for name in ("Cleo", "Dora", "Emil")]
    card = await open_tournament(table, "League", format="league", places=len(people), **{"group-size": 3})
    await entered(card, *people)

    def cards() -> list[str]:
        here = [m for m in table.posted if m.channel_id == table.channel and m.components]
        heads = [m.content.partition("\n")[0].strip("*") for m in here]
        return [head.partition("season 1 · ")[2] for head in heads if " · round " in head]

    async def all_there() -> bool:
        return len(cards()) == 3

    await until(all_there, "three messages")
    assert cards() == [f"round {number}" for number in (1, 2, 3)]
    (first,) = [m for m in table.posted if "season 1 · round 1" in m.content and m.components]
    assert [line for line in first.content.splitlines() if "Group" in line] == ["**Group 1**", "**Group 2**"]


async def test_tables_of_three_and_four_from_their_draw_to_the_podium(table: Table) -> None:
    people = [table.anna, table.ben, table.sam]
    people += [await table.newcomer(name) for name in ("Cleo", "Dora", "Emil", "Finn")]
    card = await open_tournament(
        table, "Hats", game="catch-the-hat", places=7, format="tables", **{"group-size": 4, "rounds": 1}
    )
    assert "tables of 3 to 4, 1 round" in card.text
    await entered(card, *people)
    message = await table.sam.finds(
        table.channel,
        lambda m: m.id == card.id and "under way" in m.text and bool(m.pictures),
        "the standing",
    )
    assert message.pictures
    panel = await table.sam.finds(
        table.channel,
        lambda m: "Hats · round 1" in m.text and m.text.count("](https://") == 2,
        "the round, with links to both tables",
    )
    tables = [line for line in panel.text.splitlines() if "](https://" in line]
    assert sorted(sum(person.mention in line for person in people) for line in tables) == [3, 4]
    for line in tables:
        seated = sorted(
            (person for person in people if person.mention in line),
            key=lambda person: line.index(person.mention),
        )
        for person in seated[:0:-1]:
            question = (await person.slash(panel.id, "resign")).message
            await person.press(question, "Confirm")
    podium = await table.sam.finds(table.channel, lambda m: "The cup " in m.text, "the podium")
    assert podium.text.count("🥇") == 1
    page = (await table.sam.press(podium, "Standings")).message
    assert " **3**, " in page.text
    assert " **2½**, " in page.text


async def test_leaving_a_running_tournament_and_beginning_one_ask_first(table: Table) -> None:
    card = await open_tournament(table, "Asked cup", places=4)
    await entered(card, table.anna, table.ben, table.sam)
    question = (await owner(table).press(card, "Begin now")).message
    assert question.text == "**Begin Asked cup now**, with 3 players in 4 places?"
    assert (await owner(table).press(question, "Back")).message.text == "Nothing has changed."
    question = (await owner(table).press(card, "Begin now")).message
    await owner(table).press(question, "Confirm")
    running = await table.sam.finds(table.channel, lambda m: m.id == card.id and "under way" in m.text, "it")
    assert next(iter(running.buttons)) != "Leave"
    for _ in range(2):
        question = (await table.ben.press(running, "Leave")).message
    assert question.text.startswith("**Leave Asked cup?** The tournament is under way")
    assert (await table.ben.press(question, "Back")).message.text == "Nothing has changed."
    question = (await table.ben.slash(table.channel, "tournament leave", tournament="Asked cup")).message
    page = (await table.ben.press(question, "Confirm")).message
    assert page.text.startswith("You have left **Asked cup**.")
    again = (await table.ben.press(running, "Leave")).message
    assert again.text == "You do not take part."


async def test_the_name_of_a_tournament_leads_nowhere(table: Table) -> None:
    options = {"game": "conhex", "places": 3, "name": "[Cup](https://example.org) *here*"}
    answers = [await owner(table).slash(table.channel, "tournament create", **options)]
    card = await table.sam.finds(table.channel, lambda m: m.headline.startswith("🏆"), "its message")
    assert "3 days per move" in card.text, "the clock where none is named"
    answers += [await table.ben.press(card, button) for button in ("Join", "Leave")]
    answers.append(await owner(table).slash(table.channel, "tournament end", tournament=options["name"]))
    assert not [answer.text for answer in answers if "Cup" not in answer.text or "://" in answer.text]


async def test_a_tournament_is_found_by_its_name_and_called_off(table: Table) -> None:
    card = await open_tournament(table, "Winter cup", format="knockout")
    assert "knockout; each match is two games, sides swapped" in card.text
    suggestions = await table.ben.complete(table.channel, "tournament join", "tournament", "winter")
    assert [choice["name"] for choice in suggestions] == ["Winter cup"]
    joined = (
        await table.ben.slash(table.channel, "tournament join", tournament=suggestions[0]["value"])
    ).message
    assert joined.text == "You have entered **Winter cup**."
    again = (await table.ben.slash(table.channel, "tournament leave", tournament="winter cup")).message
    assert again.text == "You have left **Winter cup**."
    page = (await table.ben.slash(table.channel, "tournament show", tournament="Winter cup")).message
    assert page.text.startswith("### Winter cup")
    ending = (await owner(table).slash(table.channel, "tournament end", tournament="Winter cup")).message
    assert ending.text.startswith("**Winter cup** is called off.")
    await table.sam.finds(table.channel, lambda m: m.id == card.id and "called off" in m.text, "the message")


async def test_a_message_that_was_deleted_is_posted_again_while_it_goes_on(table: Table) -> None:
    card = await open_tournament(table, "Lost cup")
    await table.control.delete_message(card.id)
    await table.ben.slash(table.channel, "tournament join", tournament="Lost cup")
    again = await table.sam.finds(
        table.channel, lambda m: m.id != card.id and "Entered (1 of 3)" in m.text, "its new message"
    )
    await table.anna.press(again, "Join")
    await table.sam.finds(
        table.channel, lambda m: m.id == again.id and "Entered (2 of 3)" in m.text, "the new message changed"
    )
    await table.control.delete_message(again.id)
    await owner(table).slash(table.channel, "tournament end", tournament="Lost cup")
    await open_tournament(table, "Next cup")
    assert not [m for m in await table.sam.sees(table.channel) if "Lost cup · called off" in m.text]
    await owner(table).slash(table.channel, "tournament end", tournament="Next cup")


async def test_members_open_none(table: Table) -> None:
    answer = await table.ben.slash(table.channel, "tournament create", name="Cup", game="conhex", clock="3d")
    assert answer.message.text == "Only people who manage this server can do that."


async def test_members_open_one_where_the_server_lets_them(table: Table) -> None:
    await owner(table).slash(table.channel, "server tournaments", on=True)
    answer = await table.ben.slash(table.channel, "tournament create", name="Bens", game="conhex", clock="3d")
    assert answer.message.text == "**Bens** is open for entries in this channel."
    ending = (await table.ben.slash(table.channel, "tournament end", tournament="Bens")).message
    assert ending.text.startswith("**Bens** is called off.")


@pytest.mark.parametrize("digits", [19, 5000])
async def test_a_number_of_too_many_digits_is_no_tournament(table: Table, digits: int) -> None:
    answer = (await table.anna.slash(table.channel, "tournament show", tournament="9" * digits)).text
    assert answer == "There is no such tournament here."
