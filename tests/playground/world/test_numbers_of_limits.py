"""The times and counts of the world's limits, in Discord's or the documented numbers."""

from playground.world import activities, command_files, commands, old_edits, pushes, world


def test_limit_constants_have_their_values() -> None:
    assert (activities.CODE_SECONDS, activities.TOKEN_SECONDS) == (10 * 60, 7 * 24 * 3600)
    assert {"identify", "guilds"} == activities.SCOPES
    assert command_files.KEPT_SECONDS == 15 * 60
    assert (commands.CREATIONS_A_DAY, commands.DAY) == (200, 24 * 3600)
    assert (old_edits.OLD_SECONDS, old_edits.EDITS, old_edits.WINDOW) == (3600, 3, 6)
    assert (pushes.KEPT, pushes.TEXT_LENGTH) == (10_000, 100)
    assert world.NONCE_SECONDS == 5 * 60
