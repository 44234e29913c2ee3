from bot.kernel.transactions.answered_requests import AnsweredRequests


def test_only_so_many_answers_are_remembered() -> None:
    answers = AnsweredRequests()
    for number in range(10_000):
        answers.keep(str(number))
    assert not [number for number in range(2_000, 10_000) if str(number) not in answers]
    assert "0" not in answers
