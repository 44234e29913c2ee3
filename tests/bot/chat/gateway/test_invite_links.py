"""The links that install the bot for servers and for people."""

from pathlib import Path

import pytest

from bot.chat.gateway.invite_links import install_link, invite_link

INSTALL = (Path(__file__).parents[4] / "docs" / "install.md").read_text("utf-8")


@pytest.mark.assumes("link-names-install")
def test_each_link_names_its_installation_type() -> None:
    assert invite_link(1).endswith("&integration_type=0")
    assert install_link(1).endswith("&integration_type=1")
    assert "bot" not in install_link(1)


def test_docs_contain_the_same_links() -> None:
    for link in (invite_link(1), install_link(1)):
        assert link.replace("client_id=1&", "client_id=APPLICATION_ID&") in INSTALL
