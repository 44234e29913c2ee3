from bot.kernel.transactions.answered_requests import AnsweredRequests


def test_the_number_of_remembered_answers_is_bounded() -> None:
    answers = AnsweredRequests()
    for number in range(10_000):
        answers.keep(str(number))
    assert not [number for number in range(2_000, 10_000) if str(number) not in answers]
    assert "0" not in answers
