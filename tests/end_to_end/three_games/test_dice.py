"""Dice that can be checked: announced first, told last, verified by anyone, and a six rolls again."""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.panels import onward
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import HATS, face_off, follow_round, gather, lay_out
from tests.end_to_end.three_games.honesty import announced, check_honest
from tests.end_to_end.three_games.known_dice import foretell, next_match
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

UPDATE = 7


async def test_a_six_rolls_again_in_the_same_panel(table: Table, bot: BotHere) -> None:
    foretell(bot, {1: 6, 4: 6, 7: 2, 9: 3})
    match = await gather(table, [table.anna, table.ben])
    mover = match.mover
    page = (await mover.press(match.board, "Move")).message
    panel = page
    for ply, move in enumerate(("H0-R5", "roll-again", "R5-R11", "roll-again"), start=2):
        choice = match.state.parse(move)
        if choice.action:
            assert set(panel.buttons) == {"Roll again", "Stop here", "Undo"}, "played at once"
        answer = await mover.press(panel, onward(panel, choice))
        assert answer.callback == UPDATE
        if not choice.action:
            if "Confirm" not in answer.message.buttons:
                answer = await mover.press(answer.message, onward(answer.message, choice))
            assert list(answer.message.buttons) == ["Confirm", "Back"], ply
            answer = await mover.press(answer.message, "Confirm")
            assert answer.callback == UPDATE
        panel = answer.message
        await match.follow(move)
    assert panel.id == page.id, "all in one panel"
    assert match.rolls == {1: 6, 4: 6, 7: 2}
    assert "2" in panel.pictures[0][1]
    everyone = [player.id for player in match.players]
    assert match.called == everyone, "no second ping while the turn stays"
    await match.press("H0-R1")
    assert match.rolls[9] == 3
    match.check_pings()


async def test_who_stops_after_a_six_passes_the_turn_on(table: Table, bot: BotHere) -> None:
    foretell(bot, {1: 6, 4: 5})
    match = await gather(table, [table.anna, table.ben])
    first = match.mover
    await match.type("H0-R5")
    assert match.mover == first
    refused = await first.slash(match.home, "move", move="R5-R8")
    assert refused.text == "After a 6, choose first: roll again or stop."
    suggestions = await first.complete(match.home, "move", "move", "")
    assert [choice["value"] for choice in suggestions] == ["roll-again", "stop"]
    await match.press("stop")
    assert match.mover != first
    match.check_pings()


async def test_who_can_move_must(table: Table, bot: BotHere) -> None:
    foretell(bot, {1: 4})
    match = await gather(table, [table.anna, table.ben])
    refused = await match.mover.slash(match.home, "move", move="pass")
    assert refused.text == "You can move, so you must. Choose one of your hats."


async def test_verify_is_refused_while_the_match_goes_on(table: Table, bot: BotHere) -> None:
    bot.lot.falls = 2**200 + 7
    match = await gather(table, [table.anna, table.ben])
    assert len(announced(match)) == 44
    for person in (table.anna, table.sam):
        refused = await person.slash(match.home, "dice verify")
        assert refused.message.is_private
        assert refused.text == "The rolls stay sealed while the game is running. Ask again when it is over."


async def test_a_resignation_tells_the_secret(table: Table, bot: BotHere) -> None:
    bot.lot.falls = 2**222 + 13
    match = await gather(table, [table.anna, table.ben])
    await match.type(str(match.state.legal_moves()[0]))
    question = (await match.players[0].slash(match.home, "resign")).message
    await match.players[0].press(question, "Confirm")
    match.board = await table.sam.finds(match.home, lambda m: "🏁" in m.text, "the end")
    assert f"{match.players[1].name} wins, {match.players[0].name} resigned" in match.board.text
    await check_honest(match)


async def test_who_names_no_game_means_his_latest_finished_one(table: Table) -> None:
    none = await table.anna.slash(table.channel, "dice verify")
    assert none.text == "You have no finished game with dice yet."
    match = await gather(table, [table.anna, table.ben])
    still = await table.anna.slash(table.channel, "dice verify")
    assert still.text == "You have no finished game with dice yet."
    question = (await table.anna.slash(match.home, "resign")).message
    await table.anna.press(question, "Confirm")
    later = await face_off(table, "fox-and-hens")
    given_up = (await table.anna.slash(later.home, "resign")).message
    await table.anna.press(given_up, "Confirm")
    for place in (table.channel, later.home):
        checked = await table.anna.slash(place, "dice verify")
        assert f"#{match.number}" in checked.text
    suggestions = await table.anna.complete(table.channel, "dice verify", "game", "")
    assert [choice["value"] for choice in suggestions] == [str(match.number)]


