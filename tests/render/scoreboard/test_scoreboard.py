"""The scoreboard around a board: the players' lines, the side to move, and the result."""

from dataclasses import replace

import pytest
from PIL import Image

from bench.stage.ends import LONG, SHORT
from bench.stage.ends import end_view as ended_view
from bot.locale import Texts
from render import THEMES, Gallery, PlayerLine, Scoreboard, View
from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.resources import BoardLookups, CachedBoard, Resources
from render.canvas.sheet import Sheet
from render.canvas.single_flight_cache import SingleFlightCache
from render.canvas.themes import CLASSIC
from render.contract.scoreboard import PLAIN_INKS, Count, Plate, Plates
from render.games import PAINTERS
from render.scoreboard import ScoreboardFrame
from render.scoreboard.labels import Labels
from rules import GAMES
from tests.render.midgames import midgame

WIDTH = 800
LINE = 60
BOARD = 100
SIDES = ("night", "ivory", "red", "blue")
RESULT = ("Anna wins", "Ben has resigned.")


class RecordingLabels(Labels):
    """Labels that record each text with its share, middle, size, ink and ground."""

    def __init__(self, resources: Resources, theme: str) -> None:
        super().__init__(resources, theme)
        self.written: list[tuple[str, float, float, float, str, str]] = []

    def text(
        self, sheet: Sheet, text: str, share: float, middle: float, size: float, ink: str, ground: str
    ) -> float:
        self.written.append((text, share, middle, size, ink, ground))
        return super().text(sheet, text, share, middle, size, ink, ground)


