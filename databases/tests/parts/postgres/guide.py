"""Runs the statements of the guide's section on the PostgreSQL extension."""

from __future__ import annotations

import re

import psycopg
from database import Row, connect, one
from pages import blocks, section, statements

PAGE, SECTION = "databases.md", "PostgreSQL extension"
# The number and the time of the page's id.
SHOWN, SECONDS = 1_728_652_679_052_295_174, 1_688_137_381


def database(name: str) -> psycopg.Connection[Row]:
    """Creates an empty database for the page's statements."""
    with connect() as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    connection = psycopg.connect(dbname=name, autocommit=True)
    # The planner would read small tables without an index.
    for scan in ("seqscan", "bitmapscan"):
        connection.execute(f"SET enable_{scan} = off".encode())
    return connection


def page_statements_succeed() -> None:
    connection = database("statements")
    (block,) = blocks(PAGE, SECTION)
    *before, of_posts, of_orders = statements(block)
    for statement in before:
        connection.execute(statement.encode())
    ((time, *same),) = connection.execute(of_posts.encode()).fetchall()
    assert int(time.timestamp()) == SECONDS, time
    assert same == [SHOWN, SHOWN.to_bytes(8)], same
    connection.execute(b"INSERT INTO orders (total) VALUES (1)")
    assert len(connection.execute(of_orders.encode()).fetchall()) == 1, of_orders
    query, comment = of_orders.split("; ")
    assert comment.strip() == "-- by the primary key", comment
    assert "orders_pkey" in str(connection.execute(f"EXPLAIN {query}".encode()).fetchall()), query


def page_plan_is_current() -> None:
    connection = database("plan")
    (block,) = blocks(PAGE, SECTION)
    for statement in statements(block)[:3]:
        connection.execute(statement.encode())
    (shown,) = blocks(PAGE, "Time as an index condition", "")
    query, *plan = (line.strip() for line in shown.splitlines())
    found = [str(row[0]).strip() for row in connection.execute(query.encode()).fetchall()]
    assert found == plan, found


def page_conditions_hold() -> None:
    """Runs the conditions in the page's sentences on a column of the format that they name."""
    connection = connect()
    conditions = re.findall(r"`(id [<>]= sortid_\w+\(.*?\))`", section(PAGE, SECTION))
    assert len(conditions) >= 2, conditions
    for condition in conditions:
        (name,) = re.findall(r"sortid_(?:first|last)_(\w+)\(", condition)
        made = f"SELECT sortid_min_{name}(now()) AS id, now() AS t"
        assert one(connection, f"SELECT {condition} FROM ({made}) made") is True, condition
