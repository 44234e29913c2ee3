"""Saying what the two files of the witness hold: the manifest."""

import json
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.model.people.preferences import AUTO_VACATION, FORCED
from playground.values.messages import Message
from playground.world.archive import read_message
from tests.end_to_end.seen import Json
from tests.witness import manifest as kept
from tests.witness.story import ENGLISH, GERMAN, Story
from tests.witness.support import HERE, REVISION, Match, Services, Stores, controls_of, kept_at, rows_of

VERSION = "0.1.0"


async def describe(story: Story, stores: Stores, now: datetime) -> kept.Manifest:
    """Return what the files hold that a story has left behind."""
    # Opened in a copy: reading must not change what is kept.
    copy = stores.database.with_name("copy.db")
    shutil.copy(stores.database, copy)
    found = _Found(story, rows_of(stores.database), _messages(stores.world))
    async with kept_at(f"sqlite:///{copy}", now) as opened:
        services = opened.services
        matches = [await services.matches.get(row["id"]) for row in found.rows["games"]]
        return kept.Manifest(
            version=VERSION,
            schema=REVISION,
            commit=_commit(),
            now=now,
            people=story.people,
            servers={"german": GERMAN, "english": ENGLISH},
            channels=dict(story.channels),
            games=tuple([await found.game(services, match) for match in matches]),
            challenges=tuple([await _challenge(services, *one) for one in story.challenges.items()]),
            offers=tuple(one for match in matches for one in _offers(match)),
            played=tuple(story.played[match.id] for match in matches if match.id in story.played),
            plans=tuple([one for match in matches async for one in _plans(services, match)]),
            series=tuple([await found.series(services, number) for number in found.series_ids()]),
            waiting=tuple(found.waiting()),
            missed=found.missed(),
            habits=tuple([await _habits(services, member.id) for member in story.members.values()]),
            posts=tuple(found.posts()),
            panels=tuple(kept.Panel(name, *one) for name, one in story.panels.items()),
            overviews={str(row["channel"]): row["message"] for row in found.rows["overviews"]},
            asleep=tuple(int(one.id) for one in story.playground.world.channels.values() if one.archived),
            rows={table: len(rows) for table, rows in found.rows.items()},
        )


@dataclass(frozen=True, slots=True)
class _Found:
    """The rows of the database and the messages of the archive, oldest first."""

    story: Story
    rows: dict[str, list[Json]]
    messages: Sequence[Message]

    def _of_game(self, table: str, game: int) -> list[Json]:
        return [row for row in self.rows[table] if row["game"] == game]

    async def game(self, services: Services, match: Match) -> kept.Game:
        plies = sorted(self._of_game("plies", match.id), key=lambda row: int(row["number"]))
        board = None if match.board is None else (match.board.channel, match.board.message)
        return kept.Game(
            id=match.id,
            name=next(name for name, number in self.story.games.items() if number == match.id),
            key=match.key,
            options=dict(match.options),
            players=match.people,
            status=match.status.value,
            plies=match.plies,
            turn=match.turn,
            position=(await services.matches.position(match.id)).state.position,
            log=tuple(row["text"] for row in plies),
            clock=str(match.clock),
            challenge=match.challenge,
            server=match.place.server,
            channel=match.place.channel,
            thread=match.thread,
            place=self._place(match),
            board=board,
            reason=None if match.outcome is None else match.outcome.reason,
            winners=() if match.outcome is None else match.outcome.winners,
            retired=match.retired,
            claimable=match.claimable,
            taken_back=match.taken_back,
            undone=len(self._of_game("undone", match.id)),
            automatic=sum(bool(row["automatic"]) for row in plies),
            series_number=match.series_number,
        )

    def _place(self, match: Match) -> str:
        channels = self.story.playground.world.channels
        if str(match.home) not in channels:
            return "direct"
        if match.board is None:
            return "nowhere"
        return "channel" if match.thread is None else "thread"

    def series_ids(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(row["challenge"] for row in self.rows["games"] if row["number"] == 2))

    async def series(self, services: Services, number: int) -> kept.Series:
        record = await services.matches.series(number)
        first = next(name for name, game in self.story.games.items() if game == record.games[0])
        return kept.Series(number, first.removesuffix("-1"), record.games, record.finished, record.winner)

    def waiting(self) -> Iterator[kept.Waiting]:
        for row in self.rows["notices"]:
            if row["status"] in {"waiting", "claimed"}:
                yield kept.Waiting(
                    notice=row["id"],
                    kind=row["kind"],
                    status=row["status"],
                    audience=row["audience"],
                    due=datetime.fromisoformat(row["due"]),
                    attempts=row["attempts"],
                    uncertain=row["uncertain"],
                    stream=row["stream"],
                    game=row["game"],
                    ply=row["ply"],
                    arrived=self._arrived(row),
                )

    def _arrived(self, row: Json) -> bool:
        """Say whether a notice's message is there although the database does not know."""
        end = ":end" if row["kind"] == "end" else ""
        about_game = f"fp:board:{row['game']}:{row['ply']}{end}"
        mark = f"fp:accept:{row['stream']}" if row["kind"] == "challenge" else about_game
        return any(
            control.id == mark
            for message in self.messages
            for control in controls_of(message)
            if message.ephemeral_for is None and self._reader_of(message) == row["audience"]
        )

    def _reader_of(self, message: Message) -> int:
        """Return whose direct message it is, 0 for one in public."""
        channel = self.story.playground.world.channels.get(message.channel_id)
        return 0 if channel is None or channel.recipient_id is None else int(channel.recipient_id)

    def missed(self) -> dict[str, int]:
        people = [str(row["audience"]) for row in self.rows["notices"] if row["status"] == "missed"]
        return {person: people.count(person) for person in people}

    def posts(self) -> Iterator[kept.Post]:
        for message in self.messages:
            reader = None if message.ephemeral_for is None else int(message.ephemeral_for)
            controls = controls_of(message)
            if controls:
                yield kept.Post(int(message.channel_id), int(message.id), controls, reader)


