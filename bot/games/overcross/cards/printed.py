"""The terms shared by cards and rules: the printed content of a card except its text (OVC-01 to OVC-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import N_, gettext
from bot.engine.cards.nodes import Fault, Node

Kind: TypeAlias = Literal["character", "edit", "terrain", "event"]
PieceKind: TypeAlias = Literal["character", "edit", "terrain"]
"""The kinds of cards that stay in play."""
Genre: TypeAlias = Literal["Fantasy", "Sci-Fi", "Modern", "Online", "None"]
Mark: TypeAlias = Literal["", "leader", "champion", "legend"]
Reach: TypeAlias = Literal["fist", "aim", "star"]
"""fist: melee; aim: ranged; star: special, ranged if it has rng (OVC-17)."""
Size: TypeAlias = Literal["m", "M", "F", "free"]
"""A minor, major, full or free action (OVC-02, OVC-03)."""
Stat: TypeAlias = Literal["acc", "defense", "dmg", "speed", "rng"]
ActionKind: TypeAlias = Literal["act", "move", "attack", "star", "special"]
"""Actions that can be forbidden. act: any action; move: as the minor action; attack: any attack; star: star
attacks; special: activated effects of sizes m, M and F (OVC-34).
"""


class Attack(Node, frozen=True):
    """An attack printed on a Character, or granted by an edit (OVC-02, OVC-17)."""

    measured: ClassVar[bool] = False
    reach: Reach
    dmg: Annotated[int, Meta(ge=1, le=6)]
    acc: Annotated[int, Meta(ge=0, le=6)] = 0
    """0 for a star that succeeds without a roll."""
    rng: Annotated[int, Meta(ge=0, le=8)] = 0
    """In squares; 0 for a fist, and for a star that needs no line of sight."""
    size: Literal["m", "M", "F"] = "M"

    @property
    def ranged(self) -> bool:
        """Whether it counts as a ranged attack: aim, and star with rng (OVC-34)."""
        return self.reach == "aim" or (self.reach == "star" and self.rng > 0)

    def faults(self) -> Iterator[Fault]:
        """Yield an impossible range, a missing range, and a missing acc."""
        if self.reach == "fist" and self.rng:
            yield "E418", ("rng",), gettext("a fist reaches adjacent squares alone: leave it out.")
        elif (self.reach == "aim" and self.rng < 2) or self.rng == 1:
            yield "E105", ("rng",), gettext("a range is 2 to 8 squares.")
        if self.acc < 2 and (self.reach != "star" or self.acc):
            yield "E105", ("acc",), gettext("an acc is 2 to 6; a star alone may have none, and succeeds.")

    def describe(self) -> str:
        """Return its printed form: "aim (hits under 4, damage 2, range 4, major action)"."""
        message = _ATTACKS[bool(self.acc), bool(self.rng)]
        reach, action = gettext(REACHES[self.reach]), gettext(ACTIONS[self.size])
        return gettext(message, reach=reach, acc=self.acc, dmg=self.dmg, rng=self.rng, action=action)


KINDS: Mapping[str, str] = {
    "character": N_("Characters"),
    "edit": N_("Edits"),
    "terrain": N_("Terrains"),
    "event": N_("Events"),
}
REACHES = {"fist": N_("fist"), "aim": N_("aim"), "star": N_("star")}
ACTIONS: Mapping[Size, str] = {
    "m": N_("minor action"),
    "M": N_("major action"),
    "F": N_("full action"),
    "free": N_("free, once a turn"),
}
_ATTACKS = {
    (True, False): N_("{reach} (hits under {acc}, damage {dmg}, {action})"),
    (True, True): N_("{reach} (hits under {acc}, damage {dmg}, range {rng}, {action})"),
    (False, False): N_("{reach} (damage {dmg}, {action})"),
    (False, True): N_("{reach} (damage {dmg}, range {rng}, {action})"),
}
"""The text of an attack, by whether it has acc and rng."""
GENRES = {
    "Fantasy": N_("Fantasy"),
    "Sci-Fi": N_("Sci-Fi"),
    "Modern": N_("Modern"),
    "Online": N_("Online"),
    "None": N_("genreless"),
}
"""The name of each genre before the name of a kind of card."""
IS_OF_GENRE = {**GENRES, "None": N_("of no genre")}
"""The name of each genre after "is" and "are"."""
