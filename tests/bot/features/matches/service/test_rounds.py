"""Positions of games with dice give their round, counted from the log."""

from itertools import pairwise

from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_only_matches_with_dice_count_rounds(world: World) -> None:
    services = world.services
    plain = await world.match("conhex")
    assert (await services.matches.position(plain.id)).round is None
    match = await world.match("catch-the-hat")
    rounds = []
    for _ in range(8):
        position = await services.matches.position(match.id)
        assert position.match.turn is not None
        rounds.append((position.round, position.match.turn))
        person = (ANNA, BEN)[position.match.turn]
        turn = await services.turns.take_turn(
            world.by(person), match.id, str(position.state.legal_moves()[0])
        )
        assert (await services.matches.after(turn)).round == (await services.matches.position(match.id)).round
    first_seat = rounds[0][1]
    assert rounds[0][0] == 1
    for (before, previous_seat), (after, seat) in pairwise(rounds):
        assert (after or 0) - (before or 0) == (seat == first_seat and previous_seat != first_seat)
