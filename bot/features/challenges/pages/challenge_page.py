"""A challenge as one person sees it: the content of its card, and their possible actions.

This page is reached from the list of games, as the card or its channel may be deleted.
"""

from dataclasses import replace

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases
from bot.chat.core.words.aims import aim
from bot.chat.core.words.balance_text import balance_line
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.moves import move_picker
from bot.chat.parts.moves.guide_page import guide_page
from bot.chat.parts.moves.happened import Before
from bot.features.challenges.commands.terms_text import series_line
from bot.features.challenges.messages import card_ids, challenge_card
from bot.features.challenges.services import Cards
from bot.locale import Language
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.seat_assignment import playable
from bot.model.match.match import Match, MatchPosition
from rules.contract import Game


async def challenge_page(
    cards: Cards, pictures: Pictures, challenge: Challenge, person: int, t: Language, remark: str = ""
) -> layouts.Page:
    """Return the content of a challenge's card with the buttons that the person can use.

    `remark` is the result of the press that led here.
    """
    card = await challenge_card.card(cards, pictures, challenge, t)
    verbs = _usable_verbs(cards, challenge, person)
    rows = (
        tuple(button for button in row if _is_usable(button, challenge, person, verbs)) for row in card.rows
    )
    closing = "" if remark in card.body else remark
    page = replace(card, closing=closing, rows=tuple(row for row in rows if row))
    if page.scene is None:
        return page.layout(None), []
    picture = await page.scene.draw(pictures)
    return page.layout(picture.words), [picture]


def begun_page(match: Match, t: Language) -> ui.LayoutView:
    """Return the private page of a started game: its number, its place, a link."""
    text = t("challenge.begun", game=game_name(match, t), number=match.id, where=f"<#{match.home}>")
    row = [layouts.button(t("button.board"), custom_ids.write("board", match.id))]
    return layouts.page(layouts.text(text), layouts.buttons(*row))


async def first_move_page(
    pictures: Pictures, position: MatchPosition, seat: int, t: Language
) -> layouts.Page:
    """Return the panel for the first move of a started game, with the aim of the side on `seat`."""
    match, game = position.match, position.state.game
    role = game.roles(len(match.players))[seat]
    before = Before(
        remarks=(t("practice.aim", aim=aim(game, role, match.options, t)),),
        title=(t("challenge.begun-first"),),
    )
    return await guide_page(pictures, position, seat, move_picker.START, t, before=before)


def choose_side_page(game: Game, challenge: Challenge, t: Language) -> ui.LayoutView:
    """Return the page that asks the accepting player for a side."""
    terms = challenge.terms
    lines = (
        t(
            "challenge.choose-side",
            game=game_name(terms, t),
            challenger=phrases.mention(challenge.challenger),
        ),
        balance_line(game, terms.options, t),
        series_line(game, terms, t),
    )
    row = [
        layouts.button(t(f"{game.key}.role.{role}"), card_ids.side_id(challenge, role))
        for role in game.roles(min(game.seats))
    ]
    return layouts.page(layouts.text("\n".join(line for line in lines if line)), layouts.buttons(*row))


def _usable_verbs(cards: Cards, challenge: Challenge, person: int) -> frozenset[str]:
    """Return the verbs of the buttons that the person can use now."""
    if challenge.status is not ChallengeStatus.OPEN:
        return frozenset()
    if challenge.lobby:
        return _lobby_verbs(cards, challenge, person) | {"rules"}
    if challenge.terms.against_engine:
        return frozenset(
            {"engine-level", "withdraw", "rules"} if person == challenge.challenger else {"rules"}
        )
    if person == challenge.challenger:
        return frozenset({"change", "withdraw", "rules"})
    if person == challenge.opponent:
        return frozenset({"accept", "decline", "change", "rules"})
    return frozenset({"accept", "rules"} if challenge.opponent is None else {"rules"})


def _lobby_verbs(cards: Cards, challenge: Challenge, person: int) -> frozenset[str]:
    numbers = playable(cards.games[challenge.terms.key], challenge.terms.options, challenge.terms.players)
    members = [member.person for member in challenge.members]
    if person == challenge.challenger:
        start = ["start"] if len(members) in numbers else []
        fill = ["fill"] if len(members) < max(numbers) else []
        return frozenset({"join", "door", "change", "withdraw", *start, *fill})
    if person in members:
        return frozenset({"join", "leave"})
    invited = person in challenge.invitees
    has_room = len(members) < max(numbers) and (invited or not challenge.closed)
    return frozenset([*(["join"] if has_room else []), *(["decline"] if invited else [])])


def _is_usable(button: layouts.Button, challenge: Challenge, person: int, verbs: frozenset[str]) -> bool:
    press = custom_ids.read(button.custom_id or "")
    if press.verb != "join":
        return press.verb in verbs
    _, party, _ = card_ids.read_join(press)
    # A guest can still change parties, but not join the same one again.
    is_same = any(member.person == person and member.party == party for member in challenge.members)
    return "join" in verbs and not is_same
