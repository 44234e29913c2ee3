"""Pairs of people who move at a given pace, and a check of their moves in the database and in threads."""

from dataclasses import dataclass

from bench.stage.loads import Load, play_at_pace
from bench.stage.people import Pair
from bench.stage.postgresql import PostgreSQL
from bench.stage.processes import DATABASE
from playground.server import Playground


@dataclass(slots=True)
class MovingPair:
    """A pair whose moves are counted. It stops after an unanswered move, played or not."""

    pair: Pair
    moves: int = 0
    unanswered: bool = False

    async def move(self) -> bool:
        """Play the next move, if there is one, and wait for the board."""
        try:
            moved = await self.pair.move()
        except (RuntimeError, TimeoutError):
            self.unanswered = True
            return False
        self.moves += moved
        return moved


@dataclass(slots=True)
class Crowd:
    players: list[MovingPair]
    playground: Playground

    async def play(self, load: Load, moves: int, pace: float) -> None:
        """Play moves of all pairs in turn; `pace` is in moves per second."""
        await play_at_pace(load, [player for player in self.players if not player.unanswered], moves, pace)

    async def warm(self, pace: float) -> None:
        """Play a move of each pair, to fill caches and pools."""
        await self.play(Load(), len(self.players), pace)

    def boards(self, player: MovingPair) -> int:
        """Return the number of boards posted in a pair's thread after the first one."""
        world = self.playground.world
        messages = (
            message for message in world.newest_first(player.pair.thread) if message.author_id == world.bot.id
        )
        return sum(bool(board.attachments) and board.ephemeral_for is None for board in messages) - 1

    @property
    def moves(self) -> int:
        return sum(player.moves for player in self.players)


async def count_lost_and_doubled(server: PostgreSQL, crowd: Crowd) -> tuple[int, int]:
    """Return the numbers of missing and of surplus plies and boards."""
    rows = await server.run("SELECT thread, count(*) FROM games JOIN plies ON game = id GROUP BY 1", DATABASE)
    plies_by_thread = {str(thread): int(str(number)) for thread, number in rows}
    loss_count = surplus_count = 0
    for player in crowd.players:
        for count in (plies_by_thread.get(player.pair.thread, 0), crowd.boards(player)):
            loss_count += max(0, player.moves - count)
            surplus_count += max(0, count - player.moves - player.unanswered)
    return loss_count, surplus_count
