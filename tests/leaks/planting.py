"""How a leak is planted: something comes out otherwise while a block lasts.

`SENT` holds the number of the world once its secret is taken: what depends on it tells the worlds apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from unittest.mock import patch

from discord import ui
from msgspec.structs import replace

from cogs.kit.layout import OutgoingMessage
from tests.leaks.evening import SENT

Plant: TypeAlias = Callable[[], Any]


def number() -> int:
    """Return the number of the world, 0 before its secret is taken."""
    return SENT[0] if SENT else 0


def keeper() -> int:
    """Return the seat that has the secret."""
    return SENT[1]


@contextmanager
def around(owner: Any, name: str, change: Callable[..., Any]) -> Iterator[None]:
    """Let something come out otherwise: `change` is given what came of it, and what it was asked."""
    true = getattr(owner, name)

    def planted(*args: Any, **rest: Any) -> Any:
        return change(true(*args, **rest), *args)

    with patch.object(owner, name, planted):
        yield


@contextmanager
def instead(owner: Any, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    """Put something in the place of a function, made from it."""
    with patch.object(owner, name, make(getattr(owner, name))):
        yield


def keepers_view(when: Callable[[Any, Any], bool]) -> Callable[[Any], Any]:
    """A match view of the public, or of a stranger, that is the one of the seat with the secret."""

    def make(true: Any) -> Any:
        def view_for(repository: Any, position: Any, user: int | None) -> Any:
            if not number() or position.info.seat_of(user or -1) is not None or not when(position, user):
                return true(repository, position, user)
            return replace(repository.cache.match_view(position, keeper()), seat=None, legal=())

        return view_for

    return make


def page_with(words: str) -> Callable[..., OutgoingMessage]:
    def change(page: OutgoingMessage, *_asked: Any) -> OutgoingMessage:
        container: Any = page.view.children[0]
        if number():
            container.add_item(ui.TextDisplay(words * number()))
        return page

    return change


def on_file(**fields: Callable[[Any], Any]) -> Callable[..., OutgoingMessage]:
    def change(page: OutgoingMessage, *_asked: Any) -> OutgoingMessage:
        files = [
            replace(each, **{name: make(getattr(each, name)) for name, make in fields.items()})
            for each in page.attachments
        ]
        return replace(page, attachments=tuple(files))

    return change