def _offers(match: Match) -> Iterator[kept.Offer]:
    for offer in match.offers:
        answered = {offer.by, *offer.agreed, *match.retired}
        message = offer.message
        yield kept.Offer(
            match.id,
            offer.what.value,
            match.people[offer.by],
            tuple(person for seat, person in enumerate(match.people) if seat not in answered),
            tuple(match.people[seat] for seat in offer.agreed),
            None if message is None else message.channel,
            None if message is None else message.message,
        )


async def _plans(services: Services, match: Match) -> AsyncIterator[kept.ConditionalMoves]:
    left = {match.people[seat] for seat in match.retired}
    for person in dict.fromkeys(one for one in match.people if one not in left):
        lines = (await services.conditional_moves.lines(person, match.id)).lines
        if lines:
            yield kept.ConditionalMoves(match.id, person, lines)


async def _challenge(services: Services, name: str, number: int) -> kept.Challenge:
    made = await services.challenges.get(number)
    return kept.Challenge(
        id=number,
        name=name,
        key=made.terms.key,
        status=made.status.value,
        challenger=made.challenger,
        opponent=made.opponent,
        channel=made.place.channel,
        message=made.message,
        joined=tuple(member.person for member in made.members),
        invited=made.invited,
        closed=made.closed,
        rematch_of=made.rematch_of,
        counter_to=made.counter_to,
    )


async def _habits(services: Services, person: int) -> kept.PersonSettings:
    wanted = await services.settings.preferences(person)
    quiet = wanted.quiet
    return kept.PersonSettings(
        person,
        wanted.tell.value,
        wanted.zone,
        None if quiet is None else f"{quiet.from_:%H:%M}-{quiet.until:%H:%M}",
        wanted[FORCED],
        wanted[AUTO_VACATION],
        (await services.settings.vacation(person)).away_until is not None,
    )


def _messages(world: Path) -> list[Message]:
    with closing(sqlite3.connect(world)) as connection:
        found = connection.execute("SELECT body FROM thing WHERE kind = 'message'").fetchall()
    messages = [read_message(json.loads(body)) for (body,) in found]
    return sorted(messages, key=lambda message: int(message.id))


def _commit() -> str:
    program = ("bot", "data", "playground", "render", "rules")
    command = ["git", "log", "-1", "--format=%h", "--", *program]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=HERE).stdout.strip()
