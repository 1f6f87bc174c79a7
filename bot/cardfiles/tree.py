"""Going through the nodes of a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.cardfiles.places import Place
from bot.engine.cards.nodes import Node


def children(node: Node) -> Iterator[tuple[Place, Node]]:
    """Yield the nodes right within a node, with the way to each."""
    for name in node.__struct_fields__:
        yield from _within(getattr(node, name), (name,))


def _within(value: Any, place: Place) -> Iterator[tuple[Place, Node]]:
    if isinstance(value, Node):
        yield place, value
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from _within(each, (*place, number))


def nodes(node: Node, place: Place = ()) -> Iterator[tuple[Place, Node]]:
    """Yield a node and all nodes within it, each with its place, from the top."""
    yield place, node
    for step, inner in children(node):
        yield from nodes(inner, (*place, *step))
