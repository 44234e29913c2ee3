"""Short notation and queries for positions of Catch the Hat."""

from collections.abc import Mapping

from rules.games.catch_the_hat import GAME, HatState

GOLDEN = {"mode": "golden-hat"}
PARTY = {"mode": "party"}
TOTAL = {"mode": "total-party"}
TOWERS = {"mode": "tower-race"}
LETTERS = "rygbwk"


def seat_letters(players: int) -> str:
    return "rg" if players == 2 else LETTERS[:players]


def set_up(
    board: str, die: str = "-", options: Mapping[str, str] | None = None, players: int = 2, turn: int = 0
) -> HatState:
    """Read a board text such as "R2 rg; secured 0 g"; all other hats are at home."""
    hats = 6 if players < 5 else 4
    parts = [part.strip() for part in board.split(";") if part.strip()]
    colours_named = "".join(part.rpartition(" ")[2] for part in parts if not part.startswith("golden"))
    sections = dict(part.rsplit(" ", 1) for part in parts)
    for letter in seat_letters(players):
        home = f"H{LETTERS.index(letter)}"
        rest = [letter] * (hats - colours_named.count(letter))
        if sections.get(home):
            rest += sections[home].split(",")
        if rest:
            sections[home] = ",".join(rest)
    text = "; ".join([f"turn {turn}", f"die {die}", *(f"{head} {value}" for head, value in sections.items())])
    return GAME.from_position(text, options, players)


def play(state: HatState, *texts: str) -> HatState:
    for text in texts:
        state = state.play(state.parse(text))
    return state


def texts(state: HatState, origin: str = "") -> set[str]:
    return {move.text for move in state.legal_moves() if move.text.startswith(origin)}


def ends(state: HatState, origin: str) -> set[str]:
    return {move.path[-1] for move in state.legal_moves() if move.path[0] == origin}


def events(state: HatState) -> list[tuple[object, ...]]:
    return [(e.kind, e.points, e.seat, e.piece, e.number) for e in state.events]
