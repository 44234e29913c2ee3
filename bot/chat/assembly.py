"""What each feature is given, out of all that play can do."""

from bot.chat.core.app_context import AppContext
from bot.chat.features.people.services import PeopleServices


def people_services(app: AppContext) -> PeopleServices:
    """Return what the feature "people" is given."""
    does = app.services
    return PeopleServices(
        interactions=app.interactions,
        lookup=app.lookup,
        people=does.people,
        agenda=does.agenda,
        limits=does.limits,
        settings=does.settings,
        blocks=does.blocks,
        blocked_games=does.blocked_games,
        deletions=does.deletions,
        personal_exports=does.personal_exports,
        links=app.links,
        clock=app.clock,
    )
