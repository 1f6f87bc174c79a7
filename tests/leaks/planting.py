"""How a leak is planted: a function returns something else within a block.

`SENT` has the number of the world after its secret is taken; an output that depends on it distinguishes the
worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from unittest.mock import patch

from discord import ui
from msgspec.structs import replace

from bot.matches.history import History
from bot.matches.replay import audit_of
from bot.matches.repository import MatchRepository
from cogs.kit.layout import OutgoingMessage
from cogs.publishing import match_posts
from tests.leaks.evening import SENT

Plant: TypeAlias = Callable[[], Any]


def number() -> int:
    """Return the number of the world, 0 before its secret is taken."""
    return SENT[0] if SENT else 0


def keeper() -> int:
    """Return the seat with the secret."""
    return SENT[1]


@contextmanager
def around(owner: Any, name: str, change: Callable[..., Any]) -> Iterator[None]:
    """Change the results of a function: `change` gets the result and the arguments."""
    true = getattr(owner, name)

    def planted(*args: Any, **rest: Any) -> Any:
        return change(true(*args, **rest), *args)

    with patch.object(owner, name, planted):
        yield


@contextmanager
def instead(owner: Any, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    """Replace a function by one made from it."""
    with patch.object(owner, name, make(getattr(owner, name))):
        yield


def on_view(change: Callable[..., Any]) -> Any:
    """Change the match views: `change` gets the view, the repository, the position and the user."""
    return around(MatchRepository, "view_for", change)


def keepers_look(when: Callable[[Any], bool] = lambda _info: True, to: Collection[int | None] = ()) -> Any:
    """Give others the view of the seat with the secret, in the states for which `when` is true.

    `to` names the viewers among the public (None) and strangers.
    """

    def keepers(view: Any, repository: Any, position: Any, user: int | None) -> Any:
        seated = position.info.seat_of(user or -1) is not None
        if not number() or seated or not when(position.info) or (to and user not in to):
            return view
        return replace(repository.cache.match_view(position, keeper()), seat=None, legal=())

    return on_view(keepers)


def audit_when(when: Callable[[Any], bool]) -> Any:
    """Make the audit available while a match is running, in the states for which `when` is true."""

    def make(true: Any) -> Any:
        async def audit(self: Any, match: str) -> Any:
            record = await self._repository.record(match)
            if not number() or not when(record.info):
                return await true(self, match)
            return audit_of(record, await self._store.draws(match), await self._store.actions(match))

        return audit

    return instead(History, "audit", make)


def on_board(change: Callable[..., OutgoingMessage]) -> Any:
    """Change the post of the board."""
    return around(match_posts, "compose_board", change)


def added(page: OutgoingMessage, words: str) -> OutgoingMessage:
    """Add a line to a page."""
    container: Any = page.view.children[0]
    container.add_item(ui.TextDisplay(words))
    return page


def page_with(words: str) -> Callable[..., OutgoingMessage]:
    """Return a change that adds these words to a page, once in the first world and twice in the second."""
    return lambda page, *_asked: added(page, words * number()) if number() else page


def with_words(page: OutgoingMessage, *asked: Any) -> OutgoingMessage:
    """Add the players' words for the randomness to a page, from the match read last."""
    return added(page, " ".join(["words", *[holder.word for holder in asked[-1].seats]]))


def on_file(**fields: Callable[[Any], Any]) -> Callable[..., OutgoingMessage]:
    """Return a change of the files of a page: each of these fields is made from its former value."""

    def change(page: OutgoingMessage, *_asked: Any) -> OutgoingMessage:
        files = [
            replace(each, **{name: make(getattr(each, name)) for name, make in fields.items()})
            for each in page.attachments
        ]
        return replace(page, attachments=tuple(files))

    return change
