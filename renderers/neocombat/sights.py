"""A viewer's knowledge of each token: public facts, and the varans of the viewer's own tokens (NEO-18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.base.language import pgettext
from bot.engine.sentences import either
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.view import NeoView, token_name
from renderers.kit import text

UNSEEN = "?"
"""Marks a varan that has not been revealed."""


class Sight(NamedTuple):
    """All that a viewer may know of a token."""

    token: int
    seat: int
    number: str
    """Its lasting number, "2.3" (NEO-18a)."""
    sector: int
    revealed: bool
    sideways: bool
    moved: bool
    varan: Varan | None
    """Which varan it is; None where that is not known."""
    secret: bool
    """Whether only its owner, the viewer, knows which varan it is."""
    maybe: tuple[str, ...]
    """The ids of the varans that, as everybody knows, it may be, where they are several or some unknown."""
    others: bool
    """Whether it may publicly be a varan that has not been revealed."""
    speed: int
    """Its speed, or the least speed possible where `varan` is None."""
    left: tuple[int, int]
    """The damage it can still take until it is killed, at least and at most; 0 where that is not known."""
    attributes: tuple[str, ...]
    """Those it is known to have."""
    used: tuple[str, ...]
    """Those it has claimed in this turn (NEO-11), or have spared a card (NEO-13)."""


def sights(view: NeoView, pool: Pool) -> Iterator[Sight]:
    """Yield the viewer's knowledge of the tokens still in the game, in the order of their numbers."""
    for token, its in enumerate(view.tokens):
        if its.here:
            yield sight(view, token, pool)


def sight(view: NeoView, token: int, pool: Pool) -> Sight:
    """Return the viewer's knowledge of a token."""
    its, team = view.tokens[token], view.options.team
    seat, place = divmod(token, team)
    known = view.knowledge[seat].name_of(place)
    own = view.varans[place] if view.viewer == seat and place < len(view.varans) else UNKNOWN
    number = known if known != UNKNOWN else own
    varan = None if number == UNKNOWN else pool.roster[number]
    records = view.knowledge[seat].possible(place)
    named = sorted({each.varan for each in records if each.varan != UNKNOWN})
    speeds = [each.speed if each.varan == UNKNOWN else pool.roster[each.varan].speed for each in records]
    varans = [number] if varan else named if len(named) == len(records) else []
    left = [pool.roster[each].health - view.wounds[each] for each in varans]
    if varan:
        attributes = varan.attributes
    else:  # those that all have which it may be
        sets = [
            each.claimed if each.varan == UNKNOWN else pool.roster[each.varan].attributes for each in records
        ]
        attributes = tuple([one for one in sets[0] if all(one in others for others in sets)]) if sets else ()
    return Sight(
        token=token,
        seat=seat,
        number=token_name(token, team),
        sector=its.sector,
        revealed=its.revealed,
        sideways=its.sideways,
        moved=its.moved,
        varan=varan,
        secret=known == UNKNOWN and own != UNKNOWN,
        maybe=() if known != UNKNOWN else tuple([pool.roster[each].id for each in named]),
        others=any(each.varan == UNKNOWN for each in records),
        speed=varan.speed if varan else min(speeds, default=1),
        left=(min(left), max(left)) if left else (0, 0),
        attributes=attributes,
        used=(*its.used, "tough") if its.spared else its.used,
    )


def names_of(seen: Sight) -> list[str]:
    """Return the ids of the varans that a token may be, with `UNSEEN` where others are possible."""
    return [*seen.maybe, *([UNSEEN] if seen.others else [])]


def said_of(seen: Sight) -> str:
    """Return the possible identities of a token in words: "A3, B6 or ?"."""
    return either(names_of(seen))


def drawn_varan(varan: Varan) -> str:
    """Return a varan's name as the font can draw it, its id where nothing readable is left of it."""
    return text.legible_name(pgettext("card", varan.name), varan.id)


def varan_name(varan: Varan) -> str:
    """Return a varan by its id and name: names repeat (NEO-18b)."""
    return f"{varan.id} {text.legible_name(pgettext('card', varan.name), '')}".rstrip()
