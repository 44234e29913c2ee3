"""Text of the doctor's findings."""

from bot.kernel.probes import FindingStatus, PlaceLine, fail, ok, warn


def test_findings_are_printed_as_lines_with_tables() -> None:
    rows = (
        PlaceLine("#hall", "everything"),
        PlaceLine("#staff", "no pictures", ("Attach Files", "View Channel")),
    )
    assert list(ok("disk", "there is room").lines()) == ["OK    disk                 there is room"]
    assert list(warn("channels", "some are closed", "give it rights", rows=rows).lines()) == [
        "WARN  channels             some are closed. Do: give it rights",
        "       #hall                            everything",
        "       #staff                           no pictures   missing: Attach Files, View Channel",
    ]
    refused = fail("token", "is wrong", "copy it again")
    assert list(refused.lines()) == ["FAIL  token                is wrong. Do: copy it again"]
    assert (refused.status, refused.avoid) == (FindingStatus.FAIL, "")
    assert warn("x", "y", "z", avoid="threads").avoid == "threads"
