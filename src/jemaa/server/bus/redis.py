"""Notices over Redis, by publish and subscribe."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from jemaa.server.bus import CHANNEL, BusError, RemoteBus


class RedisBus(RemoteBus):
    """Carries notices over a Redis server; see `RemoteBus`."""

    failures = (OSError, RedisError)

    def _client(self) -> Redis:
        # No retries of its own: they would hide that something was missed.
        try:
            return Redis.from_url(
                self._url,
                retry=Retry(NoBackoff(), 0),
                socket_timeout=self._silence,
                socket_connect_timeout=self._silence,
            )
        except ValueError as error:
            raise BusError(f"the address of the bus cannot be read: {error}") from error

    @asynccontextmanager
    async def _connect_publisher(self) -> AsyncIterator[_Publisher]:
        async with self._client() as client:
            yield _Publisher(client)

    @asynccontextmanager
    async def _connect_receiver(self) -> AsyncIterator[_Receiver]:
        async with self._client() as client, client.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            # Only when Redis has confirmed it do all later notices come.
            if not await subscription.get_message(timeout=self._silence):
                raise TimeoutError("Redis does not answer")
            yield _Receiver(subscription)


class _Publisher:
    def __init__(self, client: Redis) -> None:
        self._client = client

    async def publish(self, messages: Sequence[bytes]) -> None:
        async with self._client.pipeline(transaction=False) as pipeline:
            for message in messages:
                pipeline.publish(CHANNEL, message)
            await pipeline.execute()


class _Receiver:
    def __init__(self, subscription: Any) -> None:
        self._subscription = subscription

    async def receive(self, seconds: float) -> Sequence[bytes]:
        message = await self._subscription.get_message(timeout=seconds)
        return [message["data"]] if message else []
