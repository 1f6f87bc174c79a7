"""Numbers within bounds, as conditions ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from bot.engine.cards.nodes import Fault
from bot.engine.language import gettext

Rank: TypeAlias = Literal["", "highest", "lowest"]
"""Whether nobody may have more, or fewer."""


def is_within(number: int, at_least: int, at_most: int | None) -> bool:
    """Whether a number lies in a range; None for no upper bound."""
    return at_least <= number and (at_most is None or number <= at_most)


def is_ranked(values: Iterable[int], everybody: Iterable[int], rank: Rank) -> bool:
    """Whether nobody has more than one of these values, or nobody less, as the rank asks; "" asks nothing."""
    if rank == "highest":
        return max(values) == max(everybody)
    return not rank or min(values) == min(everybody)


def range_faults(
    at_least: int, at_most: int | None, *, special: str = "", floor: int = 0, ceiling: int | None = None
) -> Iterator[Fault]:
    """Yield that nothing lies in a range, or that everything does and nothing `special` is asked for."""
    if at_most is not None and at_most < at_least:
        never = gettext("at least {least} and at most {most} cannot both be.", least=at_least, most=at_most)
        yield "E413", (), never
    elif not special and at_least == floor and at_most == ceiling:
        yield "E414", (), gettext("this asks for nothing: say what it must be.")
