"""Three simulated users of a lesson: they follow the tips, press the first control, or press at random."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from cogs.kit.controls import ComponentId
from tests.cogs.club import Club
from tests.cogs.players import Offer, controls_of, words_of

Thumb: TypeAlias = Literal["follows", "first", "random"]
THUMBS: tuple[Thumb, ...] = get_args(Thumb)
HAT = "🎓"
PRESSES = 400
"""More presses than any of them needs for a lesson."""
_ITALICS = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")


class Walked(NamedTuple):
    """The result of a lesson."""

    told: list[str]
    """The steps that were shown, in order, such as "1/7"."""
    named: list[str]
    """Those of them whose tip names a control with the label on the panel."""
    taps: int


async def walk(club: Club, thumb: Thumb, look: Callable[[Any], Awaitable[None]] | None = None) -> Walked:
    """Press in Ann's direct messages until the match is over; call `look` for each panel."""
    rng, told, named, taps = random.Random(thumb), dict[str, None](), dict[str, None](), 0
    for _ in range(PRESSES):
        if (await club.match_view(None)).match.stage.ended:
            return Walked(list(told), list(named), taps)
        panel: Any = club.ann.user.dm_channel.history()[-1]
        if step := words_of(panel).partition(f"{HAT} ")[2].partition(" ")[0]:
            told[step] = None
            named |= {step: None} if tip_of(panel) & {words for words, _ in _labelled(panel)} else {}
        if look is not None:
            await look(panel)
        taps += await tap(club, panel, thumb, rng)
    raise AssertionError(f"no end after {taps} taps: {words_of(club.ann.user.dm_channel.history()[-1])}")


async def tap(club: Club, panel: Any, thumb: Thumb, rng: random.Random) -> int:
    """Press one control; return the number of taps: two for an option of a select."""
    pressed, value = _choice(panel, thumb, rng)
    if value is None:
        await club.ann.user.click(panel, custom_id=pressed)
        return 1
    await club.ann.user.select(panel, [value], custom_id=pressed)
    return 2


def _choice(panel: Any, thumb: Thumb, rng: random.Random) -> Offer:
    """Return the control to press; never the one that leaves the lesson."""
    offered = list(_labelled(panel))
    if thumb == "follows":
        offered = [each for each in offered if each[0] in tip_of(panel)] or offered
    elif thumb == "random":
        rng.shuffle(offered)
    return offered[0][1]


def tip_of(panel: Any) -> set[str]:
    """Return the control named in the tip of a panel, which is in italics."""
    return set(_ITALICS.findall(words_of(panel).partition(HAT)[2].partition("\n")[0]))


def _labelled(panel: Any) -> Iterator[tuple[str, Offer]]:
    """Yield the controls with their labels: buttons, and options of selects."""
    for part in controls_of(panel):
        if ComponentId.decode(part["custom_id"]).verb == "end":
            continue
        if part.get("label"):
            yield part["label"].replace("\ufe0e", ""), (part["custom_id"], None)
        for option in part.get("options", ()):
            yield option["label"].replace("\ufe0e", ""), (part["custom_id"], option["value"])
