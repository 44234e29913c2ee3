"""Draws, take-backs and aborts: offered by buttons and by command, answered, withdrawn, lapsed."""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.panels import confirm, prepare
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Answer, Seen
from tests.end_to_end.tables import Match, Table, typed

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

LONG_AFTER = 180.0


async def begin_game(table: Table) -> Match:
    return await table.begin("hnefatafl", board="brandubh-7")


async def from_more(person: Person, board: Seen, button: str) -> Answer:
    """Press a button of the More panel."""
    more = await person.press(board, "More")
    return await person.press(more.message, button)


async def offer_message(match: Match, words: str) -> Seen:
    """Wait for the public message that tells an offer."""
    return await match.witness.finds(
        match.home, lambda m: words in m.text and "Accept" in m.buttons, f"an offer: {words}"
    )


async def closed(match: Match, offer: Seen, words: str) -> Seen:
    """Wait until an offer has lost its buttons and says what became of it."""
    return await match.witness.finds(
        match.home, lambda m: m.id == offer.id and not m.buttons and words in m.text, words
    )


async def test_a_draw_is_offered_and_accepted(table: Table) -> None:
    match = await begin_game(table)
    answer = await from_more(table.anna, match.start, "Offer draw")
    assert answer.text == f"Game #{match.number}: your offer of a draw stands until the other side moves."
    offer = await offer_message(match, f"🤝 {table.anna.mention} (attackers) offers a draw.")
    assert list(offer.buttons) == ["Accept", "Decline", "Withdraw"]
    assert offer.pinged == [table.ben.id]
    await table.ben.press(offer, "Accept")
    await closed(match, offer, f"✅ Accepted by {table.ben.mention}.")
    end = await table.sam.finds(match.home, lambda m: "🤝 draw by agreement" in m.headline, "the end")
    assert list(end.buttons) == ["Rematch", "Board", "More", "Review", "Replay", "Export"]
    assert end.pinged == [table.anna.id], "who agrees knows, who has offered is told"
    over = await table.anna.slash(match.home, "move", move="d1-c1")
    assert over.text == "This game is over."


async def test_a_draw_is_declined_and_each_turn_has_one_offer(table: Table) -> None:
    match = await begin_game(table)
    await table.anna.slash(match.home, "offer", what="draw")
    offer = await offer_message(match, "offers a draw")
    await table.ben.press(offer, "Decline")
    await closed(match, offer, f"✖️ Declined by {table.ben.mention}.")
    again = await table.anna.slash(match.home, "offer", what="draw")
    assert again.message.is_private
    assert again.text.startswith("You have already offered that this turn.")
    await table.anna.slash(match.home, "move", move="d1-c1")
    await match.board(1)
    await table.anna.slash(match.home, "offer", what="draw")
    second = await offer_message(match, "offers a draw")
    assert second.id != offer.id


async def test_an_offer_is_withdrawn_only_by_who_made_it(table: Table) -> None:
    match = await begin_game(table)
    await table.anna.slash(match.home, "offer", what="draw")
    offer = await offer_message(match, "offers a draw")
    wrong = await table.ben.press(offer, "Withdraw")
    assert wrong.message.is_private
    assert wrong.text == "Only the player who made this offer can withdraw it."
    own = await table.anna.press(offer, "Accept")
    assert own.text.startswith("That is your own offer")
    stranger = await table.sam.press(offer, "Accept")
    assert stranger.text == "You do not play in this game; only its players can do that."
    await table.anna.press(offer, "Withdraw")
    await closed(match, offer, f"↩️ Withdrawn by {table.anna.mention}.")
    late = await table.ben.slash(match.home, "offer", what="draw", answer="accept")
    assert late.text == "There is no such offer open at the moment."


async def test_an_offer_lapses_with_the_next_move_of_the_other(table: Table) -> None:
    match = await begin_game(table)
    await match.play("d1-c1")
    await table.anna.slash(match.home, "offer", what="draw")
    offer = await offer_message(match, "offers a draw")
    await table.ben.slash(match.home, "move", move="d3-a3")
    await match.board(2)
    await closed(match, offer, "⌛ This offer has lapsed.")


async def test_a_draw_offered_before_a_move_stands_after_it(table: Table) -> None:
    match = await begin_game(table)
    panel = await prepare(table.anna, match.start, ("d1", "c1"))
    assert list(panel.buttons) == ["Confirm", "Back"]
    await from_more(table.anna, match.start, "Offer draw")
    offer = await offer_message(match, "offers a draw")
    await table.anna.press(panel, "Confirm")
    await match.board(1)
    await table.ben.press(offer, "Accept")
    await table.sam.finds(match.home, lambda m: "🤝 draw by agreement" in m.headline, "the end")


