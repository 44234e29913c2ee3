"""The times within which an interaction can be answered, followed up, and recalled."""

import pytest

from playground.interactions.interactions import (
    ANSWER_SECONDS,
    FORGET_SECONDS,
    TOKEN_SECONDS,
    Act,
    Answer,
    Interaction,
    InteractionBook,
)
from playground.values.errors import ApiError
from playground.values.snowflakes import Snowflakes
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN

FORM = {"custom_id": "form", "title": "Your move"}


def code(book: InteractionBook, interaction: Interaction) -> int:
    """Return the code with which a follow-up is refused, 0 if it is not."""
    try:
        found = book.by_token(interaction.token)
    except ApiError as error:
        return error.refusal.code
    assert found is interaction
    return 0


def begin(book: InteractionBook, user: str) -> Interaction:
    return book.open(Act.COMMAND, user_id=user, channel_id="1", guild_id=None, data={}, owners={})


async def test_interaction_is_known_until_it_expires() -> None:
    clock = Hand()
    tokens = iter("abcd")
    book = InteractionBook(clock=clock, snowflakes=Snowflakes(clock), token=lambda: next(tokens))
    first, second, late = (begin(book, user) for user in (ANNA, BEN, ANNA))
    assert code(book, first) == 10015
    for wrong in ((first.id, second.token), (second.id, first.token), (first.id, "z")):
        with pytest.raises(ApiError) as refused:
            book.take_unanswered(*wrong)
        assert refused.value.refusal.code == 10062
    clock.moment += ANSWER_SECONDS
    assert book.take_unanswered(first.id, first.token) is first
    book.settle(first, Answer(4, message_id="7"))
    book.settle(second, Answer(9, modal=FORM))
    with pytest.raises(ApiError) as refused:
        book.take_unanswered(first.id, first.token)
    assert refused.value.refusal.code == 40060
    clock.moment += 0.1
    with pytest.raises(ApiError) as refused:
        book.take_unanswered(late.id, late.token)
    assert refused.value.refusal.code == 10062
    assert await book.answer_in_time(late) is None
    assert await book.answer_in_time(first) == Answer(4, message_id="7")
    assert (first.answered, first.original_id) == (4, "7")
    assert book.find_shown_modal(BEN, "form") == (FORM, second)
    assert book.find_shown_modal(ANNA, "form") is None
    begun = clock.moment - ANSWER_SECONDS - 0.1
    for seconds, expected in ((TOKEN_SECONDS, 0), (TOKEN_SECONDS + 1, 50027), (FORGET_SECONDS, 50027)):
        clock.moment = begun + seconds
        book.prune()
        assert [code(book, act) for act in (first, second)] == [expected] * 2
    assert book.find_shown_modal(BEN, "form") == (FORM, second)
    clock.moment += 1
    book.prune()
    assert [code(book, act) for act in (first, second)] == [10015] * 2
    assert book.find_shown_modal(BEN, "form") is None


async def test_answers_carry_their_interactions_origin() -> None:
    clock = Hand()
    book = InteractionBook(clock=clock, snowflakes=Snowflakes(clock))
    owners, trigger = {"0": "7"}, {"id": "5"}
    shapes = {}
    for act in Act:
        interaction = book.open(
            act,
            user_id=BEN,
            channel_id="1",
            guild_id="7",
            data={},
            owners=owners,
            message_id="3",
            trigger=trigger,
        )
        shapes[act] = interaction.metadata()
        assert shapes[act].pop("id") == interaction.id
        assert shapes[act].pop("type") == act
    usual = {"user_id": BEN, "authorizing_integration_owners": owners}
    assert shapes == {
        Act.COMMAND: usual,
        Act.COMPONENT: usual | {"interacted_message_id": "3"},
        Act.AUTOCOMPLETE: usual,
        Act.MODAL: usual | {"triggering_interaction_metadata": trigger},
    }
