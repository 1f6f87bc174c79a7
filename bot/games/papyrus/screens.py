"""Building blocks of screens, within Discord's limits: selects of at most 25 options, buttons in fives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.engine.grid import column_name
from bot.engine.language import gettext, ngettext
from bot.engine.menus import OPTIONS, select
from bot.engine.wording import Choice, Group
from bot.games.papyrus.names import place
from bot.games.papyrus.view import PapyrusView


def lanes(view: PapyrusView, squares: Iterable[int], *, by_column: bool) -> dict[str, list[int]]:
    """Return the squares by row or by column, under the key of each such lane: "r6", "c2"."""
    found: dict[str, list[int]] = {}
    for square in sorted(squares):
        row, column = divmod(square, view.width)
        found.setdefault(f"c{column}" if by_column else f"r{row}", []).append(square)
    return found


def square_groups(
    view: PapyrusView,
    squares: Sequence[int],
    to_choice: Callable[[int], Choice],
    prompt: str,
    *,
    by_column: bool = False,
) -> list[Group]:
    """Return a select of the squares, or of the rows (or columns) that lead to them when they are many."""
    if len(squares) <= OPTIONS:
        return select(prompt, [to_choice(square) for square in sorted(squares)])
    choices = [_lane(view, key, lane) for key, lane in lanes(view, squares, by_column=by_column).items()]
    choices.sort(key=lambda choice: int(choice.key[1:]))
    if by_column:
        return select(gettext("{prompt}: first the column", prompt=prompt), choices)
    return select(gettext("{prompt}: first the row", prompt=prompt), choices)


def _lane(view: PapyrusView, key: str, squares: Sequence[int]) -> Choice:
    first, last = place(view, squares[0]), place(view, squares[-1])
    span = gettext("{first} to {last}", first=first, last=last) if first != last else first
    label = ngettext(
        "{lane}: {number} square", "{lane}: {number} squares", len(squares), lane=lane_title(key)
    )
    return Choice(key, label, span)


def lane_title(key: str) -> str:
    """Return what the lane of this key is called: "Row 7", "Column C"."""
    number = int(key[1:])
    if key[0] == "c":
        return gettext("Column {column}", column=column_name(number))
    return gettext("Row {row}", row=number + 1)
