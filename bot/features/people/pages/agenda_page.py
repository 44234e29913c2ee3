"""A person's list of games and challenges, as long as fits into a message."""

from collections.abc import Iterable, Mapping

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import IsGone, place_absence
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.words import list_text, phrases, time_text
from bot.chat.core.words.game_names import game_name
from bot.features.people.services import PeopleServices
from bot.locale import Language
from bot.model.agenda import Agenda, Limits
from bot.model.challenges.challenge import Challenge
from bot.model.match.match import Match

MINE, THEIRS, CHALLENGES, FINISHED = 1250, 800, 950, 500
"""The maximum numbers of characters of the list's parts, which together fit into one message."""
SENT_SHARE = 10
"""The number of menu entries reserved for sent challenges, however many were received."""
OPTION_LIMIT = 100


async def own_page(services: PeopleServices, context: InteractionContext) -> ui.LayoutView:
    """Return the person's list of games and challenges."""
    person = context.person.id
    agenda = await services.agenda.of(person)
    people = {player for match in _matches(agenda) for player in match.people}
    people |= {challenge.challenger for challenge in agenda.challenges_received}
    people |= {challenge.opponent for challenge in agenda.challenges_sent if challenge.opponent is not None}
    names = await services.people.names(people)
    in_server = context.place.server is not None
    is_gone = place_absence(context.interaction.client)
    return agenda_page(agenda, person, names, services.limits, context.t, in_server=in_server, gone=is_gone)


def agenda_page(
    agenda: Agenda,
    person: int,
    names: Mapping[int, str],
    limits: Limits,
    t: Language,
    *,
    in_server: bool = True,
    gone: IsGone = lambda _: False,
) -> ui.LayoutView:
    """Return a person's list: their turns, others' turns, challenges, endings; with menus to open them.

    Near the limits, its last line names the maximum numbers of games and challenges. Without running games
    and challenges, a button starts a new game, only `in_server`. Places that are `gone` are not linked.
    """
    received = [_challenge(challenge, person, t, gone) for challenge in agenda.challenges_received]
    lines = [_challenge(challenge, person, t, gone) for challenge in agenda.challenges_sent]
    parts = (
        list_text.fitting(
            t("games.heading-yours"), [list_text.match_line(match, t, gone) for match in agenda.mine], MINE, t
        ),
        list_text.fitting(
            t("games.heading-waiting"),
            [list_text.match_line(match, t, gone) for match in agenda.theirs],
            THEIRS,
            t,
        ),
        list_text.fitting(t("games.heading-challenges"), [*received, *lines], CHALLENGES, t),
        list_text.fitting(
            t("games.heading-finished"),
            [list_text.ended_line(match, t, gone) for match in agenda.finished],
            FINISHED,
            t,
        ),
    )
    blocks = [layouts.text(part) for part in parts if part]
    idle = not (agenda.mine or agenda.theirs or received or lines)
    if idle:
        blocks.insert(0, layouts.text(t("games.none")))
    if near := list_text.near_limits(agenda, person, limits, t):
        blocks.append(layouts.text(near))
    matches, challenges = _matches(agenda), _to_open(agenda)
    if matches:
        blocks.append(_menu(matches, person, names, t))
    if challenges:
        blocks.append(_challenge_menu(challenges, person, names, t))
    row = [layouts.button(t("button.profile"), custom_ids.write("profile", person))]
    if agenda.mine:
        row.insert(0, layouts.button(t("button.next"), custom_ids.write("next", 0), ButtonStyle.primary))
    elif idle and in_server:
        row.insert(0, layouts.button(t("button.new-game"), custom_ids.write("new-game"), ButtonStyle.success))
    blocks.append(layouts.buttons(*row))
    return layouts.page(*blocks)


def _challenge(challenge: Challenge, person: int, t: Language, is_gone: IsGone) -> str:
    sent = challenge.challenger == person
    other = challenge.opponent if sent else challenge.challenger
    if challenge.lobby:
        text_id = "games.table-sent" if sent else "games.table-received"
    else:
        text_id = "games.challenge-sent" if sent else "games.challenge-received"
    line = t(
        text_id,
        game=game_name(challenge.terms, t),
        other=_opponent_name(challenge, None if other is None else phrases.mention(other), t),
        where=list_text.challenge_link(challenge, t, is_gone),
    )
    clock = challenge.terms.clock
    return f"{line} · {time_text.clock_name(clock, t)}" if clock.runs else line


def _menu(matches: Iterable[Match], person: int, names: Mapping[int, str], t: Language) -> layouts.Block:
    options = [
        discord.SelectOption(
            label=list_text.opponents(match, person, names, t)[:100],
            value=str(match.id),
            description=list_text.status(match, person, names, t)[:100],
        )
        for match in list(matches)[: layouts.SELECT_LIMIT]
    ]
    return layouts.select(custom_ids.write("open"), t("games.open"), options)


def _challenge_menu(
    challenges: Iterable[Challenge], person: int, names: Mapping[int, str], t: Language
) -> layouts.Block:
    options = [
        discord.SelectOption(
            label=shorten(challenge_title(challenge, person, names, t), OPTION_LIMIT),
            value=str(challenge.id),
            description=shorten(time_text.clock_name(challenge.terms.clock, t), OPTION_LIMIT)
            if challenge.terms.clock.runs
            else None,
        )
        for challenge in challenges
    ]
    return layouts.select(custom_ids.write("challenge"), t("games.open-challenge"), options)


def _matches(agenda: Agenda) -> tuple[Match, ...]:
    return (*agenda.mine, *agenda.theirs, *agenda.finished)


def _to_open(agenda: Agenda) -> tuple[Challenge, ...]:
    """Return as many challenges of both kinds as fit into a menu, the oldest first."""
    challenges = agenda.challenges_sent[
        : max(SENT_SHARE, layouts.SELECT_LIMIT - len(agenda.challenges_received))
    ]
    return (*agenda.challenges_received[: layouts.SELECT_LIMIT - len(challenges)], *challenges)


def challenge_title(challenge: Challenge, person: int, names: Mapping[int, str], t: Language) -> str:
    """Return a line that identifies a challenge: the game, and its sender or receiver."""
    mine = challenge.challenger == person
    game, host = game_name(challenge.terms, t), names.get(challenge.challenger, "?")
    if challenge.lobby:
        return t("games.table-own", game=game) if mine else t("games.table-of", game=game, name=host)
    if not mine:
        return t("games.challenge-from", game=game, name=host)
    to = None if challenge.opponent is None else names.get(challenge.opponent, "?")
    return t("games.challenge-to", game=game, name=_opponent_name(challenge, to, t))


def _opponent_name(challenge: Challenge, other: str | None, t: Language) -> str:
    """Return the name of a challenge's addressee: a computer, anyone, or `other`."""
    if challenge.terms.against_engine:
        return t("games.engine")
    return t("games.anyone") if other is None else other
