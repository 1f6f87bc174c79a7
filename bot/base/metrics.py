"""The metrics of the running bot, for Prometheus.

No label identifies a person, a match, a server or a channel: each has a short list of known values.
"""

from __future__ import annotations

import platform
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import get_args

import msgspec
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily

from bot.base.limits import LIMITED, REFUSED
from bot.base.logs import StandardError
from bot.base.version import VERSION
from bot.matches.deliveries import DeliveryKind
from bot.matches.model import Stage

REGISTRY = CollectorRegistry()
"""All metrics, including processor, memory and open files of the process."""
for _collector in (ProcessCollector, PlatformCollector, GCCollector):
    _collector(registry=REGISTRY)

_counter, _gauge = partial(Counter, registry=REGISTRY), partial(Gauge, registry=REGISTRY)
_seconds = partial(
    Histogram, buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60), registry=REGISTRY
)

INTERACTION_KINDS = ("command", "component", "autocomplete", "modal", "other")
INTERACTIONS = _counter("tablepost_interactions", "Interactions that Discord sent.", ("kind",))
"""`kind` is one of `INTERACTION_KINDS`."""
ACKS = _seconds(
    "tablepost_ack_seconds",
    "From an interaction to its acknowledgement, accepted by Discord; after 3 s the interaction is lost.",
    ("kind",),
)
ANSWERS = _seconds(
    "tablepost_answer_seconds",
    "From an interaction to its first answer with something in it, accepted by Discord.",
    ("kind",),
)
DELIVERIES = _seconds(
    "tablepost_delivery_seconds",
    "From when a delivery of the outbox was due (a board: from the move) to its end.",
    ("kind",),
)
REST_CALLS = _counter(
    "tablepost_rest_calls",
    "HTTP calls of Discord, each try: ok, 429, 4xx, 5xx, or failed if there was no answer.",
    ("route", "outcome"),
)
DISCORD_REFUSALS = _counter(
    "tablepost_discord_refusals",
    "Calls that Discord refused or did not answer, by what the bot does about it.",
    ("does",),
)
"""`does` is a value of `cogs.kit.refusals.Does`."""
STALLS = _seconds(
    "tablepost_event_loop_stall_seconds",
    "How much too late the event loop came back to a task that looks once a second.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
DATABASE = _seconds(
    "tablepost_database_seconds",
    "Transactions of the database, with the wait for it.",
    ("kind",),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
"""`kind`: read or write."""
ERRORS = _counter(
    "tablepost_errors",
    "Errors of the program, each with a line in the log: asked (a person was told its id), background,"
    " delivery (a post that is tried again), or refused (by Discord, for a fault of the bot or its account).",
    ("kind",),
)
DATABASE_FAILURES = _counter(
    "tablepost_database_failures", "Transactions that the database refused.", ("kind",)
)
"""`kind` is one of `DATABASE_FAULTS`."""
WORKER_DEATHS = _counter(
    "tablepost_worker_deaths",
    "Worker processes that died, or did not end a job in five minutes, and were replaced.",
)
WORKER_REPLACEMENTS = _counter(
    "tablepost_worker_replacements", "Worker processes that were replaced because they held much memory."
)
CLOCK_STEPS = _counter(
    "tablepost_clock_steps",
    "Times that the machine's clock was moved by 5 seconds or more, or the machine slept.",
)
TURN_NOTICES = _counter(
    "tablepost_turn_notices",
    "Notices of turns: sent by DM, held for later, left to the digest, muted in this match, called elsewhere"
    " (in the channel), not needed because standing orders will answer, DMs closed.",
    ("outcome",),
)
"""`outcome` is one of `NOTICE_OUTCOMES`."""
NOTICE_OUTCOMES = ("sent", "held", "digest", "muted", "elsewhere", "orders", "closed")
LAST_BACKUP = _gauge(
    "tablepost_last_backup_timestamp_seconds",
    "When the last backup was made, in Unix time; 0 if none is known.",
)
DISK_FREE = _gauge(
    "tablepost_disk_free_bytes",
    "Free bytes on the disk of the database, with PostgreSQL of the folder in which the bot runs.",
)
DATABASE_BYTES = _gauge("tablepost_database_bytes", "Size of the database.")
DATABASE_FAULTS = ("full", "read-only", "cannot open", "busy", "disk", "damaged", "unanswered", "other")
BUILD = _gauge("tablepost_build_info", "The running program; always 1.", ("version", "python"))
BUILD.labels(VERSION, platform.python_version()).set(1)
MATCHES = _gauge("tablepost_matches", "Matches that have not ended.", ("game", "stage"))
"""`game`: the key of a registered game, else "other"."""
OUTBOX = _gauge(
    "tablepost_outbox_deliveries",
    "Rows of the outbox: pending, failing (tried before), or parked (given up, or refused by Discord).",
    ("state",),
)
SHARDS = _gauge("tablepost_shards", "Shards that this process has to connect.")
SHARDS_CONNECTED = _gauge(
    "tablepost_shards_connected",
    "Shards of this process that are connected to Discord and whose heartbeats are answered.",
)
HEARTBEAT_SECONDS = _gauge(
    "tablepost_gateway_latency_seconds", "From a heartbeat to its answer, of the slowest shard."
)
HEARTBEAT_AGE = _gauge(
    "tablepost_gateway_heartbeat_age_seconds",
    "Since when no heartbeat was answered, of the shard that waits longest.",
)
EVENT_AGE = _gauge("tablepost_gateway_event_age_seconds", "Since the last event of Discord's gateway.")
OUTBOX_AGE = _gauge(
    "tablepost_outbox_age_seconds", "For how long the oldest delivery has been due; 0 where none is."
)


class _CountedElsewhere:
    """Collects what modules count that load no metrics."""

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Return how often each limit has refused a person, also one that refused nobody, and lost lines."""
        told = "Lines of the log that could not be written."
        yield CounterMetricFamily("tablepost_log_failures", told, value=StandardError.lost)
        told = "How often a limit has refused a person since the start."
        family = CounterMetricFamily("tablepost_limits_hit", told, labels=["limit"])
        for limit in LIMITED:
            family.add_metric([limit], REFUSED[limit])
        yield family


REGISTRY.register(_CountedElsewhere())
for _metric, _values in (
    (INTERACTIONS, INTERACTION_KINDS),
    (ACKS, INTERACTION_KINDS),
    (ANSWERS, INTERACTION_KINDS),
    (DELIVERIES, get_args(DeliveryKind)),
    (ERRORS, ("asked", "background", "delivery", "refused")),
    (DATABASE_FAILURES, DATABASE_FAULTS),
    (TURN_NOTICES, NOTICE_OUTCOMES),
    (OUTBOX, ("pending", "failing", "parked")),
):
    for _value in _values:
        _metric.labels(_value)  # a series that begins with its first event hides that event from `rate`


class Figures(msgspec.Struct, frozen=True):
    """The monitored figures of the database."""

    matches: dict[tuple[str, Stage], int]
    """The number of matches that have not ended, by game and stage."""
    pending: int
    failing: int
    """Pending deliveries that have failed before."""
    parked: int
    due: datetime | None
    """When the first pending delivery is or was due; None if there is none."""
    size: int = 0
    """Bytes of the database."""
    free: int = 0
    """Free bytes on its disk; with PostgreSQL on that of the bot."""
    backup: datetime | None = None
    """When the last backup was made; None if none is known."""

    @property
    def untried(self) -> int:
        """The number of pending deliveries that have not failed."""
        return self.pending - self.failing


def delivered(kind: DeliveryKind, after: timedelta) -> None:
    """Record a delivery and its delay after its due time."""
    DELIVERIES.labels(kind).observe(max(after.total_seconds(), 0))


def delivery_failed() -> None:
    """Record a delivery that failed by a fault of the program."""
    ERRORS.labels("delivery").inc()


def counted() -> dict[str, float]:
    """Return how often since the start something went wrong of which operators are told.

    "limited" and "unanswered" are calls of Discord that usually succeed at another try.
    """
    errors, failures = _by(ERRORS, "kind"), _by(DATABASE_FAILURES, "kind")
    calls = _by(REST_CALLS, "outcome")
    return {
        "errors": sum(errors[kind] for kind in ("asked", "background", "delivery")),
        "database": sum(failures[kind] for kind in DATABASE_FAULTS),
        "workers": _by(WORKER_DEATHS)[""],
        "refused": errors["refused"],
        "log": StandardError.lost,
        "clock": _by(CLOCK_STEPS)[""],
        "limited": calls["429"],
        "unanswered": calls["5xx"] + calls["failed"],
        **{f"database {kind}": failures[kind] for kind in DATABASE_FAULTS},
    }


def _by(counter: Counter, label: str = "") -> defaultdict[str, float]:
    """Return the sums of a counter by one of its labels, "" where it has none."""
    totals: defaultdict[str, float] = defaultdict(float)
    for metric in counter.collect():
        for sample in metric.samples:
            if sample.name.endswith("_total"):
                totals[sample.labels.get(label, "")] += sample.value
    return totals


def show(figures: Figures, games: frozenset[str], now: datetime) -> None:
    """Set the gauges to the figures of the database."""
    MATCHES.clear()
    for game in (*games, "other"):
        for stage in (Stage.LOBBY, Stage.PLAYING):
            MATCHES.labels(game, stage.value).set(0)
    for (game, stage), count in figures.matches.items():
        MATCHES.labels(game if game in games else "other", stage.value).inc(count)
    for state in ("pending", "failing", "parked"):
        OUTBOX.labels(state).set(getattr(figures, state))
    DATABASE_BYTES.set(figures.size)
    DISK_FREE.set(figures.free)
    LAST_BACKUP.set(figures.backup.timestamp() if figures.backup else 0)
    late = now - figures.due if figures.due else timedelta()
    OUTBOX_AGE.set(max(late.total_seconds(), 0))
