"""The possible actions on the page of a match, for players, leavers and onlookers."""

from dataclasses import fields, replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.web.pages.positions import PositionRequest
from bot.features.web.protocol import May
from bot.features.web.service.grants import BoardSession
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import AUTO_VACATION
from rules.contract.series import TieBreak
from tests.bot.chat.walks import CONHEX, begin
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.features.web.pages import open_page
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, World
from tests.bot.support.timed import DAY, begin_gathering, begin_timed, pass_by, play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


async def test_possible_actions_per_person(world: World, approved: SnapshotAssertion) -> None:
    engines = with_engines(world)
    services = world.services
    backend = open_page(world).backend(app_context(world).chat)
    lines: list[str] = []

    async def show(title: str, number: int | None) -> None:
        match = await services.matches.get(number or 0)
        lines.append(f"{title}:")
        for person in (ANNA, BEN, DORA):
            reader = await backend.readers.of(person)
            session = BoardSession(person, match, match.seat_of(person.id))
            may = (await backend.views.view(session, reader, PositionRequest())).may
            actions = {field.name: getattr(may, field.name) for field in fields(May)}
            actions["offers"] = [offer.kind for offer in may.offers]
            lines.append(
                f"  {person.name}: {', '.join(f'{key} {value}' for key, value in actions.items() if value)}"
            )

    await world.challenge()
    await services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    late = await begin_timed(world, "1d soft", "nine-mens-morris")
    await play(world, late, ANNA, move="a1")
    await show("Anna can take back the move", late.id)
    await services.offers.offer(world.by(ANNA), late.id, OfferKind.DRAW)
    await show("Anna has offered a draw", late.id)
    await pass_by(world, DAY)
    await show("Ben is late", late.id)
    planned = await begin(world)
    await services.conditional_moves.add(world.by(BEN), planned.id, ["f6", "k1"])
    await play(world, planned, ANNA, move="f6")
    await show("Ben's planned reply is played", planned.id)
    table = await begin_gathering(world, "3d", BEN, CARA, key="catch-the-hat")
    await services.resignations.resign(world.by(BEN), table.id)
    await show("Ben has left a table", table.id)
    await services.resignations.resign(world.by(CARA), table.id)
    await show("the table is over", table.id)
    first = await begin(
        world, replace(CONHEX, key="fox-and-hens", options={}, role="foxes", tie_break=TieBreak.NONE)
    )
    await services.resignations.resign(world.by(BEN), first.id)
    await show("a series goes on", first.id)
    (_, last) = (await services.matches.series(first.challenge)).games
    await services.resignations.resign(world.by(BEN), last)
    await show("a series is over", last)
    practice = await begin_practice(world, engines)
    await show("practice", practice.id)
    await play(world, practice, ANNA, move="f6")
    await show("practice after a move", practice.id)
    await services.resignations.resign(world.by(ANNA), practice.id)
    await show("practice is over", practice.id)
    engines.processes = 0
    await show("and no computer is there", practice.id)
    assert "\n".join([*lines, ""]) == approved


@pytest.mark.parametrize(("since", "begins"), [(0, 0), (1, 1), (2, 2), (3, 0), (-1, 0)])
async def test_a_partial_view_reports_what_can_be_undone(world: World, since: int, begins: int) -> None:
    """The client knows the plies before; of an impossible number it gets all."""
    backend = open_page(world).backend(app_context(world).chat)
    match = await play(world, await begin(world), ANNA, move="f6")
    match = await play(world, match, BEN, move="k1")
    undo = []
    for seat, person in enumerate((ANNA, BEN)):
        session, reader = BoardSession(person, match, seat), await backend.readers.of(person)
        view = await backend.views.view(session, reader, PositionRequest(), since=since)
        undo.append(view.may.undo)
        assert view.history_from == begins
        assert [ply.number for ply in view.history] == list(range(begins + 1, 3))
    assert undo == [None, 2]
