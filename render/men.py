"""The men of the boards of squares. Each is drawn around a centre, in a square of side `side`."""

from collections.abc import Callable

from render.sheet import Sheet, Spot, regular, star

Figure = Callable[[Sheet, Spot, float], None]


def round_shield(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw an attacker: a dark round shield with painted quarters and an iron boss."""
    sheet.disc(centre, 0.42 * side, "night")
    for start in (0, 180):
        sheet.wedge(centre, 0.35 * side, start, start + 90, "oxblood")
    sheet.disc(centre, 0.15 * side, "night")
    sheet.disc(centre, 0.11 * side, "iron")


def ivory_hexagon(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw a defender: a light hexagon with a lozenge cut into it."""
    sheet.polygon(regular(centre, 0.46 * side, 6), "ivory-edge")
    sheet.polygon(regular(centre, 0.41 * side, 6), "ivory")
    sheet.polygon(star(centre, (0.27 * side, 0.19 * side), 4), "ivory-shade")
    sheet.polygon(star(centre, (0.16 * side, 0.11 * side), 4), "ivory-edge")


def king(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw the king: a golden octagon with a crown."""
    sheet.polygon(regular(centre, 0.495 * side, 8, turn=22.5), "gold-edge")
    sheet.polygon(regular(centre, 0.45 * side, 8, turn=22.5), "gold")
    sheet.polygon(regular(centre, 0.37 * side, 8, turn=22.5), "gold-edge")
    sheet.polygon(regular(centre, 0.345 * side, 8, turn=22.5), "ivory")
    crown(sheet, centre, 0.5 * side, "oxblood")


def crown(sheet: Sheet, centre: Spot, width: float, ink: str) -> None:
    """Draw a crown with three points, `width` broad."""
    x, y = centre
    half, high = width / 2, 0.36 * width
    teeth = ((-1.0, -0.7), (-0.5, 0.1), (0.0, -1.0), (0.5, 0.1), (1.0, -0.7), (0.8, 0.62), (-0.8, 0.62))
    sheet.polygon([(x + across * half, y + down * high) for across, down in teeth], ink)
    for across, down in (teeth[0], teeth[2], teeth[4]):
        sheet.disc((x + across * half, y + down * high), 0.1 * width, ink)
    sheet.rectangle((x - 0.8 * half, y + 0.78 * high, x + 0.8 * half, y + 1.08 * high), ink)


def dark_counter(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw a black man: a round counter with turned rings."""
    sheet.disc(centre, 0.42 * side, "night-edge")
    sheet.disc(centre, 0.385 * side, "night")
    sheet.ring(centre, 0.29 * side, 0.045 * side, "night-sheen")
    sheet.disc(centre, 0.12 * side, "night-sheen")


def light_tessera(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw a white man: a rounded square of marble with a lozenge."""
    x, y = centre
    for reach, rounding, ink in ((0.385, 0.12, "ivory-edge"), (0.345, 0.09, "ivory")):
        box = (x - reach * side, y - reach * side, x + reach * side, y + reach * side)
        sheet.rectangle(box, ink, rounded=rounding * side)
    sheet.outline(regular(centre, 0.22 * side, 4), 0.045 * side, "ivory-shade")
    sheet.polygon(regular(centre, 0.1 * side, 4), "ivory-edge")


def dark_king(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw the black king: a round counter with a golden rim and crown."""
    sheet.disc(centre, 0.46 * side, "night-edge")
    sheet.disc(centre, 0.43 * side, "gold")
    sheet.disc(centre, 0.375 * side, "night")
    crown(sheet, centre, 0.46 * side, "gold")


def light_king(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw the white king: a golden-edged tessera with a crown."""
    x, y = centre
    for reach, rounding, ink in ((0.43, 0.14, "gold-edge"), (0.395, 0.11, "gold"), (0.34, 0.08, "ivory")):
        box = (x - reach * side, y - reach * side, x + reach * side, y + reach * side)
        sheet.rectangle(box, ink, rounded=rounding * side)
    crown(sheet, centre, 0.48 * side, "oxblood")


def round_ghost(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw where a round man stood."""
    sheet.ring(centre, 0.38 * side, 0.04 * side, "loss")
    _cross(sheet, centre, side)


def hexagon_ghost(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw where a hexagon stood."""
    sheet.outline(regular(centre, 0.41 * side, 6), 0.04 * side, "loss")
    _cross(sheet, centre, side)


def square_ghost(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw where a tessera stood."""
    sheet.outline(regular(centre, 0.5 * side, 4, turn=45), 0.04 * side, "loss")
    _cross(sheet, centre, side)


def octagon_ghost(sheet: Sheet, centre: Spot, side: float) -> None:
    """Draw where a king stood."""
    sheet.outline(regular(centre, 0.45 * side, 8, turn=22.5), 0.04 * side, "loss")
    _cross(sheet, centre, side)


def _cross(sheet: Sheet, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.17 * side
    for lean in (1, -1):
        sheet.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), 0.085 * side, "loss")