class DrawnScoreboard:
    """A scoreboard drawn around an empty board."""

    def __init__(
        self,
        scoreboard: Scoreboard,
        turn: int | None = None,
        theme: str = "light",
        seats: int = 2,
        most: int | None = None,
    ) -> None:
        resources = Resources(CLASSIC)
        created = {name: RecordingLabels(resources, name) for name in THEMES}
        frame = ScoreboardFrame(resources, PLAIN_INKS, lambda _, name: created[name])
        self.lines = [plate(seat, most) for seat in range(seats)]
        above = tuple(self.lines[: seats // 2])
        board = Image.new("P", (WIDTH, BOARD))
        board.putpalette([channel for rgb in resources.palettes[theme].colours for channel in rgb])
        plates = Plates(above, tuple(self.lines[seats // 2 :]))
        paint = CachedBoard(board, BoardLookups(), SingleFlightCache(1)).sheet
        self.picture = frame.around(paint, plates, scoreboard, turn, View(theme=theme, width=WIDTH)).picture
        self.written = created[theme].written
        self._above = len(above)
        self._letter = CLASSIC.themes[theme]["letter"]

    def texts(self) -> list[str]:
        return [text for text, *_ in self.written]

    def top(self, seat: int) -> int:
        return seat * LINE if seat < self._above else BOARD + seat * LINE

    def texts_below(self) -> list[str]:
        return [text for text, _, middle, *_ in self.written if middle > BOARD + LINE]

    def seats_on_plates_in_a_row(self) -> list[int]:
        """Like `seats_on_plates`, for players in one row above the board."""
        width, seats = WIDTH // len(self.lines), list[int]()
        for seat in range(len(self.lines)):
            part = self.picture.crop((seat * width, 0, (seat + 1) * width, LINE)).convert("RGB")
            letters = next((n for n, rgb in part.getcolors(width * LINE) or () if rgb == self._letter), 0)
            if letters > width * LINE / 2:
                seats.append(seat)
        return seats

    def seats_on_plates(self) -> list[int]:
        """Return the seats whose lines are on a plate, which covers most of a line."""
        seats = []
        for seat in range(len(self.lines)):
            line = self.picture.crop((0, self.top(seat), WIDTH, self.top(seat) + LINE)).convert("RGB")
            letters = next((n for n, rgb in line.getcolors(WIDTH * LINE) or () if rgb == self._letter), 0)
            if letters > WIDTH * LINE / 2:
                seats.append(seat)
        return seats


def dot(ink: str) -> Figure:
    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        canvas.disc(centre, side / 2, ink)

    return draw


def plate(seat: int, most: int | None = None) -> Plate:
    return Plate(seat, seat, dot(SIDES[seat]), (Count(("taken", seat), dot("gold"), 7 + seat, most),))


def players(*names: str) -> tuple[PlayerLine, ...]:
    return tuple(PlayerLine(name, f"Side {seat}") for seat, name in enumerate(names))


@pytest.mark.parametrize("theme", THEMES)
def test_every_player_has_a_line_with_a_count(theme: str) -> None:
    drawing = DrawnScoreboard(
        Scoreboard(players("Anna", "Ben", "Clara", "David"), "Move 3"), 0, theme, seats=4
    )
    for seat, name in enumerate(("Anna", "Ben", "Clara", "David")):
        (middle,) = (middle for text, _, middle, *_ in drawing.written if text == name)
        assert drawing.top(seat) < middle < drawing.top(seat) + LINE
        (count,) = (middle for text, _, middle, *_ in drawing.written if text == str(7 + seat))
        assert count == middle


def test_count_is_shown_with_its_limit() -> None:
    texts = DrawnScoreboard(Scoreboard(players("Anna", "Ben"), "Move 3"), 0, most=50).texts()
    assert {"7/50", "8/50"} <= set(texts)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("turn", [0, 1, None])
def test_only_the_movers_line_has_a_plate(turn: int | None, theme: str) -> None:
    drawing = DrawnScoreboard(Scoreboard(players("Anna", "Ben"), "Move 3"), turn, theme)
    assert drawing.seats_on_plates() == ([] if turn is None else [turn])


def test_turn_is_also_marked_by_an_arrow() -> None:
    """Besides the plate, an arrow points at the mark."""
    marked, plain = (DrawnScoreboard(Scoreboard(players("Anna", "Ben")), turn).picture for turn in (1, None))
    box = (20, 160 + 8, 40, 160 + LINE - 8)
    assert len(marked.crop(box).getcolors() or ()) > 1
    assert len(plain.crop(box).getcolors() or ()) == 1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("winners", [(0,), (1,), (), (0, 1)])
def test_only_winners_have_plates_at_the_end(winners: tuple[int, ...], theme: str) -> None:
    final_board = Scoreboard(players("Anna", "Ben"), "Move 3", RESULT, winners=winners)
    assert DrawnScoreboard(final_board, None, theme).seats_on_plates_in_a_row() == list(winners)


@pytest.mark.parametrize("theme", THEMES)
def test_text_contrasts_with_its_ground(theme: str) -> None:
    final_board = Scoreboard(players("Anna", "Ben"), "Move 3", RESULT, winners=(0,))
    labels = Labels(Resources(CLASSIC), theme)
    for text, _, _, _, ink, ground in DrawnScoreboard(final_board, None, theme).written:
        assert labels.contrast(ink, ground) >= 4.5, text


def test_heading_appears_once_on_the_right() -> None:
    drawing = DrawnScoreboard(Scoreboard(players("Anna", "Ben"), "Move 12"), 0)
    (left, middle) = next((left, middle) for text, left, middle, *_ in drawing.written if text == "Move 12")
    assert drawing.texts().count("Move 12") == 1
    assert left > WIDTH / 2
    assert middle < LINE


def test_points_are_shown_only_in_a_series() -> None:
    first, second = players("Anna", "Ben")
    assert (
        "1½"
        in DrawnScoreboard(Scoreboard((replace(first, points="1½"), replace(second, points="½")))).texts()
    )
    assert DrawnScoreboard(Scoreboard((first, second))).texts() == ["7", "Anna", "8", "Ben"]


@pytest.mark.parametrize("name", ["🦊", "", "שלום", "\u202e", "ﷺ", "-"])
def test_unwritable_name_is_replaced_by_the_side(name: str) -> None:
    assert "Side 0" in DrawnScoreboard(Scoreboard(players(name, "Ben"))).texts()


@pytest.mark.parametrize(("name", "text"), [("Zoë 🦊", "Zoë"), ("a\tb  c", "ab c"), ("Юлия", "Юлия")])
def test_unwritable_characters_are_dropped(name: str, text: str) -> None:
    assert text in DrawnScoreboard(Scoreboard(players(name, "Ben"))).texts()


def test_side_name_starts_with_a_capital() -> None:
    assert "Gold" in DrawnScoreboard(Scoreboard((PlayerLine("🦊", "gold"), PlayerLine("Ben", "red")))).texts()


def test_long_name_is_shortened_and_overlaps_nothing() -> None:
    long = PlayerLine("Bartholomäus " * 6, "Side", "12½")
    drawing = DrawnScoreboard(Scoreboard((long, long), "Move 123"), 0)
    names = [entry for entry in drawing.written if entry[0].startswith("Barth")]
    assert len(names) == 2
    for text, left, middle, size, _, _ in names:
        assert text.endswith("…")
        ends = left + Labels(Resources(CLASSIC), "light").width(text, size)
        right_neighbours = [
            other for _, other, line, *_ in drawing.written if line == middle and other > left
        ]
        assert ends < min(right_neighbours, default=ends + 1)


def test_result_is_one_line_below_and_players_are_above() -> None:
    final_board = Scoreboard(players("Anna", "Ben"), "Move 3", (*RESULT, "Anna: 1512 → 1530"), winners=(0,))
    drawing = DrawnScoreboard(final_board)
    assert sorted(drawing.texts_below()) == ["Anna wins · Ben has resigned.", "Move 3"]
    assert {"Anna", "Ben"} <= {text for text, _, middle, *_ in drawing.written if middle < LINE}


def test_long_result_shows_only_the_winner() -> None:
    title = "Bartholomäus gewinnt"
    reason = "Maximiliane von und zu Hohenlohe hat die Bedenkzeit überschritten, und niemand hat es bemerkt."
    drawing = DrawnScoreboard(Scoreboard(players("Anna", "Ben"), "", (title, reason), winners=(1,)))
    assert drawing.texts_below() == [title]


@pytest.mark.parametrize(
    "title", ["W" * 60, "Wer das liest, hat sehr lange gespielt und trotzdem nicht gewonnen"]
)
def test_title_without_room_is_shortened(title: str) -> None:
    (text,) = DrawnScoreboard(
        Scoreboard(players("Anna", "Ben"), "Move 12", (title,), winners=(1,))
    ).texts_below()
    assert text.endswith("…")
    assert Labels(Resources(CLASSIC), "light").width(text, 0.05 * WIDTH) < WIDTH


def test_heading_yields_to_a_long_result() -> None:
    short = Scoreboard(players("Anna", "Ben"), "12/57", ("Anna: d3-d5",))
    assert "12/57" in DrawnScoreboard(short).texts_below()
    long = replace(short, result=("Bartholomäus: d3-d5, nimmt d6, e5 und c5",))
    assert DrawnScoreboard(long).texts_below() == list(long.result)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("result", [("Draw",), RESULT, ("W" * 90, "X" * 200, "Anna: 1512 → 1530")])
def test_ended_picture_keeps_the_height_of_the_board(result: tuple[str, ...], seats: int) -> None:
    """In a picture of limited height, each row below the board shrinks the board."""
    running = Scoreboard(players("Anna", "Ben", "Clara", "David")[:seats], "Move 3")
    final_board = replace(running, result=result, winners=(0,))
    assert (
        DrawnScoreboard(final_board, seats=seats).picture.size
        == DrawnScoreboard(running, seats=seats).picture.size
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", PAINTERS)
def test_ended_picture_of_any_game_keeps_its_height(key: str, language: str, gallery: Gallery) -> None:
    t = Texts.load().language(language)
    for number in GAMES[key].seats:
        state = midgame(key, {}, 24, number)
        for names in (SHORT, LONG):
            view = ended_view(state, "light", names, t)
            assert view.scoreboard is not None
            running = replace(view, scoreboard=replace(view.scoreboard, result=()), over=False)
            assert gallery.paint(state, view).size == gallery.paint(state, running).size


def test_long_name_displaces_the_count_at_the_end() -> None:
    final_board = Scoreboard(players("Bartholomäus", "Ben"), "", RESULT, winners=(0,))
    assert "7" not in DrawnScoreboard(final_board).texts()
    assert {"Bartholomäus", "Ben", "8"} <= set(DrawnScoreboard(final_board).texts())


def test_unwritable_names_in_a_result_are_replaced() -> None:
    final_board = Scoreboard(players("Zoë 🦊", "田中さん"), "", ("Zoë 🦊 beats 田中さん",), winners=(0,))
    assert "Zoë beats Side 1" in DrawnScoreboard(final_board).texts()


def test_a_draw_has_no_laurels() -> None:
    scoreboard = Scoreboard(players("Anna", "Ben"), "", ("Drawn", "By agreement."))
    board = replace(scoreboard, winners=(0,))
    box = (20, BOARD + LINE + 14, 180, BOARD + 2 * LINE - 14)
    assert len(DrawnScoreboard(scoreboard).picture.crop(box).getcolors() or ()) == 1
    assert len(DrawnScoreboard(board).picture.crop(box).getcolors() or ()) > 1


def test_winner_by_position_is_marked_without_being_named(gallery: Gallery) -> None:
    state = midgame("conhex", {"swap": "off"}, 99)
    assert state.outcome is not None
    final_board = Scoreboard(players("Anna", "Ben"), "", RESULT)
    winners = replace(final_board, winners=state.outcome.winners)
    others = replace(final_board, winners=(1 - state.outcome.winners[0],))
    picture = gallery.picture(state, View(scoreboard=final_board))
    assert picture == gallery.picture(state, View(scoreboard=winners))
    assert picture != gallery.picture(state, View(scoreboard=others))


@pytest.mark.parametrize("key", PAINTERS)
def test_every_seat_has_one_line(key: str) -> None:
    for number in GAMES[key].seats:
        state = GAMES[key].new(players=number)
        painter = PAINTERS[key].ready(Resources())
        for seat in (None, *range(number)):
            plates = painter.plates(state, View(seat=seat))
            seats = [plate.seat for plate in (*plates.above, *plates.below)]
            assert sorted(seats) == list(range(number))
            assert plates.above
            assert plates.below


def test_count_shows_its_maximum_where_it_matters() -> None:
    """All five home is a loss, so 4 without the maximum would read as an advantage."""
    key = "hounds-and-jackals"
    painter = PAINTERS[key].ready(Resources(PAINTERS[key].inks))
    plates = painter.plates(midgame(key, {}, 60), View())
    counts = [count for plate in (*plates.above, *plates.below) for count in plate.counts]
    assert [(count.number, count.most) for count in counts] == [(2, 5), (4, 5)]
