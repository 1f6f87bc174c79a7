"""Screens made from the legal actions and their words, for games without menus of their own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.engine.contract import Action
from bot.engine.grid import grid_of
from bot.engine.menus import action_screen
from bot.engine.typed import Board, Commands, Named, Square, Thing

PIECES = ("King, the old", "King: the old", "Pawn")


class Move(Action, frozen=True, tag="move"):
    """Move a piece."""

    piece: int
    to: int


class Pass(Action, frozen=True, tag="pass"):
    """End your turn.

    The pieces stay where they are.
    """


COMMANDS = Commands(
    {
        "piece": Thing(
            missing="Say which.",
            among=lambda _: range(3),
            name=lambda _, piece: Named(piece, PIECES[piece]),
            unknown="{word} is none",
        ),
        "to": Square(missing="Say where.", board=lambda _: Board(grid_of(3, 3), 4)),
    }
)
LEGAL = (Move(0, 1), Move(0, 2), Move(1, 1), Move(1, 3), Move(2, 5), Pass())
SCREEN = action_screen(COMMANDS)
TALK: Any = SimpleNamespace(view=None)


def offered(*path: str) -> list[list[tuple[str, str, tuple[Any, ...]]]]:
    groups = SCREEN(TALK, LEGAL, path).groups
    return [[(each.key, each.label, each.actions) for each in group.choices] for group in groups]


def test_the_first_screen_has_the_first_field_and_the_actions_without_fields() -> None:
    menu = SCREEN(TALK, LEGAL, ())
    assert [group.prompt for group in menu.groups] == ["Move a piece", ""]
    assert offered() == [
        [
            ("move-King-the-old", "King, the old", ()),
            ("move-King-the-old-1", "King: the old", ()),
            ("move-Pawn", "Pawn, C2", (Move(2, 5),)),
        ],
        [("pass", "End your turn", (Pass(),))],
    ]


def test_a_choice_that_leaves_several_actions_leads_to_the_next_field() -> None:
    assert offered("move-King-the-old-1") == [
        [("move-B1", "B1", (Move(1, 1),)), ("move-A2", "A2", (Move(1, 3),))]
    ]


def test_an_invalid_path_shows_the_first_screen() -> None:
    for path in (("move-Queen",), ("move-Pawn",), ("pass",), ("move-King-the-old", "move-B1", "x")):
        assert offered(*path) == offered()


def test_every_action_is_offered_once() -> None:
    found = [actions for group in offered() for _, _, actions in group]
    for key in ("move-King-the-old", "move-King-the-old-1"):
        found += [actions for group in offered(key) for _, _, actions in group]
    assert sorted(map(repr, (one for actions in found for one in actions))) == sorted(map(repr, LEGAL))
