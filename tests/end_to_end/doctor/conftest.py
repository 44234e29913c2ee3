"""The fixture of the doctor's tests."""

from tests.end_to_end.doctor.surgery import surgery

__all__ = ["surgery"]
