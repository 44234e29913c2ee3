"""Other people in exported data, and erased people in kept texts."""

from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.others import KnownNames, Others, notes_in, numbers_in
from data.names_in_text import first_word, words_of

ANNA, BEN, CARA, ALIAS = 1001, 1002, 1003, -7
NAMES = (
    (ANNA, "Anna"),
    (ANNA, "Al"),
    (BEN, "Ben"),
    (CARA, "Cara Stern"),
    (CARA, "Bo"),
    (ALIAS, "x"),
    (9, "anna"),
)


def test_numbers_and_notes_in_stored_values_are_found() -> None:
    value = {"a": [1001, True, "person:1002 role:99999999999999999999"], "b": {"note": "Ben 1003", "n": None}}
    assert list(numbers_in(value)) == [1001, 1002, 1003]
    assert list(notes_in({"note": "one", "x": [{"note": "two"}], "y": {"note": 3}})) == ["one", "two"]


def test_the_own_name_is_found_and_others_are_removed() -> None:
    known = KnownNames(ANNA, NAMES)
    assert known.others == {BEN, CARA, 9}
    assert [known.names_them(text) for text in ("Annas Zug", "al", "Annabelle", "Ben")] == [
        True,
        False,
        False,
        False,
    ]
    text = "Anna beat BEN and Cara Stern, said Bo"
    assert known.without_others(text, ()) == "Anna beat … and …, said Bo"
    assert known.without_others(text, {CARA}) == "Anna beat … and …, said …"
    wordless = KnownNames(ANNA, (*NAMES, (CARA, "🦊🦊🦊")))
    assert wordless.without_others("against 🦊🦊🦊", ()) == "against …"


def test_values_are_exported_without_other_people() -> None:
    others = Others(KnownNames(ANNA, NAMES), {ANNA, BEN, CARA, 5})
    stored = {
        "player": 1002,
        "plies": 7,
        "rated": True,
        "barred": "person:1002 person:1001 role:5",
        "people": [1001, 1003],
        "note": "Ben 1002 and Bo cheat Anna",
        "inner": {"note": ["Cara Stern"], "other": "Cara Stern 10021"},
    }
    assert others.out_of(stored) == {
        "player": None,
        "plies": 7,
        "rated": True,
        "barred": "person:… person:1001 role:5",
        "people": [1001, None],
        "note": "… … and … cheat Anna",
        "inner": {"note": ["…"], "other": "Cara Stern 10021"},
    }
    nobody = Others(KnownNames(ANNA, NAMES), {ANNA})
    assert nobody.out_of_text("1001 1002") == "1001 1002"
    assert nobody.out_of_words("Ben and Bo") == "… and Bo"


def test_an_erased_person_is_removed_from_texts() -> None:
    subject = ErasureSubject(ANNA, ("Anna", "Al"), {5: -50, 6: -60}, ALIAS)
    assert [subject.alias_in(challenge) for challenge in (5, 6, 7, None)] == [-50, -60, ALIAS, ALIAS]
    assert subject.in_text("person:1001 10012 1001", -50) == "person:-50 10012 -50"
    note = "Anna (1001) and al left"
    assert subject.in_note(note, 5) == "… (-50) and … left"
    assert subject.in_note(note, 7) == f"… ({ALIAS}) and al left"
    assert [subject.is_called(name) for name in (" anna ", "AL", "Ann")] == [True, True, False]


def test_words_of_names_and_texts_are_found() -> None:
    assert [first_word(name) for name in ("Cara Stern", "_Bo_", "!!")] == ["cara", "bo", "!!"]
    assert words_of("Annas Zug, Fritzens") == {"annas", "anna", "zug", "fritzens", "fritz"} | {"fritzen"}
