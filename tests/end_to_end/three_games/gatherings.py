"""Beginning matches: two players at a card, or up to six at a lobby's card."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import rules
from bot.locale import Language
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table, typed_challenge
from tests.end_to_end.three_games.rounds import ENGLISH, Round, number_on

HATS = "catch-the-hat"


async def open_lobby(table: Table, host: Person, t: Language = ENGLISH, **options: Any) -> ShownMessage:
    """Open a lobby for Catch the Hat and return its card."""
    before = {message.id for message in await host.messages(table.channel)}
    answer = await host.slash(table.channel, f"challenge {HATS}", **typed_challenge(HATS, options))
    assert answer.message.is_private
    assert list(answer.message.buttons) == [t("button.change"), t("button.withdraw")], answer.text
    return await table.sam.wait_for_message(
        table.channel, lambda m: m.id not in before and t("button.leave") in m.buttons, "the lobby's card"
    )


async def card_of(table: Table, card: ShownMessage) -> ShownMessage:
    """Return a card in its current state."""
    return next(m for m in await table.sam.messages(table.channel) if m.id == card.id)


async def gather(table: Table, people: Sequence[Person], t: Language = ENGLISH, **options: Any) -> Round:
    """Join people to a lobby hosted by the first, alternating parties; the last person starts it."""
    host, *guests = people
    card = await open_lobby(table, host, t, players=str(len(people)), **options)
    joins = [label for label, custom_id in card.buttons.items() if custom_id.startswith("fp:join:")]
    for number, guest in enumerate(guests, start=1):
        answer = await guest.press(card, joins[number % len(joins)])
        assert answer.callback == 7, answer.text
    return await follow_round(table, HATS, card.id, people, options, t)


async def face_off(
    table: Table, key: str, t: Language = ENGLISH, *, first: Person | None = None, **options: Any
) -> Round:
    """Challenge Ben as Anna to a two-player game and accept; `first` has the first seat, by default Anna."""
    roles = rules.GAMES[key].roles(2)
    role = roles[1 if first is table.ben else 0]
    before = {message.id for message in await table.anna.messages(table.channel)}
    fields = typed_challenge(key, {"opponent": table.ben.id, "role": role, **options})
    await table.anna.slash(table.channel, f"challenge {key}", **fields)
    accept = t("button.accept")
    card = await table.sam.wait_for_message(
        table.channel, lambda m: m.id not in before and accept in m.buttons, "the card"
    )
    await table.ben.press(card, accept)
    return await follow_round(table, key, card.id, (table.anna, table.ben), options, t)


async def follow_round(
    table: Table,
    key: str,
    thread: str,
    people: Sequence[Person],
    options: Mapping[str, Any],
    t: Language = ENGLISH,
    *,
    after: int = 0,
) -> Round:
    """Follow the first match in a thread with a number above `after`."""

    def fits(message: ShownMessage) -> bool:
        return t("button.move") in message.buttons and number_on(message) > after

    start = await table.sam.wait_for_message(thread, fits, "the first board")
    begins, number = t("headline.begins"), f"#{number_on(start)} "
    opening = await table.sam.wait_for_message(
        thread,
        lambda m: begins in m.headline and number in f"{m.headline} ",
        "the message that opens the match",
    )
    line = next(line for line in opening.text.splitlines()[1:] if line.count("<@") == len(people))
    seats = re.findall(r"<@(\d+)>", line)
    players = [next(player for player in people if player.id == person) for person in seats]
    assert len(players) == len(people)
    fields = {k: v for k, v in options.items() if k in {option.key for option in rules.GAMES[key].options}}
    state = rules.GAMES[key].new(fields, players=len(players))
    match = Round(table, key, state, players, number_on(start), start, opening, t)
    match.in_series = any(t("series.game", number=number) in opening.text for number in (1, 2))
    match.continues_series = t("series.game", number=2) in opening.text
    roles = [match.player_with_role(seat) for seat in range(len(players))]
    assert line == t("list.versus" if len(roles) == 2 else "list.and").join(roles)
    match.start()
    return match
