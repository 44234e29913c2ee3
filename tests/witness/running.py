"""The chapters of what goes on: series, and games of every kind in all sorts of states."""

from datetime import date, timedelta

from tests.witness.lines import missed_capture
from tests.witness.story import Story
from tests.witness.support import OfferKind, Terms, TieBreak


async def play_series(story: Story) -> None:
    """Play one series to its end, one into its second game, and one through most of its first."""
    whole = await story.begin(
        "series-whole-1", "conhex", "Anna", "David", options={"swap": "off"}, series=TieBreak.NONE
    )
    await story.play(whole, 2)
    await story.services.resignations.resign(story.ask("David"), whole)
    await story.settle()
    second = await second_of(story, "series-whole-2", whole)
    await story.play(second, 3)
    await story.services.resignations.resign(story.ask("David"), second)
    await story.settle()
    first = await story.begin(
        "series-second-1",
        "hnefatafl",
        "Ben",
        "Emma",
        options={"board": "brandubh-7"},
        series=TieBreak.PLIES,
    )
    await story.play(first, 4)
    await story.services.resignations.resign(story.ask("Emma"), first)
    await story.settle()
    await story.play(await second_of(story, "series-second-2", first), 3)


async def second_of(story: Story, name: str, first: int) -> int:
    match = await story.services.matches.get(first)
    assert match.series is not None
    record = await story.services.matches.series(match.series)
    story.games[name] = record.games[1]
    return record.games[1]


async def go_on(story: Story) -> None:
    """Begin the games that will still be running."""
    await _run_tafl(story)
    await _run_latrunculi_and_conhex(story)
    await _run_foxes_and_hounds(story)
    await _run_hats(story)


async def _run_tafl(story: Story) -> None:
    game = await story.begin("hnefatafl-13", "hnefatafl", "Anna", "Ben")
    await story.play(game, 6)
    small = {"board": "brandubh-7", "repetition": "mover-loses"}
    game = await story.begin("brandubh-planned", "hnefatafl", "Ben", "Anna", options=small, clock="7d")
    await story.play(game, 5)
    await story.services.turns.take_turn(
        story.ask(await story.mover(game)), game, (await some_move(story, game))
    )
    last = (await story.services.matches.plies(game, 5, 6))[0].seat
    assert last is not None
    undone = await story.services.offers.offer(
        story.ask(story.name_of((await story.services.matches.get(game)).people[last])),
        game,
        OfferKind.TAKE_BACK,
    )
    assert undone.done, "within two minutes nobody is asked"
    await story.settle()
    await story.play(game, 3)
    await story.services.offers.offer(story.ask("Anna"), game, OfferKind.TAKE_BACK)
    await story.settle()
    await story.services.offers.answer(story.ask("Ben"), game, OfferKind.TAKE_BACK, True)
    await story.settle()
    while await story.mover(game) != "Ben":
        await story.play(game, 1)
    await _plan(story, game, "Anna")
    game = await story.begin(
        "hnefatafl-in-thread", "hnefatafl", "Clara", "Anna", at="spielfaden", parent="brettspiele"
    )
    await story.play(game, 4)


async def some_move(story: Story, game: int) -> str:
    state = (await story.services.matches.position(game)).state
    return story.lot.choice([move for move in state.legal_moves() if not state.play(move).outcome]).text


async def _plan(story: Story, game: int, name: str) -> None:
    """Plan two lines."""
    state = (await story.services.matches.position(game)).state
    moves = [move for move in state.legal_moves() if not state.play(move).outcome]
    for move in story.lot.sample(moves, 2):
        reply = story.lot.choice(state.play(move).legal_moves())
        await story.services.conditional_moves.add(story.ask(name), game, [move.text, reply.text])


