"""`/settings`: a person's choices apply to their private pages and notifications."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import Answer, ShownMessage
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def open_settings(person: Person, channel: str) -> ShownMessage:
    answer = await person.slash(channel, "settings")
    assert answer.message.is_private
    return answer.message


async def choose_setting(person: Person, page: ShownMessage, setting: str, *values: str) -> Answer:
    return await person.forge(page, f"fp:set:{setting}", *values)


@pytest.mark.assumes("forms-keep-values")
async def test_a_reopened_form_shows_the_current_values(table: Table) -> None:
    page = await open_settings(table.anna, table.channel)
    for hours in ("22:00-07:30", "21:00-06:00"):
        await table.anna.fill_in(page, "Quiet hours", hours=hours, zone="UTC")
        answer = await table.anna.press(page, "Quiet hours")
        assert answer.form is not None
        (first, _) = (label["component"]["value"] for label in answer.form["components"])
        assert first == hours
