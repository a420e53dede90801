"""The figures of a server, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class PrometheusMetrics:
    """All figures of one server; each server has a registry of its own."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.rooms = Gauge("jemaa_rooms", "Rooms in memory.", registry=registry)
        self.sockets = Gauge("jemaa_sockets", "Open sockets.", registry=registry)
        self.opened = Counter("jemaa_rooms_opened", "Rooms opened.", ["game"], registry=registry)
        self.commands = Counter(
            "jemaa_commands", "Commands by what came of them.", ["result"], registry=registry
        )
        self.appends = Histogram(
            "jemaa_append_seconds",
            "Time until events are durable.",
            buckets=SECONDS,
            registry=registry,
        )
        self.thinking = Histogram(
            "jemaa_bot_seconds",
            "Time a bot takes for a move, waiting for a free process included.",
            ["level"],
            buckets=SECONDS,
            registry=registry,
        )
        self.drops = Counter(
            "jemaa_outbox_drops", "Sockets dropped because they read too slowly.", registry=registry
        )
        self.cuts = Counter(
            "jemaa_connections_cut",
            "Connections cut or turned away, by why.",
            ["why"],
            registry=registry,
        )
        self.faults = Counter(
            "jemaa_faults", "Requests that failed by our own fault.", registry=registry
        )

    def page(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return generate_latest(self._registry)
