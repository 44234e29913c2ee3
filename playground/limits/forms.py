"""Collects the errors of a request body, as a tree in Discord's form."""

from playground.values.errors import INVALID_FORM, ApiError
from playground.values.people import Json
from playground.values.snowflakes import is_snowflake

Path = tuple[str | int, ...]


class Form:
    """The errors found in a body, by path."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add_error(self, path: Path, code: str, message: str) -> None:
        """Record an error at a path."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_errors(self) -> None:
        """Raise 400/50035 with all recorded errors, if any."""
        if self._tree:
            raise ApiError(INVALID_FORM, self._tree)

    def missing(self, path: Path) -> None:
        """Record that a required field is absent."""
        self.add_error(path, "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, path: Path, value: object, low: int, high: int, *, required: bool = True) -> str | None:
        """Check a text's length in characters and return it, or None if it is missing or invalid."""
        if value is None:
            if required:
                self.missing(path)
            return None
        if not isinstance(value, str):
            self.add_error(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if low > 0 and not value.strip():
            self.missing(path)
            return None
        if low and not low <= len(value) <= high:
            self.add_error(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            return None
        if len(value) > high:
            self.add_error(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
            return None
        return value

    def integer(
        self, path: Path, value: object, low: int, high: int, *, required: bool = False
    ) -> int | None:
        """Check an integer's range and return it, or None."""
        if value is None:
            if required:
                self.missing(path)
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add_error(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if not low <= value <= high:
            self.add_error(path, "NUMBER_TYPE_RANGE", f"Value must be between {low} and {high}.")
            return None
        return value

    def flag(self, path: Path, value: object) -> bool:
        """Check an optional boolean and return it; absent counts as false."""
        if value is None or isinstance(value, bool):
            return bool(value)
        self.add_error(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return False

    def items(self, path: Path, value: object, low: int, high: int) -> list[object]:
        """Check a list's length and return its items; absent counts as empty."""
        if value is None:
            value = []
        if not isinstance(value, list):
            self.add_error(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.add_error(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            return []
        return value

    def objects(self, path: Path, value: object, low: int, high: int) -> list[tuple[Path, Json]]:
        """Check a list of objects and return them with their paths."""
        objects: list[tuple[Path, Json]] = []
        for index, item in enumerate(self.items(path, value, low, high)):
            if isinstance(item, dict):
                objects.append(((*path, index), item))
            else:
                self.not_an_object((*path, index))
        return objects

    def not_an_object(self, path: Path) -> None:
        """Record that a value must be an object."""
        self.add_error(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def snowflake(self, path: Path, value: object) -> str | None:
        """Check an id, as text or integer, and return it as text."""
        if is_snowflake(value):
            return str(value)
        self.add_error(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return None

    def choice(self, path: Path, value: object, allowed: frozenset[int]) -> int | None:
        """Check that an integer is among the allowed values and return it."""
        if isinstance(value, int) and not isinstance(value, bool) and value in allowed:
            return value
        names = ", ".join(str(item) for item in sorted(allowed))
        self.add_error(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{names}}}.")
        return None


def body_object(body: object) -> Json:
    """Return a body that must be an object; raise 400/50035 otherwise."""
    if isinstance(body, dict):
        return body
    errors = [{"code": "MODEL_TYPE_CONVERT", "message": "Only dictionaries may be used in a ModelType"}]
    raise ApiError(INVALID_FORM, {"_errors": errors})
