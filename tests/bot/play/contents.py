"""What notices hold, as the kind of content a test expects."""

from typing import TypeVar

from bot.play.domain.notices import Content, Notice

_Kind = TypeVar("_Kind", bound=Content)


def content(notice: Notice, kind: type[_Kind]) -> _Kind:
    """Return the content of a notice, which must be of a kind."""
    assert isinstance(notice.content, kind)
    return notice.content
