"""What a player of Papyrus can do. The docstring of an action is its command's description."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from bot.engine.contract import Action, Resign
from bot.games.papyrus.rules.options import Kind


class Recruit(Action, frozen=True, tag="recruit"):
    """Add a unit to the squad you are picking."""

    kind: Annotated[Kind, Meta(description="The kind of unit")]


class Dismiss(Action, frozen=True, tag="dismiss"):
    """Take a unit out of the squad you are picking."""

    kind: Annotated[Kind, Meta(description="The kind of unit")]


class Preset(Action, frozen=True, tag="preset"):
    """Take a ready-made squad."""

    squad: Annotated[str, Meta(description="The name of the squad")]


class Place(Action, frozen=True, tag="place"):
    """Put one of your units on a free square of your deploy zone."""

    unit: Annotated[int, Meta(description="Your unit, such as SMG-3")]
    to: Annotated[int, Meta(description="The square, such as C7")]


class Formation(Action, frozen=True, tag="formation"):
    """Place your whole squad in its default formation."""


class Ready(Action, frozen=True, tag="ready"):
    """Finish picking or placing; all choices are revealed together."""


class Move(Action, frozen=True, tag="move"):
    """Move a unit along its shortest free path."""

    unit: Annotated[int, Meta(description="Your unit, such as SMG-3")]
    to: Annotated[int, Meta(description="The square, such as C7")]


class Attack(Action, frozen=True, tag="attack"):
    """Attack an enemy unit; your first attack ends your moves."""

    unit: Annotated[int, Meta(description="Your unit, such as SMG-3")]
    target: Annotated[int, Meta(description="The enemy unit or its square")]


class Heal(Action, frozen=True, tag="heal"):
    """Heal an adjacent ally 2 HP with a Medic; this ends your moves."""

    unit: Annotated[int, Meta(description="Your Medic")]
    target: Annotated[int, Meta(description="The ally or its square")]


class EndTurn(Action, frozen=True, tag="end-turn"):
    """End your turn."""


PapyrusAction: TypeAlias = (
    Recruit | Dismiss | Preset | Place | Formation | Ready | Move | Attack | Heal | EndTurn | Resign
)
