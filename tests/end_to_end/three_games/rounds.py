"""A match of any number of people, followed from outside: its state is rebuilt from public messages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import rules
from bot.chat.core import custom_ids
from bot.chat.core.words.move_labels import at_hand, pieces_at_hand, plain_moves
from bot.chat.core.words.phrases import move_name
from bot.locale import Language, Texts
from playground.values.messages import Message
from render import point_named
from rules.contract.capabilities import retire
from tests.end_to_end.panels import UPDATE, onward, step_towards
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import Answer, ShownMessage, parts
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.known_dice import roll_move
from tests.end_to_end.waiting import until

_NOBODY: Final = -1
_NEWEST: Final = 8
ENGLISH, GERMAN = (Texts.load().language(code) for code in ("en", "de"))


@dataclass(slots=True)
class Round:
    """A match as seen by people at the table. `board` is the newest public message, after `ply` plies.

    `opening` is the opening message: the first board, or an earlier message if dice were waited for.

    `pinged` lists everyone who should have been pinged so far, in order; `rolls` every reported roll, by ply.
    `continues_series`: it is a later match of its series. `leavers` are the seats that were left, `notified`
    is the number of people notified of the end, in any order.
    """

    table: Table
    key: str
    state: rules.State
    players: Sequence[Person]
    number: int
    board: ShownMessage
    opening: ShownMessage
    t: Language = ENGLISH
    ply: int = 0
    in_series: bool = False
    continues_series: bool = False
    leavers: set[int] = field(default_factory=set)
    notified: int = 0
    pinged: list[str] = field(default_factory=list)
    rolls: dict[int, int] = field(default_factory=dict)

    @property
    def home(self) -> str:
        return self.board.channel

    @property
    def mover(self) -> Person:
        assert self.state.turn is not None
        return self.players[self.state.turn]

    @property
    def witness(self) -> Person:
        return self.table.sam

    def role(self, seat: int) -> str:
        roles = self.state.game.roles(self.state.players)
        return self.t(f"{self.key}.role.{roles[seat]}")

    def player_with_role(self, seat: int) -> str:
        return self.t("game.player", player=self.players[seat].mention, role=self.role(seat))

    def button(self, name: str) -> str:
        """Return the label of a button in the language of this match."""
        text_id = f"{self.key}.action.{name}"
        return self.t(text_id if text_id in self.t else f"button.{name}")

    async def type(self, move: str) -> ShownMessage:
        """Type a move as the mover; return the checked board after it."""
        answer = await self.mover.slash(self.home, "move", move=move)
        assert answer.message.is_private
        return await self.follow(move)

    async def press(self, move: str) -> ShownMessage:
        """Play a move as the mover using only buttons."""
        await self.play_in_panel(move)
        return await self.follow(move)

    async def play_in_panel(self, move: str) -> Answer:
        """Play a move through the panel; return the answer."""
        panel, last = await self.prepare(move)
        answer = await self.mover.press(panel, last)
        assert answer.callback == UPDATE, "the panel is updated in place"
        return answer

    async def prepare(self, text: str) -> tuple[ShownMessage, str]:
        """Select a move in the panel; return the page on which to play it, and the button's label.

        An only move, and a sole move by word, needs no confirmation.
        """
        move, mover = self.state.parse(text), self.mover
        at_hand_here = move.path[:1] and move.path[0] in pieces_at_hand(self.state) and self.ply % 2
        label = point_named(self.state.game, move.path[0], self.t) if at_hand_here else self.button("move")
        panel = (await mover.press(self.board, label)).message
        assert panel.is_private
        while self.button("confirm") not in panel.buttons:
            assert panel.pictures
            if move in plain_moves(self.state):
                return panel, onward(panel, move)
            panel = (await step_towards(mover, panel, move)).message
        assert list(panel.buttons) == [self.button("confirm"), self.button("back")]
        assert panel.pictures
        return panel, self.button("confirm")

    async def follow(self, move: str) -> ShownMessage:
        """Wait for the board after a move, check its content, and continue from there."""
        seat, before, first = self.state.turn, self.state, self.ply + 1
        assert seat is not None
        move_played = self.state.parse(move)
        self.state = self.state.play(move_played)
        self.ply = first
        text = move_name(before.game, move_played, self.t)
        board = await self._board(self.t("headline.ply", player=self.players[seat].name, move=text))
        await self._continue(before, board, seat)
        return board

    async def leave(self, seat: int) -> ShownMessage:
        """Leave as a player with the match's button, and follow the consequences."""
        person, before = self.players[seat], self.state
        more = (await person.press(self.board, self.button("more"))).message
        question = (await person.press(more, self.button("resign"))).message
        await person.press(question, self.button("confirm"))
        self.state = retire(self.state, seat)
        self.leavers.add(seat)
        self.ply += 1
        board = await self._board(self.t("catch-the-hat.event.retired"))
        assert self.player_with_role(seat) in board.text
        await self._continue(before, board, seat)
        return board

    def check_pings(self) -> None:
        """Check the pings in all messages of this match so far."""
        pings, turns = self.pings(), len(self.pinged) - self.notified
        pings[turns:] = sorted(pings[turns:])
        # In a series the next match may ping the only person notified of the end.
        assert pings == self.pinged or (self.in_series and pings == self.pinged[:-1])

    def pings(self) -> list[str]:
        """Return the pings of this match's boards so far, in order."""
        mark = f"fp:board:{self.number}:"
        return [
            person
            for message in self.table.posted
            if message.channel_id == self.home and any(i.startswith(mark) for i in ids_on(message))
            for person in message.mentions
        ]

    def start(self) -> None:
        """Follow the rolls before the first turn, as reported by the first board."""
        self._roll(self.board)
        assert self.t("headline.begins") in self.opening.headline
        if self.opening.id == self.board.id:
            self._check_turn(None, self.board, None)
            return
        assert self.button("move") not in self.opening.buttons
        if not self.continues_series:
            self.pinged.extend(player.id for player in self.players)
            assert self.pings() == self.pinged
        # The first player was just pinged with everyone.
        self._check_turn(self.state.turn if not self.continues_series else _NOBODY, self.board, None)

    async def _board(self, words: str) -> ShownMessage:
        """Wait for the newest board of this match, which must contain these words."""
        last = self.board

        marks = [f"fp:board:{self.number}:{ply}" for ply in (self.ply, self.ply + 1)]

        async def look() -> ShownMessage | None:
            # This takes a hundredth of the time of a request as a person.
            if not any(mark in ids_on(message) for message in self.table.posted[-_NEWEST:] for mark in marks):
                return None
            fitting = [
                message
                for message in await self._newest()
                if message.id != last.id and words in message.text and any(map(message.has_custom_id, marks))
            ]
            return fitting[-1] if fitting else None

        return await until(look, f"the board after {self.ply}: {words}", line=self.table.line)

    async def _newest(self) -> list[ShownMessage]:
        """Return the latest messages in the match's channel; long matches have hundreds."""
        return [ShownMessage(raw) for raw in await self.witness.client.messages(self.home, limit=_NEWEST)]

    async def _continue(self, before: rules.State, board: ShownMessage, by: int) -> None:
        old, self.board = self.board, board
        self._roll(board)
        assert board.has_custom_id(f"fp:board:{self.number}:{self.ply}"), "ply numbers have no gaps"
        self._check_turn(before.turn, board, by)

        async def is_stripped() -> bool:
            stands = self.table.playground.world.message(old.channel, old.id)
            if stands is not None and ids_on(stands):
                return False
            return any(m.id == old.id and not m.buttons for m in await self._newest())

        await until(is_stripped, "the old board to lose its buttons", line=self.table.line)

    def _roll(self, board: ShownMessage) -> None:
        """Play the roll that a board reports."""
        if not self.state.is_chance:
            return
        text = self.t("catch-the-hat.event.roll", number=0).replace("0", "([1-6])")
        (roll,) = re.findall(text, board.text)
        self.state = self.state.play(roll_move(self.state, int(roll)))
        self.ply += 1
        self.rolls[self.ply] = int(roll)
        assert self.state.turn is not None
        deed = text.replace("([1-6])", roll)
        assert self.t("game.happens", player=self.player_with_role(self.state.turn), deeds=deed) in board.text

    def _check_turn(self, before: int | None, board: ShownMessage, by: int | None) -> None:
        seat = self.state.turn
        ((_, words),) = board.pictures
        assert words.strip()
        if seat is None:
            assert self.button("move") not in board.buttons
            seats = set(range(len(self.players))) - self.leavers - {by}
            self.pinged.extend(sorted(self.players[number].id for number in seats))
            self.notified = len(seats)
            return
        names = {"player": self.players[seat].mention, "role": self.role(seat)}
        assert any(self.t(text_id, **names) in board.text for text_id in ("game.next", "game.opens")), (
            board.text
        )
        buttons = [self.button(name) for name in ("move", "board", "more")]
        presses = [custom_ids.read(custom_id) for custom_id in board.buttons.values()]
        at_once = [press.after(2) for press in presses if press.verb == "play"]
        assert at_once == [move.text for move in at_hand(self.state)], (
            "moves playable without the panel are on the board"
        )
        pieces = [point_named(self.state.game, point, self.t) for point in pieces_at_hand(self.state)]
        assert list(board.buttons)[len(at_once) :] == [*buttons, *pieces]
        if before is None and not self.continues_series:
            # The first board in a thread pings everyone.
            self.pinged.extend(player.id for player in self.players)
            assert board.pinged == self.pinged
        elif seat != before:
            self.pinged.append(self.players[seat].id)
            assert board.pinged == [self.players[seat].id]


def ids_on(message: Message) -> list[str]:
    """Return the custom_ids of a message as posted."""
    return [part["custom_id"] for part in parts(message.components) if "custom_id" in part]


def number_on(board: ShownMessage) -> int:
    mark = next(i for i in board.buttons.values() if i.startswith("fp:board:"))
    return int(mark.split(":")[2])