async def test_a_game_without_draws_offers_none(table: Table) -> None:
    match = await table.begin("conhex")
    more = await table.anna.press(match.start, "More")
    assert "Offer draw" not in more.message.buttons
    panel = await prepare(table.anna, match.start, ("f6",))
    assert list(panel.buttons) == ["Confirm", "Back"]
    refused = await table.anna.slash(match.home, "offer", what="draw")
    assert refused.text == "There are no draws by agreement in this game."


async def test_a_slip_is_taken_back_at_once(table: Table) -> None:
    match = await begin_game(table)
    old = await prepare(table.anna, match.start, ("d1", "b1"))
    board = await match.play("d1-c1")
    undone = await from_more(table.anna, board, "Ask to take back")
    assert undone.text == f"Game #{match.number}: your move has been taken back. It is your turn again."
    back = await table.sam.finds(match.home, lambda m: "takes back: d1-c1" in m.text, "the board before")
    assert f"{table.anna.mention}, your turn (attackers)." in back.text
    assert list(back.buttons) == ["Move", "Board", "More"]
    assert back.pinged == [], "who pressed it himself needs no call"
    await match.stripped(board)
    stale = await confirm(table.anna, old)
    assert stale.text.startswith("The position has changed in the meantime."), "no panel outlives a take-back"
    await table.anna.slash(match.home, "move", move="d1-b1")
    again = await match.board(1)
    assert again.tells("d1-b1")
    assert again.id != board.id


async def test_nobody_is_offered_to_take_back_what_he_has_not_played(table: Table) -> None:
    match = await begin_game(table)
    board = await match.play("d1-c1")
    assert "Ask to take back" in (await table.anna.press(board, "More")).message.buttons
    assert "Ask to take back" not in (await table.ben.press(board, "More")).message.buttons


async def test_after_a_reply_a_take_back_needs_consent(table: Table) -> None:
    match = await begin_game(table)
    board = await match.play("d1-c1", "d3-a3")
    await from_more(table.anna, board, "Ask to take back")
    offer = await offer_message(
        match, f"↩️ {table.anna.mention} (attackers) would like to take back their own last move."
    )
    await table.ben.press(offer, "Accept")
    await closed(match, offer, "✅ Accepted by")
    back = await table.sam.finds(match.home, lambda m: "takes back" in m.text, "the board before")
    assert "takes back: d1-c1, d3-a3" in back.text
    assert f"{table.anna.mention}, your turn" in back.text


async def test_late_a_take_back_needs_consent_too(table: Table, bot: BotHere) -> None:
    match = await begin_game(table)
    await match.play("d1-c1")
    bot.later(LONG_AFTER)
    answer = await table.anna.slash(match.home, "offer", what="take-back")
    assert answer.text.startswith(f"Game #{match.number}: {table.ben.mention} has been asked")
    await offer_message(match, "would like to take back their own last move")
    declined = await table.ben.slash(match.home, "offer", what="take-back", answer="decline")
    assert declined.text == "You have declined."
    await table.sam.finds(
        match.home, lambda m: f"✖️ Declined by {table.ben.mention}." in m.text, "the end of it"
    )
    nothing = await table.ben.slash(match.home, "offer", what="take-back")
    assert nothing.text.startswith("You have not played a move")


async def test_an_answer_that_comes_before_the_bot_knows_the_message_is_said_there_too(table: Table) -> None:
    match = await begin_game(table)
    await table.control.fault("delay", f"/channels/{match.home}/messages$", "POST", seconds=1.0, when="after")
    await table.anna.slash(match.home, "offer", what="draw")
    offer = await offer_message(match, "offers a draw")
    declined = await table.ben.slash(match.home, "offer", what="draw", answer="decline")
    assert declined.text == "You have declined."
    await closed(match, offer, f"✖️ Declined by {table.ben.mention}.")


async def test_before_the_first_move_a_game_is_aborted(table: Table) -> None:
    match = await begin_game(table)
    question = await from_more(table.anna, match.start, "Abort")
    assert list(question.message.buttons) == ["Confirm", "Back"]
    answer = await table.anna.press(question.message, "Back")
    assert answer.text == "Nothing has changed. The game goes on."
    question = await table.anna.slash(match.home, "offer", what="abort")
    confirmation = await table.anna.press(question.message, "Confirm")
    assert confirmation.text == f"Game #{match.number} has been aborted; it has no result."
    end = await table.sam.finds(match.home, lambda m: "aborted" in m.text, "the end")
    assert "your turn" not in end.text


