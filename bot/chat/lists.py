"""Lists of games and challenges in words, as long as a message may be."""

from collections.abc import Iterable, Mapping, Sequence

import discord
from discord import ButtonStyle, ui

from bot.chat import ids, layouts, narration, timing
from bot.chat.budget import shortened
from bot.chat.house import Caller, House
from bot.chat.public_message import PublicMessage
from bot.locale import Language
from bot.play.model import Agenda, Challenge, EndedBy, Limits, Match, Overview

MINE, THEIRS, CHALLENGES, FINISHED = 1250, 800, 950, 500
"""How many characters each part of someone's list may take; together they fit into one message."""
SENT_SHARE = 10
"""How many places of a menu belong to challenges that were sent, however many were received."""
OPTION_LIMIT = 100
OVERVIEW_ROOM = 1800
"""How many characters an overview may list games in."""


def fitting(heading: str, lines: Sequence[str], room: int, t: Language) -> str:
    """Return a heading and as many lines under it as there is room for, and how many more there are."""
    return f"{heading}\n{listed(lines, room, t)}" if lines else ""


def listed(lines: Sequence[str], room: int, t: Language) -> str:
    """Return as many lines as there is room for, and how many more there are."""
    shown: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0 and shown:
            break
        shown.append(line)
    more = len(lines) - len(shown)
    return "\n".join([*shown, *([t("games.and-more", n=more)] if more else [])])


async def own_page(house: House, caller: Caller) -> ui.LayoutView:
    """Return someone's list of games and challenges."""
    person = caller.person.id
    agenda = await house.club.agenda(person)
    people = {player for match in _matches(agenda) for player in match.players}
    people |= {one.challenger for one in agenda.challenges_received}
    people |= {one.opponent for one in agenda.challenges_sent if one.opponent is not None}
    names = await house.club.names(people)
    return agenda_page(agenda, person, names, house.club.limits, caller.t)


def agenda_page(
    agenda: Agenda, person: int, names: Mapping[int, str], limits: Limits, t: Language
) -> ui.LayoutView:
    """Return someone's list: his turn, others' turn, challenges, what has ended; with ways to open them.

    Its last line says how many games and challenges there may be, before anyone runs into it.
    """
    received = [_challenge(one, person, t) for one in agenda.challenges_received]
    sent = [_challenge(one, person, t) for one in agenda.challenges_sent]
    parts = (
        fitting(t("games.heading-yours"), [_line(match, t) for match in agenda.mine], MINE, t),
        fitting(t("games.heading-waiting"), [_line(match, t) for match in agenda.theirs], THEIRS, t),
        fitting(t("games.heading-challenges"), [*received, *sent], CHALLENGES, t),
        fitting(t("games.heading-finished"), [_ended(match, t) for match in agenda.finished], FINISHED, t),
    )
    blocks = [layouts.text(part) for part in parts if part]
    if not (agenda.mine or agenda.theirs or received or sent):
        blocks.insert(0, layouts.text(t("games.none")))
    blocks.append(layouts.text(used(agenda, person, limits, t)))
    matches, challenges = _matches(agenda), _to_open(agenda)
    if matches:
        blocks.append(_menu(matches, person, names, t))
    if challenges:
        blocks.append(_challenge_menu(challenges, person, names, t))
    if agenda.mine:
        onward = layouts.button(t("button.next"), ids.write("next", 0), ButtonStyle.primary)
        blocks.append(layouts.buttons(onward))
    return layouts.page(*blocks)


def used(agenda: Agenda, person: int, limits: Limits, t: Language) -> str:
    """Return how many games, challenges and offers someone has, each of how many he may have."""
    running = (*agenda.mine, *agenda.theirs)
    offers = sum(match.players[offer.by] == person for match in running for offer in match.offers)
    return t(
        "games.limits",
        games=len(running),
        most_games=limits.games_per_person,
        challenges=len(agenda.challenges_sent),
        most_challenges=limits.challenges_per_person,
        offers=offers,
        most_offers=limits.offers_per_person,
    )


def overview_mark(channel: int) -> str:
    """Return the custom_id by which the overview of a channel can be found again."""
    return ids.write("games", channel)


def overview_message(overview: Overview, channel: int, t: Language) -> PublicMessage:
    """Return the post that shows a channel's running games to everybody."""
    lines = [
        t(
            "overview.line",
            number=match.id,
            game=t(f"{match.key}.name"),
            players=_players(match, t),
            mover="" if match.mover is None else narration.mention(match.mover),
            where=f"<#{match.home}>",
            since=_time(match, t),
        )
        for match in overview.matches
    ]
    own = layouts.button(t("button.own-games"), overview_mark(channel))
    return PublicMessage(
        headline=t("overview.title"),
        body=listed(lines, OVERVIEW_ROOM, t) or t("overview.none"),
        rows=((own,),),
    )


