"""Creates namespaces for tests of leases without an agent, on PostgreSQL or Redis."""

from __future__ import annotations

import os

import lease_agent

# Short, so that tests need not wait long.
TIMES = ("--stretch", "3s", "--margin", "1s")


def create_all() -> bool:
    """Creates `orders` with three nodes and `few` with one. Returns whether that succeeded."""
    socket = os.environ.get("REDIS_SOCKET")
    address = f"redis+unix://{socket}" if socket else of_postgresql()
    env = {"SORTID_LEASE_STORE": address}
    for name, nodes in (("orders", "1-3"), ("few", "7-7")):
        done = lease_agent.run(
            lease_agent.AGENT, "create", name, "--format", "tid", "--nodes", nodes, "--new", *TIMES, env=env
        )
        lease_agent.check(f"created {name}", done.returncode == 0, done.stderr)
    return not lease_agent.failed


def of_postgresql() -> str:
    """Creates the tables. Returns the server's address."""
    schema = lease_agent.run(lease_agent.AGENT, "schema", "postgres").stdout
    done = lease_agent.run(*("psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", schema))
    lease_agent.check("the tables", done.returncode == 0, done.stderr)
    host, port = os.environ["PGHOST"].replace("/", "%2F"), os.environ.get("PGPORT", "5432")
    return f"postgres://{os.environ['PGUSER']}@{host}:{port}/{os.environ['PGDATABASE']}"
