"""The private pages of a trial, and its report as a file."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.core.messages import layouts
from bot.chat.core.messages.files import AttachedFile, Document
from bot.chat.core.words.list_text import fit_lines
from bot.features.trial.probe_results import ProbeVerdict, line
from bot.features.trial.steps.all_steps import STEPS
from bot.features.trial.steps.step import Instruction
from bot.features.trial.trial_state import DiscordTrial
from bot.locale import Language

REPORT: Final = "discord-trial.txt"
ALL: Final = "all"
_MAX_LIST_LENGTH: Final = 2400

Page = tuple[ui.LayoutView, Sequence[AttachedFile]]


def intro_page(trial: DiscordTrial, forum: str | None) -> Page:
    """Return the page that starts a whole trial, or a single step of it."""
    t = trial.t
    place_line = t("trial.intro-forum", forum=forum) if forum is not None else t("trial.intro-no-forum")
    device = "trial.on-computer" if trial.desktop else "trial.on-phone"
    other_device = "trial.button.on-phone" if trial.desktop else "trial.button.on-computer"
    step_menu: ui.Select[Any] = ui.Select(
        custom_id=trial.custom_id("only"),
        placeholder=t("trial.only"),
        options=[discord.SelectOption(label=t(f"trial.title.{key}"), value=key) for key in STEPS],
    )
    view = layouts.page(
        layouts.text(f"## {t('trial.title')}\n{t('trial.intro')}\n{place_line}\n{t(device)}"),
        layouts.buttons(
            trial.button("trial.button.start", "start", ALL, ButtonStyle.success),
            trial.button(other_device, "device"),
            trial.button("trial.button.stop", "stop"),
        ),
        ui.ActionRow(step_menu),
    )
    return view, []


def step_page(trial: DiscordTrial, instruction: Instruction, broken: Sequence[str]) -> Page:
    """Return the page of the current step; `broken` are earlier steps that could not run."""
    t, picture = trial.t, instruction.picture
    heading = t(
        "trial.heading", number=trial.at + 1, of=len(trial.steps), title=t(f"trial.title.{trial.step}")
    )
    skipped = [t("trial.not-possible", title=t(f"trial.title.{key}")) for key in broken]
    blocks = [layouts.text("\n".join((f"### {heading}", *skipped, instruction.text)))]
    if picture is not None:
        blocks.append(layouts.picture(picture.words))
    exits = layouts.buttons(
        trial.button("trial.button.skip", "skip"), trial.button("trial.button.stop", "stop")
    )
    blocks += [*instruction.rows, layouts.text(f"-# {_counts_text(trial)}"), exits]
    return layouts.page(*blocks), [] if picture is None else [picture]


def working_page(trial: DiscordTrial) -> Page:
    """Return the page shown while a step begins."""
    heading = trial.t(
        "trial.heading", number=trial.at + 1, of=len(trial.steps), title=trial.t(f"trial.title.{trial.step}")
    )
    return layouts.page(layouts.text(f"### {heading}\n{trial.t('trial.wait')}")), []


def back_page(trial: DiscordTrial) -> Page:
    """Return the page with a link to the channel of the trial."""
    return layouts.page(layouts.text(trial.t("trial.back", channel=f"<#{trial.channel}>"))), []


def report_page(trial: DiscordTrial) -> Page:
    """Return the report: the counts, the broken assumptions, and all rows as a file."""
    t, rows = trial.t, trial.results.rows()
    wrong_lines = [
        f"- {line(row, verdict, why, t)}"
        for row, (verdict, why) in rows.items()
        if verdict is ProbeVerdict.INSTEAD
    ]
    text = (
        f"{t('trial.instead')}\n{fit_lines(wrong_lines, _MAX_LIST_LENGTH, t)}"
        if wrong_lines
        else t("trial.all-believed")
    )
    file = Document(report(trial).encode(), REPORT)
    view = layouts.page(
        layouts.text(f"## {t('trial.over')}\n{_counts_text(trial)}"),
        layouts.text(text),
        layouts.text(t("trial.report")),
        layouts.document(file),
    )
    return view, [file]


def over_page(t: Language) -> ui.LayoutView:
    """Return the answer to a press on the leftovers of a trial."""
    return layouts.note(t("trial.broken-off"))


def report(trial: DiscordTrial) -> str:
    """Return the report: a line for each row of the pages of docs/discord.md, without names and ids."""
    t = trial.t
    lines = [line(row, verdict, why, t) for row, (verdict, why) in trial.results.rows().items()]
    head = t("trial.report-head", date=f"{trial.services.clock():%Y-%m-%d}")
    return "\n".join((head, _counts_text(trial), "", *lines, ""))


def _counts_text(trial: DiscordTrial) -> str:
    counts = trial.results.counts()
    return trial.t(
        "trial.count",
        believed=counts[ProbeVerdict.BELIEVED],
        instead=counts[ProbeVerdict.INSTEAD],
        untried=counts[ProbeVerdict.UNTRIED],
    )
