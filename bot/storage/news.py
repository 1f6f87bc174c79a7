"""What a transaction tells the other processes, by PostgreSQL's NOTIFY: it is heard once it is committed."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, func, select

from bot.coordination import News, Topic

CHANNEL = "tablepost"

_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("payload")))


def announce(connection: Connection, process: str, news: News) -> None:
    """Tell the news of a process with the transaction of a connection to PostgreSQL."""
    payload = f"{process} {news.topic} {news.match or '-'} {news.number}"
    connection.execute(_NOTIFY, {"payload": payload})


def read_news(payload: str) -> tuple[str, News | None]:
    """Return the process that tells something, and what; None where another version of the bot tells it."""
    process, _, told = payload.partition(" ")
    try:
        topic, match, number = told.split(" ")
        return process, News(Topic(topic), "" if match == "-" else match, int(number))
    except ValueError:
        return process, None
