import hashlib
import hmac
import random
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from bot.model.match.beacon import Beacon, Origin, digest_of
from bot.model.match.dice import FirstShown, Roll, SealCheck, Seed, Verification, recompute
from bot.model.match.match_log import step
from bot.model.people.person import MessageRef
from bot.model.people.players import HumanPlayer
from bot.model.ports import SecretChance
from rules import GAMES
from rules.contract import InvalidMove, Move
from rules.contract.capabilities import LetsRetire, leaves_to_chance, series_of
from tests.bot.support.gathering import Gathering
from tests.bot.support.matches_in_memory import match_of

_DOCUMENT = Path(__file__).parents[4] / "docs" / "dice.md"
_DIE = tuple((Move(f"roll:{face}"), Fraction(1, 6)) for face in range(1, 7))
_SEED = Seed(bytes(range(32)))


def test_the_documented_example_is_reproducible() -> None:
    text = _DOCUMENT.read_text(encoding="utf-8").partition("## A worked example")[2]
    commitment, secret, key, with_word = re.findall(r"^    ([0-9a-f]{44,64})$", text, re.MULTILINE)
    seed = Seed.from_hex(secret)
    assert (seed.hex, seed.short_commitment) == (secret, commitment)
    numbers = re.search(r"game with the number \*\*(\d+)\*\*", text)
    opening = re.search(r"opening message ended in `(\d+)`", text)
    assert numbers is not None
    assert opening is not None
    match, message = int(numbers[1]), MessageRef(1, int(opening[1]))
    dice = seed.mix(Beacon(Origin.OPENING, message))
    assert dice.hex == key
    rows = re.findall(
        r"^\| (\d+) \| `([\d:]+)` \| `([0-9a-f]+)` \| (\d+) \| (\d) \| `(.*)` \|$", text, re.MULTILINE
    )
    assert len(rows) == 5
    for ply, message_id, digest, number, remainder, roll in rows:
        assert message_id == f"{match}:{ply}:0"
        assert hmac.digest(bytes.fromhex(key), message_id.encode(), "sha256").hex()[:16] == digest
        assert (int(digest, 16), int(digest, 16) % 6) == (int(number), int(remainder))
        assert dice.roll(match, int(ply), _DIE).text == roll == f"roll:{int(remainder) + 1}"
    word = digest_of("Pomeranze")
    assert f"`{word}`" in text
    assert seed.mix(Beacon(Origin.OPENING, message, (word,))).hex == with_word
    old_roll = re.search(r"first roll of game 42 would come from `([0-9a-f]{16})`: a (\d)", text)
    assert old_roll is not None
    assert hmac.digest(seed.secret, b"42:1:0", "sha256").hex()[:16] == old_roll[1]
    assert seed.roll(match, 1, _DIE).text == f"roll:{old_roll[2]}"


def test_every_beacon_input_changes_the_seed() -> None:
    first, second = MessageRef(1, 7), MessageRef(1, 8)
    beacons = [
        Beacon(Origin.OPENING, first),
        Beacon(Origin.OPENING, second),
        Beacon(Origin.OPENING, first, (digest_of("a"),)),
        Beacon(Origin.OPENING, first, (digest_of("a"), digest_of("b"))),
        Beacon(Origin.OPENING, first, (digest_of("b"), digest_of("a"))),
        Beacon(Origin.NOTHING),
    ]
    assert len({_SEED.mix(beacon).hex for beacon in beacons} | {_SEED.hex}) == len(beacons) + 1
    other_channel = Beacon(Origin.CARD, MessageRef(2, 7))
    assert _SEED.mix(other_channel) == _SEED.mix(beacons[0]), "only the message's number counts"


def test_a_seed_fits_only_its_own_commitment() -> None:
    assert _SEED.fits(_SEED.commitment)
    assert _SEED.fits(_SEED.short_commitment)
    assert len(_SEED.short_commitment) == 44
    for other in (_SEED.commitment[:40], _SEED.commitment[:43] + "x", "", Seed(bytes(32)).short_commitment):
        assert not _SEED.fits(other)


def test_the_commitment_is_the_hash_of_the_hex_text() -> None:
    text = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    assert Seed.from_hex(text) == _SEED
    assert _SEED.hex == text
    assert _SEED.commitment == hashlib.sha256(text.encode("ascii")).hexdigest()
    assert _SEED.commitment == "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b"


@pytest.mark.parametrize(("ply", "roll"), [(1, "roll:5"), (3, "roll:1"), (5, "roll:1")])
def test_known_seed_gives_known_rolls(ply: int, roll: str) -> None:
    assert _SEED.roll(7, ply, _DIE).text == roll


def test_rolls_differ_by_seed_match_and_ply() -> None:
    def rolls(seed: Seed, match: int, first: int) -> list[str]:
        return [seed.roll(match, ply, _DIE).text for ply in range(first, first + 40)]

    sequences = [rolls(_SEED, 7, 1), rolls(_SEED, 8, 1), rolls(_SEED, 7, 2), rolls(Seed(bytes(32)), 7, 1)]
    assert len({tuple(entry) for entry in sequences}) == 4
    assert rolls(_SEED, 7, 1) == sequences[0]


