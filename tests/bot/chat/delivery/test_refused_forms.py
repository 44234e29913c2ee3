"""What a channel has refused is remembered for an hour, for that channel and form alone."""

from bot.chat.delivery.refused_forms import Form, RefusedForms


def test_it_is_known_for_an_hour_of_that_channel_and_form() -> None:
    now = 0.0
    forms = RefusedForms(lambda: now)
    forms.learn(70, Form.PICTURE)
    assert forms.knows(70, Form.PICTURE)
    assert not forms.knows(70, Form.THREAD)
    assert not forms.knows(71, Form.PICTURE)
    now = 3599.0
    assert forms.knows(70, Form.PICTURE)
    now = 3601.0
    assert not forms.knows(70, Form.PICTURE)


def test_where_rights_change_it_is_tried_again() -> None:
    forms = RefusedForms(lambda: 0.0)
    for channel in (70, 71):
        forms.learn(channel, Form.THREAD)
    forms.forget(lambda channel: channel == 70)
    assert not forms.knows(70, Form.THREAD)
    assert forms.knows(71, Form.THREAD)


def test_what_a_thread_refuses_is_known_of_its_channel_and_of_the_threads_there() -> None:
    forms = RefusedForms(lambda: 0.0)
    for thread, channel in ((700, 70), (701, 70), (710, 71)):
        forms.hangs_in(thread, channel)
    forms.learn(700, Form.KEEPING_EDIT)
    assert [forms.knows(place, Form.KEEPING_EDIT) for place in (700, 701, 70, 710, 71)] == [
        True, True, True, False, False,
    ]  # fmt: skip
