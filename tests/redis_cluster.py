"""A small Redis Cluster on loopback for tests."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import redis

from tests.redis_server import PATIENCE, RedisServer, free_port

SLOTS = 16384


#: So much higher than its port is a server's port for the other servers.
BUS = 10_000


class RedisCluster:
    """Three masters that share the slots evenly, and replicas of the first of them."""

    def __init__(self, folder: Path, *more: str, replicas: int = 1, announce: Sequence[int] = ()) -> None:
        """``more``: options of all servers. ``announce``: ports that they tell clients instead of their own."""
        options = ["--cluster-enabled", "yes", "--cluster-node-timeout", "5000", "--appendonly", "yes"]
        options += ["--appendfsync", "always", "--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1"]
        self.servers = []
        for number in range(3 + replicas):
            told = ["--cluster-announce-port", str(announce[number])] if announce else []
            port = free_port(BUS)
            self.servers.append(RedisServer(folder / str(number), *options, *more, *told, port=port))
        self.masters, self.replicas = self.servers[:3], self.servers[3:]
        self.replica = self.replicas[0]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.masters[0].port}/0?cluster=true"

    def start(self) -> None:
        """Start all servers, introduce them to each other, and wait until the cluster works."""
        for server in self.servers:
            server.start()
        for number, server in enumerate(self.masters):
            with server.client() as client:
                slots = range(SLOTS * number // 3, SLOTS * (number + 1) // 3)
                client.execute_command("CLUSTER ADDSLOTS", *slots)
                client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        with self.masters[0].client() as client:
            for server in self.servers[1:]:
                client.execute_command("CLUSTER MEET", "127.0.0.1", server.port)
        self.wait(lambda info: info["cluster_known_nodes"] == str(len(self.servers)))
        for replica, master in zip(self.replicas, self.masters, strict=False):
            self.replicate(replica, master)
        self.wait(lambda info: info["cluster_state"] == "ok")

    def wait(self, condition: object) -> None:
        """Until ``condition`` holds of what every server says about the cluster."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if all(condition(self.info(server)) for server in self.servers):  # type: ignore[operator]
                return
            time.sleep(0.02)
        raise TimeoutError

    def info(self, server: RedisServer) -> dict[str, str]:
        """What ``CLUSTER INFO`` says."""
        with server.client() as client:
            return dict(client.execute_command("CLUSTER INFO"))

    def id(self, server: RedisServer) -> str:
        """The name of a server in the cluster."""
        with server.client() as client:
            return bytes(client.execute_command("CLUSTER MYID")).decode()

    def replicate(self, replica: RedisServer, master: RedisServer) -> None:
        """Make one server the replica of another, and wait until it has its data."""
        name = self.id(master)
        deadline = time.monotonic() + PATIENCE
        with replica.client() as client:
            while time.monotonic() < deadline:
                with contextlib.suppress(redis.exceptions.ResponseError):
                    client.execute_command("CLUSTER REPLICATE", name)
                    break
                time.sleep(0.02)
            while client.info("replication").get("master_link_status") != "up":
                if time.monotonic() > deadline:
                    raise TimeoutError
                time.sleep(0.02)

    def stop(self) -> None:
        for server in self.servers:
            server.stop(signal.SIGKILL)