def test_face_frequencies_match_their_probabilities() -> None:
    die = Counter(_SEED.roll(1, ply, _DIE).text for ply in range(6000))
    assert set(die) == {move.text for move, _ in _DIE}
    assert not [times for times in die.values() if abs(times - 1000) >= 150]
    chances = ((Move("a"), Fraction(1, 2)), (Move("b"), Fraction(1, 3)), (Move("c"), Fraction(1, 6)))
    uneven = Counter(_SEED.roll(1, ply, chances).text for ply in range(6000))
    assert abs(uneven["a"] - 3000) < 200
    assert abs(uneven["b"] - 2000) < 200
    assert abs(uneven["c"] - 1000) < 150


def test_a_roll_maps_the_remainder_to_results_in_order() -> None:
    chances = ((Move("a"), Fraction(1, 2)), (Move("b"), Fraction(1, 3)), (Move("c"), Fraction(1, 6)))
    for ply in range(50):
        digest = hmac.digest(_SEED.secret, f"9:{ply}:0".encode(), "sha256")
        assert _SEED.roll(9, ply, chances).text == "aaabbc"[int.from_bytes(digest[:8], "big") % 6]


def test_biased_draws_are_rejected_and_repeated() -> None:
    faces = 2**63 + 1
    chances = ((Move("low"), Fraction(2**62, faces)), (Move("high"), Fraction(faces - 2**62, faces)))
    attempts = Counter[int]()
    for ply in range(60):
        attempt = 0
        while True:
            digest = hmac.digest(_SEED.secret, f"3:{ply}:{attempt}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < faces:
                break
            attempt += 1
        attempts[attempt] += 1
        assert _SEED.roll(3, ply, chances).text == ("low" if number < 2**62 else "high")
    assert attempts[0]
    assert attempts[1]
    assert attempts[2]


def test_chances_not_adding_up_to_one_are_refused() -> None:
    incomplete = ((Move("a"), Fraction(1, 2**40)),)
    with pytest.raises(ValueError, match="add up"):
        _SEED.roll(1, 1, incomplete)


def test_seeds_are_drawn_at_full_length_and_hidden_in_repr() -> None:
    first, second = Seed.draw(SecretChance()), Seed.draw(SecretChance())
    assert first != second
    assert (len(first.secret), len(first.hex)) == (32, 64)
    for text in (repr(first), str(first), f"{first}"):
        assert first.hex not in text
        assert repr(first.secret) not in text


def test_recomputing_finds_a_changed_roll() -> None:
    first = Gathering().new({"goal": "12"}, 3)
    state, log = first, list[tuple[int, str]]()
    draw = random.Random(5)
    while state.outcome is None:
        number = len(log) + 1
        move = _SEED.roll(7, number, state.chances()) if state.is_chance else draw.choice(state.legal_moves())
        log.append((number, move.text))
        state = state.play(move)
    rolls = recompute(_SEED, 7, first, log)
    assert [roll.ply for roll in rolls] == [number for number, text in log if text.startswith("roll")]
    assert not [roll for roll in rolls if roll.logged != roll.computed]
    changed = [(1, "roll:3" if log[0][1] == "roll:2" else "roll:2")]
    assert recompute(_SEED, 7, first, changed) == (Roll(1, changed[0][1], log[0][1]),)


def test_recomputing_accounts_for_a_departure_before_a_roll() -> None:
    first = Gathering().new({}, 3)
    number = 2
    after_leaving = first.retire(1) if isinstance(first, LetsRetire) else first
    move = _SEED.roll(7, number, after_leaving.chances())
    log = [(1, "retire 1"), (number, move.text)]
    assert recompute(_SEED, 7, first, log) == (Roll(number, move.text, move.text),)


def test_an_impossible_logged_roll_is_rejected() -> None:
    with pytest.raises(InvalidMove, match="roll:9"):
        step(Gathering().new({}, 3), "roll:9")


def test_no_dice_game_is_a_series() -> None:
    """The card of a series seals only its first game; the opening messages would seal the others."""
    dice_series = [
        key for key, game in GAMES.items() if leaves_to_chance(game) and series_of(game) is not None
    ]
    assert dice_series == []


def test_a_verification_needs_both_the_seal_and_the_rolls() -> None:
    right, wrong = Roll(1, "roll:2", "roll:2"), Roll(4, "roll:2", "roll:5")
    match = match_of(HumanPlayer(1), HumanPlayer(2))

    def verification(*rolls: Roll, fits: bool = True) -> Verification:
        return Verification(match, "00", "c0ffee", rolls, SealCheck(FirstShown.CARD, fits))

    assert (verification(right).correct, verification(right).wrong) == (True, ())
    assert (verification(right, wrong).correct, verification(right, wrong).wrong) == (False, (wrong,))
    assert (verification(right, fits=False).correct, verification(right, fits=False).wrong) == (False, ())
