"""The card of a challenge; with more than two players it is a lobby."""

from discord import ButtonStyle
from discord.utils import format_dt

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene, plain_name
from bot.chat.core.offered_boards import board_id
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import dice_text, phrases, time_text
from bot.features.challenges.commands.terms_text import terms_lines
from bot.features.challenges.messages import card_ids, lobby_card
from bot.features.challenges.services import Cards
from bot.locale import Language
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.people.players import LEVELS
from bot.model.tournament_references import MAX_NAME_LENGTH
from render import View
from rules.contract import Game


async def card(cards: Cards, pictures: Pictures, challenge: Challenge, t: Language) -> PublicMessage:
    """Return the card of a challenge or a lobby."""
    make = lobby_card.lobby_card if challenge.lobby else challenge_card
    return await make(cards, pictures, challenge, t)


async def challenge_card(
    cards: Cards, pictures: Pictures, challenge: Challenge, t: Language
) -> PublicMessage:
    """Return the card of a challenge with a picture of the first position."""
    terms = challenge.terms
    game = cards.games[terms.key]
    who = phrases.mention(challenge.challenger)
    if challenge.opponent is None:
        asking = t("challenge.open", challenger=who)
    elif terms.against_engine:
        asking = t("challenge.to-engine", challenger=who)
    else:
        asking = t("challenge.to", challenger=who, opponent=phrases.mention(challenge.opponent))
    people = [challenge.challenger, *([] if challenge.opponent is None else [challenge.opponent])]
    away = time_text.absent(await cards.settings.away(people), t)
    ladder = await _of_ladder(cards, challenge, t)
    lines = (
        asking,
        phrases.challenge_origin(challenge, t),
        *ladder,
        *map(layouts.small, terms_lines(game, challenge, t)),
        away,
        dice_text.commitment_line(challenge, t),
        *_levels(challenge, t),
    )
    return PublicMessage(
        headline=headlines.challenge(challenge, await cards.people.names(set(people)), t),
        body="\n".join(part for part in lines if part),
        rows=_rows(challenge, game, t, changes=not ladder),
        scene=Scene(game.new(terms.options), pictures.view_for(View()), t),
    )


async def _of_ladder(cards: Cards, challenge: Challenge, t: Language) -> tuple[str, ...]:
    """Return the name of a challenge's ladder and the time to answer, as lines; empty outside ladders."""
    if challenge.opponent is None or challenge.terms.against_engine or challenge.place.server is None:
        return ()
    ladder = await cards.tournaments.of_challenge(challenge.id)
    if ladder is None:
        return ()
    text = t("ladder.challenge", name=plain_name(ladder.name, MAX_NAME_LENGTH))
    if challenge.status is not ChallengeStatus.OPEN or challenge.expires is None:
        return (text,)
    return text, t("ladder.answer-by", when=format_dt(challenge.expires, "f"))


def _rows(
    challenge: Challenge, game: Game, t: Language, *, changes: bool
) -> tuple[tuple[layouts.Button, ...], ...]:
    """Return the buttons of a card; a challenge to an engine has one per level.

    Without `changes` there is no button to change the terms.
    """
    withdraw = layouts.button(t("button.withdraw"), custom_ids.write("withdraw", challenge.id))
    rules = layouts.button(
        t("button.rules"), custom_ids.write("rules", board_id(game, challenge.terms.options))
    )
    if challenge.terms.against_engine:
        levels = [
            layouts.button(
                phrases.engine(level, t),
                card_ids.level_id(challenge, level),
                ButtonStyle.success,
            )
            for level in LEVELS
        ]
        return tuple(levels), (withdraw, rules)
    row = [layouts.button(t("button.accept"), card_ids.accept_id(challenge), ButtonStyle.success)]
    if challenge.opponent is not None:
        row.append(
            layouts.button(t("button.decline"), custom_ids.write("decline", challenge.id), ButtonStyle.danger)
        )
    change = layouts.button(t("button.change"), custom_ids.write("change", challenge.id))
    return ((*row, *([change] if changes else []), withdraw, rules),)


def _levels(challenge: Challenge, t: Language) -> tuple[str, ...]:
    """Return the descriptions of an engine's levels until one is chosen."""
    if not challenge.terms.against_engine or challenge.status is not ChallengeStatus.OPEN:
        return ()
    return t("challenge.choose-level"), *(f"- {t(f'practice.level.{level}')}" for level in LEVELS)


async def public_card(cards: Cards, challenge: Challenge) -> PublicMessage:
    """Return the public card of a challenge."""
    pictures, t = await cards.readers.everyone(challenge)
    return await card(cards, pictures, challenge, t)


def card_mark(challenge: Challenge) -> str:
    """Return the custom_id that identifies the card of a challenge."""
    if challenge.terms.against_engine:
        return card_ids.level_id(challenge, LEVELS[0])
    return custom_ids.write("leave", challenge.id) if challenge.lobby else card_ids.accept_id(challenge)
