"""The last chapter: panels are left open, and the bot is cut off in the midst of telling."""

from tests.end_to_end.seen import Seen
from tests.end_to_end.waiting import until
from tests.witness.running import second_of, some_move
from tests.witness.story import Story
from tests.witness.support import Terms, TieBreak, controls_of, is_pausing

LONG_ENOUGH = 900.0
"""Seconds for which a request hangs, so that the bot is as if killed in the midst of it."""


async def open_panels(story: Story) -> None:
    """Open private messages of every sort and leave them as they are."""
    game = story.games["brandubh-planned"]
    home = await story.home(game)
    board = await story.newest("Ben", home, "move", game)
    story.leave_open("pick", "Ben", await story.press("Ben", board, "move"))
    panel = await story.press("Ben", board, "move")
    move = (await story.services.matches.position(game)).state.parse(await some_move(story, game))
    for point in move.path:
        panel = await _choose_point(story, "Ben", panel, point)
    story.leave_open("confirm", "Ben", panel)
    plan = await story.slash("Anna", home, "plan")
    story.leave_open("plan", "Anna", plan)
    lines = await story.slash("Anna", home, "plan")
    story.leave_open("plan-line", "Anna", await story.press("Anna", lines, "plan-at"))
    more = await story.press("Anna", await story.newest("Anna", home, "more", game), "more")
    story.leave_open("more", "Anna", more)
    resigning = story.games["hats-2"]
    board = await story.newest("Anna", await story.home(resigning), "more", resigning)
    question = await story.press("Anna", await story.press("Anna", board, "more"), "resign")
    story.leave_open("resign", "Anna", question)
    story.leave_open("games", "Ben", await story.slash("Ben", story.channels["lobby"], "games"))
    claimed = story.games["latrunculi-late"]
    board = await story.newest("Clara", await story.home(claimed), "board", claimed)
    shown = await story.press("Clara", board, "board")
    story.leave_open("board-late", "Clara", shown)
    story.leave_open("claim", "Clara", await story.press("Clara", shown, "claim"))
    story.leave_open("more-time", "Clara", await story.press("Clara", shown, "time"))
    cards = (("to-a-person", "Ben", "lobby"), ("to-decline", "Clara", "brettspiele"))
    for name, who, at in cards:
        card = await story.newest(who, story.channels[at], "accept", story.challenges[name])
        story.leave_open(f"decline-{name}", who, await story.press(who, card, "decline"))
    card = await story.newest("Ben", story.channels["lobby"], "accept", story.challenges["to-a-person"])
    story.leave_open("change", "Ben", await story.press("Ben", card, "change"))
    silent = story.games["hounds-forced"]
    await story.services.deadlines.silence(story.ask(await story.mover(silent)), silent)
    swap = story.games["conhex-swap"]
    board = await story.newest("Finn", await story.home(swap), "move", swap)
    story.leave_open("swap", "Finn", await story.press("Finn", board, "move"))


async def _choose_point(story: Story, name: str, panel: Seen, point: str) -> Seen:
    client = story.members[name].client.client
    menu = next(m for m in panel.menus if f"p{point}" in [o["value"] for o in m["options"]])
    return Seen((await client.choose(panel.raw, menu["custom_id"], f"p{point}"))["message"])


async def break_off(story: Story) -> None:
    """Have things happen of which the bot cannot tell any more, and leave it in the midst of telling."""
    await story.control.set_dm(str(story.members["Hugo"].id), is_open=False)
    await _miss(story)
    await _be_refused(story)
    arrived, lost = story.games["conhex-arrived"], story.games["conhex-lost"]
    for game, when in ((arrived, "after"), (lost, "before")):
        await _hang(story, f"/channels/{await story.home(game)}/messages$", when)
        await story.play(game, 1, told=False)
    for at, when, name in (("plauderei", "before", "card-lost"), ("ohne-faeden", "after", "card-arrived")):
        await _hang(story, f"/channels/{story.channels[at]}/messages$", when)
        made = await story.services.invitations.challenge(
            story.ask("Clara"), Terms("conhex", {}), story.place(at), [story.members["Anna"].person]
        )
        story.challenges[name] = made.id
    half_opened = ""
    for name, when in (("fox-unopened", "before"), ("fox-half-opened", "after")):
        made = await story.services.invitations.challenge(
            story.ask("Anna"),
            Terms("fox-and-hens", {}),
            story.place("board-games"),
            [story.members["Jack"].person],
        )
        card = await story.newest("Jack", story.channels["board-games"], "accept", made.id)
        await _hang(story, f"/messages/{card.id}/threads$", when)
        half_opened = card.id
        begun = await story.services.invitations.accept(story.ask("Jack"), made.id)
        assert begun.match is not None
        story.games[name] = begun.match

    async def struck() -> bool:
        left = [fault for fault in await story.control.faults() if fault["fault"] == "drop"]
        return not left

    await until(struck, "everything to hang")
    await _has_arrived(story, story.channels["ohne-faeden"], f"fp:accept:{story.challenges['card-arrived']}")
    await _has_arrived(story, await story.home(arrived), f"fp:board:{arrived}:4")

    async def opened() -> bool:
        return half_opened in story.playground.world.channels

    await until(opened, "the thread of which nobody knows")


async def _has_arrived(story: Story, channel: int, mark: str) -> None:
    async def there() -> bool:
        messages = story.playground.world.messages(str(channel))
        return any(control.id == mark for message in messages for control in controls_of(message))

    await until(there, mark)


async def _hang(story: Story, path: str, when: str) -> None:
    await story.control.fault("drop", path, "POST", seconds=LONG_ENOUGH, when=when)


async def _miss(story: Story) -> None:
    """Have it be the turn of somebody who cannot be told."""
    game = await story.begin("fox-missed", "fox-and-hens", "Jack", "Hugo")
    await story.play(game, 3)
    quiet = await story.begin("conhex-quiet", "conhex", "Jack", "Finn", options={"swap": "off"})
    await story.play(quiet, 1)
    ended = await story.begin("conhex-quiet-end", "conhex", "Finn", "Jack", options={"swap": "off"})
    await story.play(ended, 1)
    await story.services.resignations.resign(story.ask("Jack"), ended)
    await story.settle()


async def _be_refused(story: Story) -> None:
    """Have some places refuse everything for a while."""
    between = await story.begin(
        "series-between-1", "hounds-and-jackals", "Jack", "Gitta", series=TieBreak.NONE
    )
    await story.play(between, 4)
    game = story.games["hnefatafl-13"]
    direct = await story.members["Ben"].client.direct()
    for channel in (await story.home(game), await story.home(between), direct):
        await story.control.fault("status", f"/channels/{channel}/messages$", "POST", status=503, times=1000)
    for _ in range(3):
        await story.play(game, 1, told=False)
        await _tried(story)
    await story.services.resignations.resign(story.ask("Gitta"), between)
    await second_of(story, "series-between-2", between)
    await _tried(story)


async def _tried(story: Story) -> None:
    """Let the bot try again a few times, then wait for its next pause."""
    for _ in range(2):
        story.bot.later(40)
        await until(lambda: is_pausing(story.bot), "the bot to pause")
