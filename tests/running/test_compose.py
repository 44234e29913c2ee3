"""compose.yaml against the Compose Specification's schema, since no container engine is available.

`compose-spec.json` comes from https://github.com/compose-spec/compose-spec (Apache License 2.0).
"""

import argparse
import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from bot.__main__ import load
from bot.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
COMPOSE: Mapping[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: Mapping[str, Mapping[str, Any]] = COMPOSE["services"]
BOTS = ("bot1", "bot2")
OURS = (*BOTS, "backup")
_DEFINED = {"secrets": "secrets", "networks": "networks"}


def test_the_file_matches_the_compose_specification() -> None:
    schema = json.loads((Path(__file__).parent / "compose-spec.json").read_text(encoding="utf-8"))
    errors = jsonschema.Draft7Validator(schema).iter_errors(COMPOSE)
    assert [error.message for error in errors] == []


@pytest.mark.parametrize("name", SERVICES)
def test_every_reference_of_a_service_exists(name: str) -> None:
    service = SERVICES[name]
    for kind, defined in _DEFINED.items():
        assert set(service.get(kind, [])) <= set(COMPOSE[defined])
    volumes = [volume.split(":")[0] for volume in service.get("volumes", [])]
    assert {volume for volume in volumes if not volume.startswith(".")} <= set(COMPOSE["volumes"])
    assert set(service.get("depends_on", {})) <= set(SERVICES)
    mounted = {volume for volume in volumes if volume.startswith(".")}
    assert {volume for volume in mounted if not (ROOT / volume).is_file()} == set()


@pytest.mark.parametrize("name", SERVICES)
def test_services_have_minimal_privileges(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not [port for port in service.get("ports", []) if not port.startswith("127.0.0.1:")]


@pytest.mark.parametrize("name", OURS)
def test_bots_write_only_to_their_data_and_tmp(name: str) -> None:
    bot = SERVICES[name]
    assert bot["read_only"] is True
    assert bot["tmpfs"] == ["/tmp"]  # noqa: S108  # the container's
    assert [volume.split(":")[1] for volume in bot["volumes"]] == ["/data"]


def test_secrets_are_passed_by_file() -> None:
    for service in SERVICES.values():
        for variable, value in service.get("environment", {}).items():
            if any(word in variable for word in ("TOKEN", "PASSWORD", "DATABASE_URL")):
                assert variable.endswith("_FILE")
                assert value.removeprefix("/run/secrets/") in service["secrets"]
    assert not [
        secret for secret in COMPOSE["secrets"].values() if not secret["file"].startswith("./secrets/")
    ]
    assert "secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_bots_use_only_existing_settings() -> None:
    names = {name for bot in BOTS for name in SERVICES[bot]["environment"]}
    assert {name.removeprefix(PREFIX).lower() for name in names} <= set(Settings.model_fields)


def test_a_bot_waits_for_the_database() -> None:
    assert SERVICES["database"]["healthcheck"]["test"][0] == "CMD-SHELL"
    for name in OURS:
        assert SERVICES[name]["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_only_necessary_services_reach_the_internet() -> None:
    assert COMPOSE["networks"]["inside"]["internal"] is True
    reaching = {name for name, service in SERVICES.items() if "outside" in service["networks"]}
    assert reaching == {*BOTS, "alertmanager", "grafana"}


def test_third_party_images_are_pinned() -> None:
    others = {service["image"] for name, service in SERVICES.items() if name not in OURS}
    assert not [image for image in others if not (image.rpartition(":")[2][:1].isdigit() or ":v" in image)]


def test_prometheus_scrapes_every_bot() -> None:
    path = ROOT / "docs" / "monitoring" / "prometheus.yaml"
    (job,) = yaml.safe_load(path.read_text(encoding="utf-8"))["scrape_configs"]
    port = SERVICES[BOTS[0]]["environment"]["FERNPARTIE_METRICS"]
    assert job["static_configs"] == [{"targets": [f"{name}{port}" for name in BOTS]}]


def test_prometheus_sends_alarms_to_alertmanager() -> None:
    path = ROOT / "docs" / "monitoring" / "prometheus.yaml"
    (config,) = yaml.safe_load(path.read_text(encoding="utf-8"))["alerting"]["alertmanagers"]
    assert config["static_configs"] == [{"targets": ["alertmanager:9093"]}]
    assert "alertmanager" in SERVICES
    assert SERVICES["alertmanager"]["networks"][0] in SERVICES["prometheus"]["networks"]


def test_backups_go_to_the_bots_backup_volume() -> None:
    backup = SERVICES["backup"]
    program, operation, *options = backup["command"]
    assert (program, operation) == ("fernpartie", "backup")
    parser = argparse.ArgumentParser(exit_on_error=False)
    load(operation).takes(parser)
    arguments = parser.parse_args(options)
    assert backup["volumes"] == [f"backups:{arguments.into}"] == SERVICES["bot1"]["volumes"]
    assert arguments.every == timedelta(days=1)


@pytest.mark.parametrize("name", OURS)
def test_services_restart_unless_stopped(name: str) -> None:
    """A failed health check restarts nothing, so a hung bot ends itself."""
    assert SERVICES[name]["restart"] == "unless-stopped"