async def _run_latrunculi_and_conhex(story: Story) -> None:
    key = "ludus-latrunculorum"
    game = await story.begin("latrunculi-draw", key, "Clara", "David", at="brettspiele", clock="10d+1d/14d")
    await story.play(game, 8)
    story.clock.advance(300)
    await story.services.offers.offer(story.ask("David"), game, OfferKind.DRAW)
    await story.services.deadlines.more_time(story.ask("David"), game, 3)
    await story.settle()
    game = await story.begin("conhex-swap", "conhex", "Anna", "Finn")
    await story.play_line(game, ["f6"])
    options = {"balls": "26", "swap": "off", "handicap": "2"}
    game = await story.begin("conhex-handicap", "conhex", "Jack", "Ben", options=options, clock="7d soft")
    await story.play(game, 5)
    waiting = [name for name in ("Jack", "Ben") if name != await story.mover(game)]
    story.clock.advance(600)
    await story.services.offers.offer(story.ask(waiting[0]), game, OfferKind.TAKE_BACK)
    await story.settle()
    for name in ("conhex-arrived", "conhex-lost"):
        game = await story.begin(name, "conhex", "Gitta", "Ines", at="brettspiele", options={"swap": "off"})
        await story.play(game, 3)
    game = await story.begin(
        "conhex-direct", "conhex", "David", "Ben", at="soon-gone", options={"swap": "off"}
    )
    await story.play(game, 4)
    gone = await story.services.invitations.challenge(
        story.ask("Jack"), Terms("conhex", {}), story.place("soon-gone"), [story.members["Gitta"].person]
    )
    story.challenges["gone-card"] = gone.id
    await story.settle()
    await story.control.delete_channel(str(story.channels.pop("soon-gone")))
    await story.play(game, 2)


async def _run_foxes_and_hounds(story: Story) -> None:
    game = await story.begin("fox-claim", "fox-and-hens", "Jack", "Gitta")
    await story.play_line(game, missed_capture())
    options = {"diagonals": "none", "fox_start": "back", "missed_capture": "enforced"}
    game = await story.begin(
        "fox-channel", "fox-and-hens", "Clara", "Anna", at="ohne-faeden", options=options
    )
    await story.play(game, 8)
    game = await story.begin("hounds-forced", "hounds-and-jackals", "Gitta", "Jack")
    await story.play(game, 30)
    options = {"opens": "jackals", "no_move": "loss", "void_attack": "pass"}
    await story.settle()
    game = await story.begin(
        "hounds-away", "hounds-and-jackals", "David", "Emma", options=options, clock="5d"
    )
    await story.play(game, 6)
    while await story.mover(game) != "Emma":
        await story.play(game, 1)
    today: date = story.clock().date()
    await story.services.settings.take_vacation(story.ask("Emma"), today, today + timedelta(days=9))
    await story.services.settings.take_vacation(
        story.ask("Clara"), today + timedelta(days=20), today + timedelta(days=22)
    )
    await story.settle()


async def _run_hats(story: Story) -> None:
    game = await story.gather("hats-2", ("Anna", "Ben"))
    await story.play(game, 20)
    game = await story.gather("hats-3", ("Clara", "David", "Finn"), clock="5d")
    await story.play(game, 9)
    await story.services.resignations.resign(story.ask("David"), game)
    await story.settle()
    await story.play(game, 5)
    game = await story.gather(
        "hats-4",
        ("Anna", "Gitta", "Ines", "Clara"),
        at="brettspiele",
        options={"mode": "party"},
        parties=(1, 1, 0),
    )
    await story.play(game, 14)
    options = {"mode": "golden-hat", "golden_goal": "prisoners"}
    game = await story.gather("hats-5", ("Ben", "Hugo", "Jack", "Emma", "David"), options=options)
    first = await story.mover(game)
    while await story.mover(game) == first:
        await story.play(game, 1)
    second = await story.mover(game)
    while await story.mover(game) in {first, second}:
        await story.play(game, 1)
    await story.services.offers.offer(story.ask(first), game, OfferKind.ABORT)
    await story.settle()
    await story.services.offers.answer(story.ask(second), game, OfferKind.ABORT, True)
    await story.settle()
