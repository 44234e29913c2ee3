"""The dashboard and the alert rules: their metrics exist, and Prometheus' tools accept them."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from bot.model.ports import utc_now
from bot.monitoring.metrics import Metrics
from bot.monitoring.scrape import Scrape

DOCS = Path(__file__).parents[2] / "docs/monitoring"
ALERTS = DOCS / "alerts.yaml"
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}
NAME = re.compile(r"\b(?:fernpartie|process|python)_[a-z_]+")


def registry() -> CollectorRegistry:
    """Return all metrics before the first event."""
    metrics = Metrics(CollectorRegistry())
    Scrape(metrics, None, utc_now, "0")  # type: ignore[arg-type]  # no query before the first scrape
    return metrics.registry


def exported_series() -> dict[str, str]:
    """Return the names of all series, each with the name of its metric."""
    return {
        family.name + suffix: family.name
        for family in registry().collect()
        for suffix in SUFFIXES.get(family.type, ("",))
    }


def expressions() -> Iterator[str]:
    panels = json.loads((DOCS / "grafana.json").read_text())["panels"]
    for panel in panels:
        yield from (target["expr"] for target in panel.get("targets", ()))


def rules() -> str:
    """Return the alert rules without their names and comments."""
    lines = ALERTS.read_text().splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith(("#", "- name:")))


def test_every_queried_metric_exists() -> None:
    metrics = set(NAME.findall("\n".join([*expressions(), rules()])))
    assert len(metrics) > 20
    assert metrics <= set(exported_series())


def test_every_bot_metric_is_on_the_dashboard() -> None:
    metrics = exported_series()
    panels = {metrics[name] for name in NAME.findall("\n".join(expressions()))}
    assert {name for name in metrics.values() if name.startswith("fernpartie_")} - panels <= {
        "fernpartie_deadlines_oldest_seconds"
    }


def test_panels_do_not_overlap() -> None:
    panels = json.loads((DOCS / "grafana.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(set(cells)) == len(cells)
    assert max(x for x, _ in cells) < 24


def promtool(*arguments: str, stdin: str | None = None) -> str:
    """Return the output of `promtool`, which must succeed."""
    tool = shutil.which("promtool")
    if tool is None:
        pytest.skip("promtool is not installed")
    process = subprocess.run([tool, *arguments], input=stdin, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def test_metrics_pass_promtool() -> None:
    promtool("check", "metrics", stdin=generate_latest(registry()).decode())


def test_alert_rules_pass_promtool() -> None:
    assert "rules found" in promtool("check", "rules", str(ALERTS))


def test_dashboard_queries_pass_promtool(tmp_path: Path) -> None:
    recorded = [{"record": f"panel:{n}", "expr": expr} for n, expr in enumerate(expressions())]
    file = tmp_path / "panels.yaml"
    file.write_text(json.dumps({"groups": [{"name": "panels", "rules": recorded}]}))
    promtool("check", "rules", str(file))


SERIES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "FernpartieDown": ({}, {"fernpartie_build_info": "1x20"}),
    "FernpartieNobodyAlive": ({"fernpartie_processes_alive": "0x20"}, {"fernpartie_processes_alive": "1x20"}),
    "FernpartieNotConnected": (
        {'fernpartie_gateway_shards{instance="a"}': "0x20"},
        {
            'fernpartie_gateway_shards{instance="a"}': "0x20",
            'fernpartie_gateway_shards{instance="b"}': "1x20",
        },
    ),
    "FernpartieShardsMissing": (
        {"fernpartie_shards_connected": "1x20", "fernpartie_shards_wanted": "8x20"},
        {"fernpartie_shards_connected": "1x4 8x16", "fernpartie_shards_wanted": "8x20"},
    ),
    "FernpartieOutboxOld": (
        {"fernpartie_outbox_oldest_seconds": "301x20"},
        {"fernpartie_outbox_oldest_seconds": "300x20"},
    ),
    "FernpartieDeadlinesOverdue": (
        {"fernpartie_deadlines_overdue": "1x20"},
        {"fernpartie_deadlines_overdue": "1x4 0x16"},
    ),
    "FernpartieAnswersSlow": (
        {
            'fernpartie_answer_seconds_bucket{phase="first_answer",le="3.0"}': "0+98x20",
            'fernpartie_answer_seconds_count{phase="first_answer"}': "0+100x20",
        },
        {
            'fernpartie_answer_seconds_bucket{phase="first_answer",le="3.0"}': "0+100x20",
            'fernpartie_answer_seconds_count{phase="first_answer"}': "0+100x20",
            'fernpartie_answer_seconds_bucket{phase="board_posted",le="3.0"}': "0+1x20",
            'fernpartie_answer_seconds_count{phase="board_posted"}': "0+100x20",
        },
    ),
    "FernpartieInvalidRequests": (
        {"fernpartie_invalid_requests": "1001x20"},
        {"fernpartie_invalid_requests": "1000x20"},
    ),
    "FernpartieDatabaseErrors": (
        {'fernpartie_database_errors_total{mode="write"}': "0+2x20"},
        {'fernpartie_database_errors_total{mode="write"}': "7x20"},
    ),
    "FernpartieMessagesMissed": (
        {'fernpartie_deliveries_total{kind="ply",result="missed"}': "0+5x20"},
        {'fernpartie_deliveries_total{kind="ply",result="delivered"}': "0+5x20"},
    ),
    "FernpartieProcessGone": (
        {'up{job="fernpartie",instance="a"}': "1x20", 'up{job="fernpartie",instance="b"}': "1x9 0x20"},
        {'up{job="fernpartie",instance="a"}': "1x20", 'up{job="other"}': "0x20"},
    ),
    "FernpartieCrashLoop": (
        {'process_start_time_seconds{job="fernpartie"}': "1 1 1 5 5 5 9 9 9 13x20"},
        {'process_start_time_seconds{job="fernpartie"}': "1 1 1 5 5 5 9x20"},
    ),
    "FernpartieMemoryHigh": (
        {'process_resident_memory_bytes{job="fernpartie"}': "600000001x20"},
        {'process_resident_memory_bytes{job="fernpartie"}': "600000000x20"},
    ),
    "FernpartieLoopLate": (
        {
            'fernpartie_loop_lateness_seconds_bucket{le="0.5"}': "0+56x20",
            "fernpartie_loop_lateness_seconds_count": "0+60x20",
        },
        {
            'fernpartie_loop_lateness_seconds_bucket{le="0.5"}': "0+58x20",
            "fernpartie_loop_lateness_seconds_count": "0+60x20",
        },
    ),
    "FernpartieDiskNearlyFull": (
        {"fernpartie_disk_free_bytes": "900000000x20", "fernpartie_disk_size_bytes": "50000000000x20"},
        {"fernpartie_disk_free_bytes": "900000000x20", "fernpartie_disk_size_bytes": "5000000000x20"},
    ),
    # The clock of these tests begins at zero.
    "FernpartieBackupOld": (
        {"fernpartie_backup_last_success_timestamp_seconds": "-200000x20"},
        {"fernpartie_backup_last_success_timestamp_seconds": "-170000x20"},
    ),
    "FernpartieEnginesDie": (
        {"fernpartie_engine_processes_died_total": "0 0 1 2 3 4x20"},
        {"fernpartie_engine_processes_died_total": "0 0 1 2x20"},
    ),
    "FernpartieBackupFailed": (
        {"fernpartie_backup_last_failed": "1x20"},
        {"fernpartie_backup_last_failed": "1x4 0x16"},
    ),
}
"""Per alert: series that make it fire within 15 minutes, and series that do not."""


def test_every_alert_is_tested() -> None:
    assert set(re.findall(r"alert: (\w+)", ALERTS.read_text())) == set(SERIES)


@pytest.mark.parametrize("alert", SERIES)
def test_each_alert_fires_only_for_its_own_cause(alert: str, tmp_path: Path) -> None:
    def alert_test(series: dict[str, str], *, fires: bool) -> dict[str, Any]:
        return {
            "interval": "1m",
            "input_series": [{"series": name, "values": values} for name, values in series.items()],
            "promql_expr_test": [
                {
                    "expr": f'count(ALERTS{{alertname="{alert}", alertstate="firing"}})',
                    "eval_time": "15m",
                    "exp_samples": [{"labels": "{}", "value": 1}] if fires else [],
                }
            ],
        }

    firing, silent = SERIES[alert]
    file = tmp_path / "tests.yaml"
    alert_tests = [alert_test(firing, fires=True), alert_test(silent, fires=False)]
    file.write_text(
        json.dumps({"rule_files": [str(ALERTS)], "evaluation_interval": "1m", "tests": alert_tests})
    )
    promtool("test", "rules", str(file))
