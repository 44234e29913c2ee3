"""`fernpartie doctor`: tests at Discord what the bot needs, and prints a line of advice for each."""

from bot.operations.doctor.operation import DOCTOR

__all__ = ["DOCTOR"]
