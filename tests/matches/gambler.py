"""A computer player of Dicey that plays at random, and a match against it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.matches.dicey import View
from tests.matches.table import ANN, Table


class Gambler:
    """Plays at random and stores the views that it got."""

    title = "The Gambler"
    description = "Plays for luck."
    level, key, searches = "", "gambler", False

    gives_up_now, content = False, True

    def __init__(self) -> None:
        self.views: list[View] = []
        self.luck: list[float] = []

    def plays(self, game: str) -> bool:
        return game == "dicey"

    def strength(self, game: str) -> int | None:
        return None

    def gives_up(self, rules: Any, view: Any) -> bool:
        return self.gives_up_now

    def takes_draw(self, rules: Any, view: Any) -> bool:
        assert view.viewer == 1, "it judges by the view of its own seat"
        return self.content

    def choose(self, rules: Any, view: View, legal: Sequence[Any], rng: random.Random) -> Any:
        self.views.append(view)
        self.luck.append(rng.random())
        return rng.choice([action for action in legal if not hasattr(action, "to")])


async def with_gambler(casino: Table, **options: Any) -> str:
    """Begin a match of Ann and the gambler."""
    info = await casino.open(**options)
    await casino.service.lobby.add_computer(info.id, ANN.user, "gambler", request=casino.request())
    await casino.start(info.id)
    return info.id