async def test_who_has_played_must_agree_to_abort(table: Table) -> None:
    match = await begin_game(table)
    await match.play("d1-c1")
    question = await table.anna.slash(match.home, "offer", what="abort")
    await table.anna.press(question.message, "Confirm")
    await offer_message(match, "would like to abort the game")
    agreed = await table.ben.slash(match.home, "offer", what="abort", answer="accept")
    assert agreed.text == "You have accepted."
    await table.sam.finds(match.home, lambda m: "aborted" in m.text, "the end")


async def test_after_the_opening_no_game_is_aborted(table: Table) -> None:
    match = await begin_game(table)
    board = await match.play("d1-c1", "d3-a3")
    more = await table.ben.press(board, "More")
    assert "Abort" not in more.message.buttons
    question = await table.ben.slash(match.home, "offer", what="abort")
    refused = await table.ben.press(question.message, "Confirm")
    assert refused.text.startswith("Everyone has already moved")


async def test_more_shows_what_waits_for_an_answer(table: Table) -> None:
    match = await begin_game(table)
    await table.anna.slash(match.home, "offer", what="draw")
    await offer_message(match, "offers a draw")
    own = (await table.anna.press(match.start, "More")).message
    assert "offers a draw" in own.text
    assert "Withdraw" in own.buttons
    assert "Offer draw" not in own.buttons
    theirs = (await table.ben.press(match.start, "More")).message
    assert (await table.ben.press(theirs, "Decline")).text == "You have declined."
    twice = await table.ben.press(theirs, "Accept")
    assert twice.text == "There is no such offer open at the moment."
    nothing = await table.ben.slash(match.home, "offer", what="draw", answer="accept")
    assert nothing.text == "There is no such offer open at the moment."


async def test_offers_outlive_a_restart(table: Table, bot: BotHere) -> None:
    match = await begin_game(table)
    more = (await table.anna.press(match.start, "More")).message
    await bot.restart()
    await table.anna.press(more, "Offer draw")
    offer = await offer_message(match, "offers a draw")
    await bot.restart()
    await table.ben.press(offer, "Accept")
    await closed(match, offer, "✅ Accepted by")
    await table.sam.finds(match.home, lambda m: "🤝 draw by agreement" in m.headline, "the end")


@pytest.mark.parametrize(
    "forged",
    ["offer:{n}", "offer:{n}:gold", "offer-yes:{n}:0:0:draw", "offer-yes:{n}:0:0", "offer-no:{n}:9:9:abort",
     "offer-back:{n}:0:0:take-back", "offer:424242:draw", "offer-yes:424242:0:0:draw", "offer-abort:424242"],
)  # fmt: skip
async def test_ids_made_up_by_hand(table: Table, forged: str) -> None:
    match = await begin_game(table)
    for person in (table.anna, table.sam):
        custom_id = "fp:" + forged.replace("{n}", str(match.number))
        answer = await person.forge(match.start.holding(custom_id), custom_id)
        assert answer.message.is_private
        assert "went wrong" not in answer.text
    assert len(await match.boards()) == 1
    real = f"fp:offer:{match.number}:draw"
    await table.anna.forge(match.start.holding(real), real)
    await offer_message(match, "offers a draw")


async def test_in_german(german_table: Table) -> None:
    table = german_table
    for person in (table.anna, table.ben):
        await person.speaks("de")
    options = typed("hnefatafl", {"opponent": table.ben.id, "role": "attackers"})
    await table.anna.slash(table.channel, "challenge hnefatafl", **options)
    card = await table.sam.finds(table.channel, lambda m: "Annehmen" in m.buttons, "the card")
    await table.ben.press(card, "Annehmen")
    start = await table.sam.finds(card.id, lambda m: "Ziehen" in m.buttons, "the first board")
    more = (await table.anna.press(start, "Mehr")).message
    assert list(more.buttons) == [
        "Regeln",
        "Abspielen",
        "Exportieren",
        "Aufgeben",
        "Platz abgeben",
        "Remis anbieten",
        "Abbrechen",
    ]
    assert "Noch kein Zug gespielt, begonnen" in more.text
    waiting = (await table.ben.press(start, "Mehr")).message
    assert list(waiting.buttons) == [
        "Regeln",
        "Abspielen",
        "Exportieren",
        "Aufgeben",
        "Platz abgeben",
        "Remis anbieten",
        "Abbrechen",
        "Vorausplanen",
    ]
    answer = await table.anna.press(more, "Remis anbieten")
    assert answer.text.endswith("Remis ist angeboten, bis die andere Seite zieht.")
    offer = await table.sam.finds(start.channel, lambda m: "bietet Remis an" in m.text, "the offer")
    assert list(offer.buttons) == ["Annehmen", "Ablehnen", "Zurückziehen"]
    await table.ben.press(offer, "Annehmen")
    await table.sam.finds(start.channel, lambda m: "🤝 Remis durch Vereinbarung" in m.text, "the end")
