"""A table step by step over a fake server: choosing, writing, looking back, the opponent's moves."""

from collections.abc import Mapping

import pytest
from playwright.async_api import Page
from syrupy.assertion import SnapshotAssertion

from tests.playground.page.page_stage import CHROMIUM

pytest_plugins = ("tests.bot.chat.approved",)
pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(60),
]

DONE = "({ view: viewOf(1, { since: 0 }), said: ['You: a1-b1', 'Ben: b1'], repeated: false, opened: null })"
CHOSEN = "await step('touch a1', () => table.touched(['a1']));"
STORIES: Mapping[str, str] = {
    "a move is confirmed": f"""
        await step('begin', () => {{}});
        {CHOSEN}
        await step('touch nothing', () => table.touched(['c9:red', 'c9', 'c9:top']));
        answers.push(viewOf(0, {{ explored: ['d1-b1'] }}));
        await step('touch the only way of another', () => table.touched(['d1']));
        await step('back', () => table.back());
        {CHOSEN}
        answers.push(viewOf(0, {{ explored: ['a1-b1'], may: {{ move: false }} }}));
        await step('touch b1', () => table.touched(['b1']));
        await step('back', () => table.back());
        answers.push(viewOf(0, {{ explored: ['a1-b1'] }}), {DONE});
        await step('touch b1', () => table.touched(['b1']));
        await step('confirm', () => table.play('a1-b1'));
    """,
    "a move without points": f"""
        answers.push(viewOf(0, {{ explored: ['pass'] }}), {DONE});
        await step('pass', () => table.begin('pass'));
        await step('confirm', () => table.play('pass'));
    """,
    "a move without Confirm": f"""
        table.present.confirm = false;
        {CHOSEN}
        answers.push({DONE});
        await step('touch c1', () => table.touched(['c1']));
    """,
    "the only move": f"""
        answers.push(viewOf(1, {{ moves: [], ways: [["", "a1", "b1"]] }}));
        await step('a ply', () => table.newRevision('r1-0'));
        answers.push({DONE});
        await step('play it', () => document.querySelector('#go').click());
    """,
    "a draw goes with one move": """
        const done = { view: viewOf(1, { may: { draw_with_move: true } }), said: [], opened: null };
        answers.push(done, done, done);
        table.withDraw = true;
        await step('play where none can be offered', () => table.play('a1-b1'));
        table.withDraw = true;
        await step('play with an offer', () => table.play('a1-b1'));
        await step('play without', () => table.play('a1-b1'));
    """,
    "a wish is answered": """
        answers.push(
          { view: viewOf(0), said: ['Offered'], repeated: false, opened: null },
          { view: viewOf(0), said: [], repeated: true },
          { view: viewOf(0), said: [], opened: 8, bearer: 'b8' },
          { view: viewOf(0), said: [], opened: 9 },
          { view: viewOf(0), said: ['You: a1-b1', 'again'], repeated: true },
        );
        await step('offer', () => table.write('offer', { kind: 'draw' }));
        await step('again', () => table.write('offer', { kind: 'draw' }));
        await step('rematch', () => table.write('rematch'));
        log.push(JSON.stringify(table.opened));
        await step('rematch', () => table.write('rematch'));
        log.push(JSON.stringify(table.opened));
        await step('a move that was played', () => table.play('a1-b1'));
    """,
    "only one wish at once": """
        let finish;
        answers.push(() => new Promise((resolve) => { finish = resolve; }));
        let first;
        await step('offer', () => { first = table.write('offer'); });
        await step('another', () => table.write('resign'));
        await step('heard meanwhile', () => table.newRevision('r1-0'));
        answers.push(viewOf(1, { since: 0 }));
        await step('finished', () => { finish({ view: viewOf(0), said: [], opened: null }); return first; });
    """,
    "a change is heard while a move is sent": f"""
        let finish, send;
        answers.push(() => new Promise((resolve) => {{ finish = resolve; }}));
        await step('a ply', () => {{ table.newRevision('r1-0'); }});
        {CHOSEN}
        answers.push(() => new Promise((resolve) => {{ send = resolve; }}));
        await step('play', () => {{ table.play('a1-b1'); }});
        await step('the ply', () => finish(viewOf(1)));
        await step('played', () => send({DONE}));
    """,
    "refusals": """
        answers.push(problem('refused', 'Not so'), problem('offline'));
        await step('refused', () => table.write('offer'));
        await step('offline', () => table.write('offer'));
        answers.push(problem('moved', 'Moved'), viewOf(1), problem('expired', 'Over'));
        await step('moved', () => table.write('offer'));
        await step('expired', () => table.write('offer'));
        log.push(String(table.ended));
    """,
    "a change is heard": f"""
        await step('the same', () => table.newRevision('r0-0'));
        answers.push(viewOf(1));
        await step('a ply', () => table.newRevision('r1-0'));
        {CHOSEN}
        answers.push(viewOf(2, {{ since: 1 }}));
        await step('while choosing', () => table.newRevision('r2-0'));
        answers.push(viewOf(2, {{ since: 2, status: 'an offer' }}));
        {CHOSEN}
        await step('an offer', () => table.newRevision('other'));
        answers.push(problem('offline'));
        await step('offline', () => table.newRevision('r3-0'));
        answers.push(viewOf(3, {{ since: 2 }}));
        await step('back again', () => table.newRevision('r3-0'));
    """,
    "a change is heard before Confirm": f"""
        {CHOSEN}
        answers.push(viewOf(0, {{ explored: ['a1-b1'] }}), viewOf(0, {{ status: 'an offer' }}));
        await step('touch b1', () => table.touched(['b1']));
        await step('an offer', () => table.newRevision('other'));
        await step('back', () => table.back());
        await step('back again', () => table.back());
        answers.push(problem('refused', 'Not now'), problem('offline'));
        await step('dice', () => table.panel.dice());
        await step('dice while offline', () => table.panel.dice());
        await step('Escape', () => table.back());
    """,
    "changes in a row": """
        let finish;
        answers.push(() => new Promise((resolve) => { finish = resolve; }), viewOf(2, { since: 1 }));
        await step('a ply', () => { table.newRevision('r1-0'); });
        await step('another', () => { table.newRevision('r2-0'); });
        await step('answered', () => finish(viewOf(1)));
    """,
    "a take-back": """
        const outdated = viewOf(1, { taken_back: 1, since: 2, history: [] });
        answers.push(viewOf(2), outdated, viewOf(1, { taken_back: 1 }));
        await step('plies', () => table.newRevision('r2-0'));
        await step('taken back', () => table.newRevision('r1-1'));
        const undone = viewOf(0, { taken_back: 2, since: 1 });
        answers.push({ view: undone, said: ['Undone'], opened: null }, viewOf(0, { taken_back: 2 }));
        await step('undo', () => table.write('undo', { plies: 1, taken_back: 1 }));
        const others = [{ number: 1, said: 'another ply' }];
        answers.push(viewOf(1, { taken_back: 2 }), viewOf(1, { taken_back: 3, since: 1, history: [] }));
        answers.push(viewOf(1, { taken_back: 3, history: others }));
        await step('a ply', () => table.newRevision('r1-2'));
        await step('another ply in its place', () => table.newRevision('r1-3'));
        log.push(document.querySelector('#moves').textContent);
    """,
    "looking back": """
        answers.push(viewOf(3));
        await step('plies', () => table.newRevision('r3-0'));
        answers.push(viewOf(3, { ply: 2, since: 3 }), viewOf(3, { ply: 0, since: 3 }));
        await step('back', () => table.step(-1));
        await step('first', () => table.to(-5));
        answers.push(viewOf(4, { since: 3 }));
        await step('heard meanwhile', () => table.newRevision('r4-0'));
        await step('last', () => table.step(Infinity));
        answers.push(viewOf(4, { ply: 1, since: 4 }), viewOf(4, { ply: 2, since: 4 }));
        await step('two wishes', () => { table.to(1); table.to(3); return table.to(2); });
        answers.push(viewOf(4, { ply: 1, since: 4 }), viewOf(4, { ply: 0, since: 4 }));
        await step('two steps at once', () => { table.step(-1); return table.step(-1); });
        answers.push(viewOf(4, { ply: 0, since: 4, explored: ['a1-b1'] }));
        await step('try out from there', () => table.tryOut('explore'));
        answers.push(viewOf(4, { ply: 0, since: 4 }), problem('moved', 'Gone'), viewOf(4, { since: 4 }));
        await step('leave', () => table.leaveVariation());
        await step('refused', () => table.step(1));
        answers.push(viewOf(4, { ply: 3, since: 4 }));
        await step('back', () => table.step(-1));
    """,
    "trying out": """
        answers.push(viewOf(0, { may: { move: false } }));
        await step('explore', () => table.tryOut('explore'));
        answers.push(viewOf(0, { explored: ['a1-b1'] }));
        await step('touch a1', () => table.touched(['a1']));
        await step('touch b1', () => table.touched(['b1']));
        answers.push({ view: viewOf(0), said: ['Planned'], opened: null });
        await step('plan', () => table.plan());
        answers.push(viewOf(0, { moves: [], ways: [] }));
        await step('nothing to try', () => table.tryOut('plan'));
        answers.push(viewOf(0), problem('refused', 'Outdated'));
        await step('explore', () => table.tryOut('explore'));
        await step('leave', () => table.leaveVariation());
        await step('refused', () => table.tryOut('explore'));
    """,
    "answers that come too late": f"""
        let finish;
        const later = () => new Promise((resolve) => {{ finish = resolve; }});
        answers.push(later, later);
        await step('explore', () => {{ table.tryOut('explore'); }});
        await step('leave', () => table.leaveVariation());
        await step('answered', () => finish(viewOf(0, {{ explored: ['d1-b1'] }})));
        {CHOSEN}
        await step('touch b1', () => {{ table.touched(['b1']); }});
        await step('back', () => table.back());
        await step('answered', () => finish(viewOf(0, {{ explored: ['a1-b1'] }})));
    """,
    "a game that is gone": """
        answers.push(problem('unknown'));
        await step('offer', () => table.write('offer'));
        log.push(String(table.ended));
    """,
    "looks": """
        answers.push(viewOf(0, { theme: 'dark' }), viewOf(0, { side: null }), viewOf(0, { side: 0 }));
        await step('dark', () => table.dress({ theme: 'dark' }));
        await step('flip', () => table.flip());
        await step('flip', () => table.flip());
        answers.push({ view: viewOf(0, { side: 1 }), said: [], opened: null }, viewOf(0, { side: 0 }));
        await step('offer, answered from the other side', () => table.write('offer'));
        answers.push(viewOf(0), viewOf(0, { theme: 'light', side: 0 }));
        await step('explore', () => table.tryOut('explore'));
        await step('light', () => table.dress({ theme: 'light' }));
        answers.push(viewOf(2), viewOf(2, { ply: 1, since: 2 }));
        await step('plies', () => table.newRevision('r2-0'));
        await step('back', () => table.step(-1));
        answers.push(viewOf(2, { since: 2 }), viewOf(2, { ply: 1, since: 2 }));
        await step('dark', () => table.dress({ theme: 'dark' }));
        log.push(themes.join());
    """,
    "a flip from the side that the server shows": """
        answers.push(viewOf(1, { side: 1 }), viewOf(1, { side: 0 }));
        await step('a ply', () => table.newRevision('r1-0'));
        await step('flip', () => table.flip());
    """,
    "flips among three": """
        const player = (seat) => ({ seat, name: "", role: "", seconds: null, due: null });
        const from = (side) => viewOf(1, { side, players: [0, 1, 2].map(player) });
        answers.push(from(1), from(2), from(0));
        await step('a ply', () => table.newRevision('r1-0'));
        await step('flip', () => table.flip());
        await step('flip', () => table.flip());
    """,
    "two ways to one end": """
        answers.push(viewOf(1, { ways: [["", "a1", "b1", "c1"], ["", "a1", "d1", "c1"], ["", "d1", "b1"]] }));
        await step('a ply', () => table.newRevision('r1-0'));
        await step('touch a1', () => table.touched(['a1']));
        await step('touch c1', () => table.touched(['c1']));
        await step('back', () => table.back());
        await step('back', () => table.back());
    """,
    "effects are hidden": """
        table.shown.hidden = true;
        await step('touch a1', () => table.touched(['a1']));
        await step('touch c9', () => table.touched(['c9']));
    """,
    "an end": """
        await step('closed', () => table.over({ text: 'Hidden now' }));
        await step('touch a1', () => table.touched(['a1']));
    """,
    "a picture that does not come": """
        const tried = [];
        const usual = globalThis.setTimeout;
        globalThis.setTimeout = (run, wait) => { tried.push(wait); return usual.call(globalThis, run, 0); };
        wire.picture = async () => { throw problem('unavailable'); };
        answers.push(viewOf(1));
        try {
          await step('a ply', () => table.follow());
        } finally {
          globalThis.setTimeout = usual;
        }
        log.push(tried.filter((wait) => wait >= 1000).join());
    """,
}


@pytest.mark.parametrize("name", STORIES)
async def test_stories_at_a_table(modules: Page, approved: SnapshotAssertion, name: str) -> None:
    text = await modules.evaluate(
        "async script => (await import('http://client.localhost/table_player.js')).play(script)",
        STORIES[name],
    )
    assert text == approved(name=name.replace(" ", "-"))
