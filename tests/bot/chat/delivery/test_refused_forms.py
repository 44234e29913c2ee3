"""Remembered refusals of request forms: by channel, for an hour."""

import pytest

from bot.chat.delivery.refused_forms import RefusedForms, RequestForm, read_forms


def test_a_refused_form_is_remembered_for_an_hour_per_channel() -> None:
    now = 0.0
    forms = RefusedForms(lambda: now)
    forms.learn(70, RequestForm.PICTURE)
    assert forms.knows(70, RequestForm.PICTURE)
    assert not forms.knows(70, RequestForm.THREAD)
    assert not forms.knows(71, RequestForm.PICTURE)
    now = 3599.0
    assert forms.knows(70, RequestForm.PICTURE)
    now = 3601.0
    assert not forms.knows(70, RequestForm.PICTURE)


def test_changed_rights_forget_refusals() -> None:
    forms = RefusedForms(lambda: 0.0)
    for channel in (70, 71):
        forms.learn(channel, RequestForm.THREAD)
    forms.forget(lambda channel: channel == 70)
    assert not forms.knows(70, RequestForm.THREAD)
    assert forms.knows(71, RequestForm.THREAD)


def test_a_threads_refusal_applies_to_its_channel_and_siblings() -> None:
    forms = RefusedForms(lambda: 0.0)
    for thread, channel in ((700, 70), (701, 70), (710, 71)):
        forms.record_parent(thread, channel)
    forms.learn(700, RequestForm.KEEPING_EDIT)
    assert [forms.knows(place, RequestForm.KEEPING_EDIT) for place in (700, 701, 70, 710, 71)] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_globally_avoided_forms_are_never_tried() -> None:
    forms = RefusedForms(lambda: 0.0, frozenset({RequestForm.NONCE}))
    assert forms.knows(70, RequestForm.NONCE)
    forms.forget(lambda _: True)
    assert forms.knows(70, RequestForm.NONCE)
    assert not forms.knows(70, RequestForm.THREAD)


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("", set()),
        ("nonces", {RequestForm.NONCE}),
        (" threads, keeping-edits,", {RequestForm.THREAD, RequestForm.KEEPING_EDIT}),
    ],
)
def test_a_setting_lists_forms(text: str, forms: set[RequestForm]) -> None:
    assert read_forms(text) == forms


def test_an_unknown_form_is_rejected() -> None:
    with pytest.raises(ValueError, match="must be some of keeping-edits, nonces, pictures, threads"):
        read_forms("nonce")