async def test_games_without_dice(table: Table) -> None:
    match = await face_off(table, "fox-and-hens")
    refused = await table.anna.slash(match.home, "dice verify", game=str(match.number))
    assert refused.text == "No dice were used in this game."
    assert "🎲" not in match.board.text


async def test_finished_games_complete_themselves(table: Table, six: list[Person]) -> None:
    match = await gather(table, six[:3])
    for seat in (0, 1):
        await match.leave(seat)

    async def offered_moves() -> list[str]:
        choices = await match.players[2].complete(table.channel, "dice verify", "game", "")
        return [choice["value"] for choice in choices]

    await until(offered_moves, "the match to be offered")
    assert await offered_moves() == [str(match.number)]


@pytest.mark.assumes("message-numbers")
async def test_the_seal_stands_on_the_card_before_anybody_has_agreed(table: Table, bot: BotHere) -> None:
    bot.lot.falls = 2**221 + 29
    card = await lay_out(table, table.anna, players="2")
    (line,) = [line for line in card.text.splitlines() if line.startswith("-# 🎲")]
    await table.ben.press(card, "Join")
    match = await follow_round(table, HATS, card.id, (table.anna, table.ben), {})
    assert line == f"-# 🎲 Dice sealed: `{announced(match)}`"
    assert f"/{match.home}/{match.opening.id})" in match.board.text, "the first roll names its message"
    assert int(card.id) < int(match.opening.id) < int(match.board.id)
    posted = (int(match.opening.id) >> 22) + 1420070400000
    assert abs(posted / 1000 - bot.clock().timestamp()) < 60
    question = (await match.players[0].slash(match.home, "resign")).message
    await match.players[0].press(question, "Confirm")
    match.board = await table.sam.finds(match.home, lambda m: "🏁" in m.text, "the end")
    await check_honest(match)
    checked = await table.sam.slash(match.home, "dice verify")
    assert f"`{match.opening.id}`" in checked.text


async def test_a_word_of_ones_own(table: Table, bot: BotHere) -> None:
    bot.lot.falls = 2**220 + 31
    nothing = await table.ben.slash(table.channel, "dice accept", word="Pomeranze")
    assert nothing.text == "No challenge with dice is open to you here."
    card = await lay_out(table, table.anna, players="2")
    suggestions = await table.ben.complete(table.channel, "dice accept", "challenge", "")
    assert [choice["name"] for choice in suggestions] == [
        f"#{suggestions[0]['value'][:-2]} · Catch the Hat · Anna"
    ]
    empty = await table.ben.slash(table.channel, "dice accept", word=" ", challenge=suggestions[0]["value"])
    assert empty.text == "That is not a word. Write at least one character."
    answer = await table.ben.slash(table.channel, "dice accept", word="Pomeranze")
    assert answer.message.is_private
    match = await follow_round(table, HATS, card.id, (table.anna, table.ben), {})
    word = "8aac01bf3ffdd30fe26ab67971c9ce21"
    assert f"`{word}`" in match.opening.text
    question = (await match.players[0].slash(match.home, "resign")).message
    await match.players[0].press(question, "Confirm")
    match.board = await table.sam.finds(match.home, lambda m: "🏁" in m.text, "the end")
    await check_honest(match, (word,))


async def test_a_word_at_a_table_of_several(table: Table, six: list[Person]) -> None:
    card = await lay_out(table, six[0], players="3")
    joined = await six[2].slash(table.channel, "dice accept", word="x")
    assert "You are at the table" in joined.text or card.headline.split(" · ")[0] in joined.text
    await six[0].press(card, "Withdraw")
    answer = await six[1].slash(table.channel, "dice accept", word="x")
    assert answer.text == "No challenge with dice is open to you here."


async def test_while_the_first_message_is_on_its_way_everything_can_be_looked_at(
    table: Table, bot: BotHere
) -> None:
    card = await lay_out(table, table.anna, players="2")
    await table.control.deny(table.channel, "CREATE_PUBLIC_THREADS")
    await table.control.fault("status", f"/channels/{table.channel}/messages$", "POST", status=503, times=3)
    await table.ben.press(card, "Join")
    number = next_match(bot) - 1
    listed = await table.anna.slash(table.channel, "games")
    lines = [
        (line["label"], line["description"]) for menu in listed.message.menus for line in menu["options"]
    ]
    assert any(f"#{number}" in title and "about to be rolled" in status for title, status in lines), lines
    looked = await table.anna.slash(table.channel, "board", game=str(number))
    assert looked.message.pictures
    answer = await table.anna.slash(table.channel, "move", move="H0-R1", game=str(number))
    assert "about to be rolled" in answer.text
    await table.sam.finds(table.channel, lambda m: "Move" in m.buttons, "the first board")
