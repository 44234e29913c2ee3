"""The doctor's fixture."""

from tests.end_to_end.doctor.surgery import surgery

__all__ = ["surgery"]