def _line(match: Match, t: Language) -> str:
    return _told(match, _time(match, t), t)


def _ended(match: Match, t: Language) -> str:
    return _told(match, _how(match, t), t)


def _told(match: Match, standing: str, t: Language) -> str:
    return t(
        "games.line",
        number=match.id,
        game=t(f"{match.key}.name"),
        players=_players(match, t),
        where=f"<#{match.home}>",
        since=standing,
    )


def _how(match: Match, t: Language) -> str:
    """Return in a word or two how a match ended."""
    judged = match.ended_by is EndedBy.ADJUDICATION
    if match.aborted:
        return t("games.annulled" if judged else "games.aborted")
    won = match.outcome.winners if match.outcome is not None else ()
    if not won:
        return t("games.drawn-adjudicated" if judged else "games.drawn")
    winners = t("list.and").join(narration.mention(match.players[seat]) for seat in won)
    return t("games.won-adjudicated" if judged else "games.won", winner=winners)


def _players(match: Match, t: Language) -> str:
    return t("list.versus").join(narration.mention(player) for player in match.players)


def _time(match: Match, t: Language) -> str:
    if match.deadline is None:
        return discord.utils.format_dt(match.updated, "R")
    left = discord.utils.format_dt(match.deadline, "R")
    return t("games.time-up" if match.claimable else "games.time-left", left=left)


def _challenge(challenge: Challenge, person: int, t: Language) -> str:
    sent = challenge.challenger == person
    other = challenge.opponent if sent else challenge.challenger
    line = t(
        "games.challenge-sent" if sent else "games.challenge-received",
        game=t(f"{challenge.key}.name"),
        other=t("games.anyone") if other is None else narration.mention(other),
        where=_card(challenge, t),
    )
    return f"{line} · {timing.clock_name(challenge.clock, t)}" if challenge.clock.runs else line


def _card(challenge: Challenge, t: Language) -> str:
    """Return a link to the card of a challenge, or its channel while the card is not posted."""
    place = challenge.place
    if challenge.message is None:
        return f"<#{place.channel}>"
    server = "@me" if place.server is None else place.server
    return t("games.card", url=f"https://discord.com/channels/{server}/{place.channel}/{challenge.message}")


def _menu(matches: Iterable[Match], person: int, names: Mapping[int, str], t: Language) -> layouts.Block:
    options = [
        discord.SelectOption(label=title(match, person, names, t)[:100], value=str(match.id))
        for match in list(matches)[: layouts.SELECT_LIMIT]
    ]
    return layouts.select(ids.write("open"), t("games.open"), options)


def _challenge_menu(
    challenges: Iterable[Challenge], person: int, names: Mapping[int, str], t: Language
) -> layouts.Block:
    options = [
        discord.SelectOption(
            label=shortened(challenge_title(one, person, names, t), OPTION_LIMIT),
            value=str(one.id),
            description=shortened(timing.clock_name(one.clock, t), OPTION_LIMIT) if one.clock.runs else None,
        )
        for one in challenges
    ]
    return layouts.select(ids.write("challenge"), t("games.open-challenge"), options)


def _matches(agenda: Agenda) -> tuple[Match, ...]:
    return (*agenda.mine, *agenda.theirs, *agenda.finished)


def _to_open(agenda: Agenda) -> tuple[Challenge, ...]:
    """Return as many challenges as a menu has room for, the oldest first, of both kinds."""
    sent = agenda.challenges_sent[: max(SENT_SHARE, layouts.SELECT_LIMIT - len(agenda.challenges_received))]
    return (*agenda.challenges_received[: layouts.SELECT_LIMIT - len(sent)], *sent)


def challenge_title(challenge: Challenge, person: int, names: Mapping[int, str], t: Language) -> str:
    """Return one line that tells a challenge from others: the game, who has sent it or to whom."""
    mine = challenge.challenger == person
    game, host = t(f"{challenge.key}.name"), names.get(challenge.challenger, "?")
    if challenge.lobby:
        return t("games.table-own", game=game) if mine else t("games.table-of", game=game, name=host)
    if not mine:
        return t("games.challenge-from", game=game, name=host)
    to = challenge.opponent
    return t("games.challenge-to", game=game, name=t("games.anyone") if to is None else names.get(to, "?"))


def title(match: Match, person: int, names: Mapping[int, str], t: Language) -> str:
    """Return one line that tells a match from others: number, game, opponents, whose turn."""
    others = [names.get(player, "?") for player in match.players if player != person]
    if match.turn is None:
        status = t("games.over")
    elif match.mover == person:
        status = t("games.your-turn")
    else:
        status = t("games.their-turn", name=names.get(match.players[match.turn], "?"))
    return t(
        "games.title",
        number=match.id,
        game=t(f"{match.key}.name"),
        others=t("list.and").join(others),
        status=status,
    )
