"""Rules of offers: making, answering, lapsing, take-backs, aborts."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.match.offers.offer_rules import (
    FREE,
    REASONS,
    AgreedOffer,
    LoggedPly,
    Offer,
    OfferContext,
    OfferKind,
    Offers,
    OfferStep,
    PastOffer,
)
from bot.model.refusal import Refusal

START = datetime(2025, 6, 10, 10, tzinfo=UTC)
LATER = START + timedelta(days=1)
DRAW, TAKE_BACK, ABORT = OfferKind.DRAW, OfferKind.TAKE_BACK, OfferKind.ABORT


def table(log: str, players: int = 2, *, draws: bool = True, leavers: str = "") -> OfferContext:
    """Return a table whose `log` names the seats of plies at START; `.` is chance, `x` seat 2 leaving."""
    plies = [
        LoggedPly(2, START, leaving=True)
        if sign == "x"
        else LoggedPly(None if sign == "." else int(sign), START)
        for sign in log
    ]
    return OfferContext(frozenset(range(players)) - set(map(int, leavers)), plies, draws)


def offers_after(kind: OfferKind, seat: int, log: str, players: int = 2) -> Offers:
    step = Offers().propose(kind, seat, table(log, players), LATER)
    assert step.settled is None
    return step.offers


def expect_refusal(reason: str, attempt: Callable[[], OfferStep]) -> None:
    with pytest.raises(Refusal) as error:
        attempt()
    assert error.value.reason == reason
    assert set(error.value.details) == set(REASONS[reason])


class TestDraw:
    def test_an_accepted_draw_offer_settles_the_draw(self) -> None:
        step = offers_after(DRAW, 0, "0101").accept(DRAW, 1, table("0101"))
        assert step.settled == AgreedOffer(DRAW, 0)
        assert step.offers.open == ()

    def test_a_declined_or_withdrawn_draw_offer_closes(self) -> None:
        offers = offers_after(DRAW, 0, "0101")
        assert offers.decline(DRAW, 1, table("0101")) == OfferStep(Offers((), offers.made))
        assert offers.withdraw(DRAW, 0) == OfferStep(Offers((), offers.made))

    def test_a_draw_offer_lapses_only_with_the_opponents_ply(self) -> None:
        offers = offers_after(DRAW, 0, "01").after_ply(0)
        assert offers.find(DRAW) == Offer(DRAW, 0)
        assert offers.after_ply(1).find(DRAW) is None

    @pytest.mark.parametrize("kind", OfferKind)
    def test_an_automatic_ply_keeps_a_draw_offer_open(self, kind: OfferKind) -> None:
        offers = offers_after(kind, 0, "0").after_automatic_ply()
        assert [offer.kind for offer in offers.open] == ([DRAW] if kind is DRAW else [])

    def test_a_draw_offer_is_refused_in_a_game_without_draws(self) -> None:
        expect_refusal("no-draws", lambda: Offers().propose(DRAW, 0, table("01", draws=False), LATER))

    def test_a_draw_needs_the_agreement_of_all_players(self) -> None:
        context = table("0123", 4)
        offers = offers_after(DRAW, 1, "0123", 4).accept(DRAW, 0, context).offers
        expect_refusal("offer-accepted", lambda: offers.accept(DRAW, 0, context))
        step = offers.accept(DRAW, 3, context)
        assert (step.settled, step.offers.find(DRAW)) == (None, Offer(DRAW, 1, frozenset({0, 3})))
        assert step.offers.accept(DRAW, 2, context).settled == AgreedOffer(DRAW, 1)

    @pytest.mark.parametrize("kind", [DRAW, ABORT])
    def test_a_leaver_need_not_agree(self, kind: OfferKind) -> None:
        offers = offers_after(kind, 1, "01", 3).accept(kind, 0, table("01", 3)).offers
        assert offers.after_leaving(2, table("01x", 3, leavers="2")).settled == AgreedOffer(kind, 1)
        step = offers_after(kind, 1, "01", 3).after_leaving(2, table("01x", 3, leavers="2"))
        assert (step.settled, step.offers.find(kind)) == (None, Offer(kind, 1))

    def test_a_leavers_offer_lapses(self) -> None:
        step = offers_after(DRAW, 2, "012", 3).after_leaving(2, table("012x", 3, leavers="2"))
        assert (step.settled, step.offers.open) == (None, ())


class TestOnceATurn:
    @pytest.mark.parametrize("kind", OfferKind)
    def test_a_kind_of_offer_is_made_once_per_turn(self, kind: OfferKind) -> None:
        offers = offers_after(kind, 0, "0").decline(kind, 1, table("0")).offers
        expect_refusal("offer-made", lambda: offers.propose(kind, 0, table("0"), LATER))
        expect_refusal("offer-made", lambda: offers.propose(kind, 0, table("0."), LATER))
        other = OfferKind.DRAW if kind is not DRAW else TAKE_BACK
        assert offers.propose(other, 0, table("0"), LATER).offers.find(other)

    def test_an_offer_may_be_repeated_after_the_next_ply(self) -> None:
        offers = offers_after(DRAW, 0, "01").decline(DRAW, 1, table("01")).offers.after_ply(0)
        second = offers.propose(DRAW, 0, table("010"), LATER).offers
        assert second.find(DRAW) == Offer(DRAW, 0)
        assert second.made == {PastOffer(DRAW, 0, 2), PastOffer(DRAW, 0, 3)}

    def test_an_open_draw_offer_blocks_another(self) -> None:
        offers = offers_after(DRAW, 0, "0101")
        expect_refusal("offer-waits", lambda: offers.propose(DRAW, 1, table("0101"), LATER))
        expect_refusal("offer-waits", lambda: offers.after_ply(0).propose(DRAW, 0, table("01010"), LATER))

    def test_a_free_take_back_is_not_repeatable_for_the_same_ply(self) -> None:
        offers = Offers().propose(TAKE_BACK, 0, table("010"), START).offers
        expect_refusal("offer-made", lambda: offers.propose(TAKE_BACK, 0, table("010"), START))


class TestAnswers:
    def test_only_opponents_answer_and_only_open_offers(self) -> None:
        offers, context = offers_after(DRAW, 0, "01"), table("01")
        expect_refusal("own-offer", lambda: offers.accept(DRAW, 0, context))
        expect_refusal("own-offer", lambda: offers.decline(DRAW, 0, context))
        expect_refusal("no-offer", lambda: offers.withdraw(DRAW, 1))
        expect_refusal("no-offer", lambda: offers.accept(TAKE_BACK, 1, context))
        expect_refusal("no-offer", lambda: Offers().decline(DRAW, 1, context))
        expect_refusal("no-offer", lambda: Offers().withdraw(DRAW, 1))

    def test_a_leaver_cannot_offer_or_answer(self) -> None:
        context = table("012x", 3, leavers="2")
        offers = Offers().propose(DRAW, 0, context, LATER).offers
        expect_refusal("you-left", lambda: offers.propose(DRAW, 2, context, LATER))
        expect_refusal("you-left", lambda: offers.accept(DRAW, 2, context))
        expect_refusal("you-left", lambda: offers.decline(DRAW, 2, context))


class TestTakeBack:
    @pytest.mark.parametrize(("log", "keep", "undone"), [("010", 2, (0,)), ("0", 0, (0,)), (".0", 1, (0,))])
    def test_an_immediate_take_back_before_a_reply_is_free(
        self, log: str, keep: int, undone: tuple[int, ...]
    ) -> None:
        step = Offers().propose(TAKE_BACK, 0, table(log), START + FREE)
        assert step.settled == AgreedOffer(TAKE_BACK, 0, keep, undone)

    @pytest.mark.parametrize(
        ("log", "now", "keep", "undone"),
        [
            ("010", START + FREE + timedelta(microseconds=1), 2, (0,)),
            ("0101", START, 2, (0, 1)),
            ("01.0.1.1.", START, 3, (0, 1, 1)),
            (".0.", START, 1, (0,)),
        ],
    )
    def test_a_late_or_answered_take_back_needs_consent(
        self, log: str, now: datetime, keep: int, undone: tuple[int, ...]
    ) -> None:
        step = Offers().propose(TAKE_BACK, 0, table(log), now)
        assert step.settled is None
        assert step.offers.accept(TAKE_BACK, 1, table(log)).settled == AgreedOffer(TAKE_BACK, 0, keep, undone)

    def test_a_take_back_covers_the_last_of_several_plies_in_a_row(self) -> None:
        step = Offers().propose(TAKE_BACK, 0, table("0.100"), START)
        assert step.settled == AgreedOffer(TAKE_BACK, 0, 4, (0,))

    @pytest.mark.parametrize("seat", [0, 1])
    def test_any_ply_lapses_an_open_take_back(self, seat: int) -> None:
        assert offers_after(TAKE_BACK, 0, "0101").after_ply(seat).open == ()

    def test_a_take_back_lapses_other_offers(self) -> None:
        offers = offers_after(DRAW, 1, "010")
        assert offers.propose(TAKE_BACK, 0, table("010"), START).offers.open == ()

    def test_a_take_back_without_a_ply_is_refused(self) -> None:
        expect_refusal("nothing-to-take-back", lambda: Offers().propose(TAKE_BACK, 1, table("0."), START))

    def test_a_departure_cannot_be_taken_back(self) -> None:
        context = table("012x", 3, leavers="2")
        for seat, log in ((0, context), (1, table("01x", 3, leavers="2"))):
            expect_refusal("someone-left-since", partial(Offers().propose, TAKE_BACK, seat, log, START))
        assert offers_after(TAKE_BACK, 0, "012", 3).after_leaving(2, context).offers.open == ()

    @given(st.text("01.", max_size=12).filter(lambda log: "0" in log))
    def test_a_take_back_undoes_everything_from_the_last_own_ply(self, log: str) -> None:
        offers = Offers().propose(TAKE_BACK, 0, table(log), LATER).offers
        take_back = offers.accept(TAKE_BACK, 1, table(log)).settled
        assert take_back is not None
        assert take_back.keep == log.rindex("0")
        assert "".join(map(str, take_back.undone)) == log[take_back.keep :].replace(".", "")


class TestUndo:
    def test_undo_drops_an_offer_made_with_the_ply(self) -> None:
        offers = Offers((Offer(DRAW, 0),), frozenset({PastOffer(DRAW, 0, 3)}))
        assert offers.after_undo(frozenset(), 2) == Offers()

    def test_undo_keeps_an_offer_made_before_the_ply(self) -> None:
        offers = Offers((Offer(DRAW, 0),), frozenset({PastOffer(DRAW, 0, 1)}))
        assert offers.after_undo(frozenset({(DRAW, 0)}), 2) == offers

    def test_undo_lets_a_lapsed_offer_be_repeated(self) -> None:
        offers = Offers((), frozenset({PastOffer(DRAW, 1, 2), PastOffer(ABORT, 1, 2)}))
        assert offers.after_undo(frozenset({(DRAW, 1)}), 2) == Offers((), frozenset({PastOffer(ABORT, 1, 2)}))

    def test_others_acted_if_they_offered_or_accepted_since_the_ply(self) -> None:
        unanswered, accepted, other_offer = Offer(DRAW, 0), Offer(DRAW, 0, frozenset({2})), Offer(DRAW, 1)
        assert [
            Offers((offer,)).others_acted_since(frozenset(), 0)
            for offer in (unanswered, accepted, other_offer)
        ] == [
            False,
            True,
            True,
        ]
        assert not Offers((accepted,)).others_acted_since(frozenset({(DRAW, 0)}), 0)


class TestAbort:
    def test_an_abort_before_the_own_first_ply_needs_no_consent(self) -> None:
        assert Offers().propose(ABORT, 1, table("0"), LATER).settled == AgreedOffer(ABORT, 1)
        assert Offers().propose(ABORT, 0, table("."), LATER).settled == AgreedOffer(ABORT, 0)

    def test_an_abort_after_the_own_ply_needs_consent(self) -> None:
        offers = offers_after(ABORT, 0, "0")
        assert offers.accept(ABORT, 1, table("0")).settled == AgreedOffer(ABORT, 0)
        assert offers.after_ply(1).open == ()

    def test_an_abort_after_all_players_moved_is_refused(self) -> None:
        expect_refusal("too-late-to-abort", lambda: Offers().propose(ABORT, 0, table("01"), LATER))
        expect_refusal(
            "too-late-to-abort", lambda: Offers().propose(ABORT, 0, table("01x", 3, leavers="2"), LATER)
        )


attempts = st.lists(
    st.tuples(
        st.sampled_from(["propose", "accept", "decline", "withdraw", "ply"]),
        st.sampled_from(OfferKind),
        st.integers(0, 2),
    ),
    max_size=30,
)


@given(attempts)
def test_open_offers_keep_their_invariants(attempts: list[tuple[str, OfferKind, int]]) -> None:
    offers, log, past_offers = Offers(), "", frozenset[PastOffer]()
    for action, kind, seat in attempts:
        context = table(log, 3)
        if action == "ply":
            log += str(seat)
            offers = offers.after_ply(seat)
            continue
        step = OfferStep(offers)
        try:
            if action == "propose":
                step = offers.propose(kind, seat, context, LATER)
            elif action == "accept":
                step = offers.accept(kind, seat, context)
            elif action == "decline":
                step = offers.decline(kind, seat, context)
            else:
                step = offers.withdraw(kind, seat)
        except Refusal:
            assert step.offers == offers
        if step.settled is not None:
            assert step.offers.open == ()
            log = log[: step.settled.keep]
        offers = step.offers
        kinds = [offer.kind for offer in offers.open]
        assert len(kinds) == len(set(kinds))
        assert not [
            offer for offer in offers.open if not (offer.seat not in offer.agreed and len(offer.agreed) < 2)
        ]
        assert past_offers <= offers.made
        assert len(offers.made - past_offers) <= 1
        past_offers = offers.made


def test_a_substitution_drops_its_seats_offer_and_consents() -> None:
    draw, abort = Offer(DRAW, 0, frozenset({1, 2})), Offer(ABORT, 1, frozenset({2}))
    past = frozenset({PastOffer(DRAW, 0, 3)})
    offers = Offers((draw, abort), past).after_substitution(1)
    assert offers == Offers((Offer(DRAW, 0, frozenset({2})),), past)
    assert Offers((draw, abort)).after_substitution(3).open == (draw, abort)


def test_refused_offers_are_not_allowed() -> None:
    assert Offers().allows(DRAW, 0, table("01"), LATER)
    assert not Offers().allows(DRAW, 0, table("01", draws=False), LATER)
    offers = offers_after(DRAW, 0, "01")
    assert [offers.allows(DRAW, seat, table("01"), LATER) for seat in (0, 1)] == [False, False]


def test_an_abort_in_a_later_series_game_needs_consent() -> None:
    second_game = replace(table("0"), follows=True)
    assert Offers().propose(ABORT, 1, second_game, LATER).settled is None
    unplayable = replace(table("01"), playable=False)
    assert Offers().propose(ABORT, 1, unplayable, LATER).offers.find(ABORT) == Offer(ABORT, 1)
