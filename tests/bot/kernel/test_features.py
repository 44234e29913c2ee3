"""Features are refused that leave something open which must be declared."""

import pytest

from bot.kernel.feature import DeclaredTwice, Feature, Features, PlacesUndeclared
from bot.kernel.outbox.message_routes import MessageRoute
from bot.model.events.instructions import TellFollower


def test_a_feature_that_posts_says_where_it_names_people() -> None:
    routes = (MessageRoute(TellFollower),)
    with pytest.raises(PlacesUndeclared, match="news"):
        Features().add(Feature(name="news", routes=routes))
    Features().add(Feature(name="news", routes=routes, name_places=()))


def test_a_reason_to_refuse_belongs_to_one_feature() -> None:
    features = Features()
    features.add(Feature(name="one", refusals={"too-late": ()}))
    features.add(Feature(name="two", refusals={"too-late": ()}))
    with pytest.raises(DeclaredTwice, match="too-late"):
        features.refusals()
