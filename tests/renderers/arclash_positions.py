"""Prepared tables of Arclash to draw, with custom cards, which contain everything that a table can show."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args

import msgspec

from bot.engine.cards.program import Question
from bot.engine.cards.words.counting import Holds
from bot.engine.cards.words.dice import Dice
from bot.engine.cards.words.hands import DrawCards
from bot.engine.contract import Outcome, Seat, Viewer
from bot.games.arclash.cards.cards import (
    Advancement,
    AnyCard,
    CardSet,
    Character,
    Library,
    Lineage,
    Motif,
    Pool,
    Support,
)
from bot.games.arclash.cards.words.abilities import Ability, DiscardCost, Search
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.shield import Shield
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.view import NOBODY, ArclashView, Guard, PlayerArea, PowerPart, Shown
from bot.games.arclash.wording.wording import ArclashWording
from renderers.arclash import ArclashRenderer

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
MOTIFS: tuple[str, ...] = tuple([motif for motif in get_args(Motif) if motif])

_FAMILIES: dict[str, tuple[str, str, int]] = {
    "harbour": ("The Harbour Watch", "anchor", 205),
    "ember": ("Ember Bakers", "flame", 16),
    "moss": ("The Moss Court", "leaf", 118),
    "clock": ("Clockmakers", "gear", 44),
    "owl": ("The Night Owls", "moon", 272),
    "bloom": ("Paper Blossoms", "feather", 330),
}
_TITLES = {
    "harbour": ("Lamp Keeper", "Tide Clerk", "Harbour Mistress", "The Old Lighthouse Itself"),
    "ember": ("Crumb Apprentice", "Oven Hand", "Baker of the Seventh Oven", "Grand Brioche"),
    "moss": ("Moss Page", "Fern Steward", "Duchess of the Under-Oak", "The Forest, Listening"),
    "clock": ("Spring Winder", "Second Hand", "Regulator", "The Grand Complication"),
    "owl": ("Fledgling", "Quiet Wing", "Librarian of Dusk", "Midnight"),
    "bloom": ("Folded Bud", "Crease Dancer", "Origami Queen", "A Thousand Cranes"),
}
_OWN_MOTIFS = {2: "lantern", 3: "", 4: "crown"}
_SUPPORTS = ("Fair Wind", "A Borrowed Hour", "Closing the Shutters All at Once", "Warm Bread", "Owl Post")

DICE = Ability(on="start-of-battle", then=(Buff(by=Dice(times=25, at_most=100)),))
SEARCH = Ability(on="advance", then=(Search(where="top", top=5, which=Filter(word="Harbour")),))
ALWAYS = Ability(
    on="always",
    needs=Holds(cards=Cards(zone="discard", which=Filter(word="Harbour")), at_least=2),
    then=(Debuff(by=25, whose="opponents"),),
)
GUARDS = Ability(on="played", then=(Shield(against=("debuff", "level-down")), DrawCards(count=1)))


def _character(at: int, key: str, level: int) -> Character:
    return Character(
        number=f"{key[:3].upper()}-{level:02}",
        name=_TITLES[key][level - 1],
        lineage=key,
        motif=_OWN_MOTIFS.get(level, "") if at % 2 == 0 else "",  # type: ignore[arg-type]
        power=(225, 450, 675, 850)[level - 1] + 5 * at,
        level=level,
        traits=(key.capitalize(), "Keeper", "Elder")[: level if level < 4 else 3],
        flavour="Every ship knows her by the colour of her coat." if level % 2 else "",
        abilities=(DICE, SEARCH, ALWAYS)[: level - 1],
        advances=(Advancement(which=Filter(word=key.capitalize()), costs=(DiscardCost(count=level - 1),)),)
        if level > 1
        else (),
    )


def _support(at: int) -> Support:
    key = tuple(_FAMILIES)[at]
    abilities = (GUARDS,) if at % 2 else (Ability(on="played", then=(Buff(by=50),)),)
    return Support(number=f"AID-{at + 1:02}", name=_SUPPORTS[at], lineage=key, abilities=abilities)


@lru_cache(maxsize=1)
def pool() -> Pool:
    """Return six lineages of four levels, and five Supports."""
    lineages = {key: Lineage(title, motif, hue) for key, (title, motif, hue) in _FAMILIES.items()}  # type: ignore[arg-type]
    characters = [_character(at, key, level) for at, key in enumerate(_FAMILIES) for level in (1, 2, 3, 4)]
    supports = tuple([_support(at) for at in range(5)])
    return Pool([CardSet("test", "Test", lineages=lineages, characters=tuple(characters), supports=supports)])


def library() -> Library:
    return Library(pool())


def number(seat: Seat, level: int) -> str:
    """Return the set number of a seat's Character of this level."""
    return f"{tuple(_FAMILIES)[seat % 6][:3].upper()}-{level:02}"


def shown(*numbers: str, first: int = 0) -> tuple[Shown, ...]:
    return tuple([Shown(first + at, one) for at, one in enumerate(numbers)])


def stack(seat: Seat, level: int) -> tuple[Shown, ...]:
    """Return a stack from Level 1 up to this level."""
    return shown(*[number(seat, one) for one in range(1, level + 1)], first=seat * 30)


def parts(seat: Seat, level: int, *others: tuple[str, int]) -> tuple[PowerPart, ...]:
    """Return the parts of a power: the printed power, and these sources with their changes."""
    printed = pool().cards[number(seat, level)]
    assert isinstance(printed, Character)
    made = [PowerPart(printed.number, printed.power, "printed")]
    made += [
        PowerPart(source, by, "always" if at % 2 else "effect") for at, (source, by) in enumerate(others)
    ]
    return tuple(made)


def place(seat: Seat, level: int = 1, *others: tuple[str, int], **changes: Any) -> PlayerArea:
    """Return a seat's side of the table; `others` are changes of its power."""
    made = parts(seat, level, *others)
    usual = PlayerArea(
        stack=stack(seat, level),
        supports=(),
        power=max(0, sum(part.by for part in made)),
        parts=made,
        score=0,
        hand=8,
        deck=20 - seat,
        discard=(),
        ready=False,
        done=False,
        guards=(),
        last="",
        out=False,
    )
    return msgspec.structs.replace(usual, **changes)


def bare(**changes: Any) -> PlayerArea:
    """Return a seat's side of the table without a Character."""
    return msgspec.structs.replace(place(0), stack=(), power=0, parts=(), hand=0, deck=30, **changes)


def table(*places: PlayerArea, viewer: Viewer = None, **changes: Any) -> ArclashView:
    """Return a view of these places."""
    view = ArclashView(
        viewer=viewer,
        options=Options(score=10, cards=pool().hash),
        seats=len(places),
        phase="advance",
        turn=3,
        places=places,
        order=(),
        current=NOBODY,
        question=None,
        looking=(),
        hand=(),
        deck=(),
        openers=(),
        placed=None,
        paying=(),
        owed=0,
        outcome=None,
    )
    return msgspec.structs.replace(view, **changes)


def advancing(seats: int = 2, viewer: Viewer = None) -> ArclashView:
    """Return a table on which some are ready and others still choose."""
    places = [
        place(seat, 1 + seat % 3, ready=seat % 2 == 0, score=(7, 4, 9, 0, 2, 6)[seat], done=seat == 3)
        for seat in range(seats)
    ]
    return table(*places, viewer=viewer)


def fighting(seats: int = 2, **changes: Any) -> ArclashView:
    """Return a full table in the Support stage."""
    sources = (("AID-01", 50), (number(1, 2), -25), (number(0, 1), 25), ("AID-03", 100), ("AID-04", -50))
    places = []
    for seat in range(seats):
        level = (4, 3, 2, 4, 1, 3)[seat]
        supports = tuple([f"AID-{1 + (seat + at) % 5:02}" for at in range((3, 1, 0, 5, 2, 1)[seat])])
        guards = (Guard("AID-02", ("debuff", "level-down"), "turn"),) if seat in (1, 3) else ()
        places.append(
            place(
                seat,
                level,
                *sources[: (5, 2, 1, 3, 0, 4)[seat]],
                supports=shown(*supports, first=900 + seat * 9),
                discard=shown(number(seat, 1), number(seat, 2), first=800 + seat * 9),
                score=(7, 4, 9, 0, 2, 6)[seat],
                hand=8 - len(supports),
                guards=guards,
                last="won" if seat == 2 % seats else "lost",
                done=seat == 1,
            )
        )
    order = (*range(1, seats), 0)
    return table(*places, **{"phase": "support", "order": order, "current": order[1], **changes})


def opening(seats: int = 3, phase: Any = "openers", **changes: Any) -> ArclashView:
    """Return a table before the first turn."""
    places = [bare(ready=seat % 2 == 0) for seat in range(seats)]
    return table(*places, **{"phase": phase, "turn": 0, **changes})


def asked(seats: int = 3) -> ArclashView:
    """Return a table on which a card asks the second seat."""
    return fighting(seats, question=Question(1, "seat", 3, (0, 2), "opponent"), current=NOBODY)


def ended(seats: int = 2, winners: tuple[Seat, ...] = (0,)) -> ArclashView:
    outcome = Outcome(winners, (0,) * seats, "The winning score is reached")
    return fighting(seats, phase="over", order=(), current=NOBODY, outcome=outcome)


def resigned(seats: int = 3) -> ArclashView:
    """Return a table that the last seat has left."""
    view = fighting(seats)
    gone = msgspec.structs.replace(view.places[-1], out=True)
    return msgspec.structs.replace(view, places=(*view.places[:-1], gone))


def fought(seats: int = 2) -> tuple[Any, ...]:
    """Return the facts of a battle with dice, a tie and its damage."""
    return (
        facts.TurnBegan(3),
        facts.SupportStage((1, 0)),
        facts.Played(1, Shown(901, "AID-02")),
        facts.Rolled(0, number(0, 2), (4, 6), 6),
        facts.PowerChanged(0, number(0, 2), 0, 100, "turn", 950),
        facts.Passed(1),
        facts.TieRolled("battle", (0, 1), ((3, 3), (5, 2)), 0),
        facts.Beaten(0, (950,) * seats, (4,) * seats, 3, 7),
        facts.LevelledDown(1, Shown(33, number(1, 3)), "battle"),
    )


def every_fact() -> tuple[Any, ...]:
    """Return one fact of each public kind; no match has all of them."""
    one, two = Shown(1, number(0, 1)), Shown(2, "AID-01")
    return (
        *fought(),
        facts.Cancelled(1, two, number(0, 1)),
        facts.Forbidden(1, number(0, 1)),
        facts.Scored(0, number(0, 1), 2, 7),
        facts.Looked(0, number(0, 1), 1, "hand", 5),
        facts.Looked(0, number(0, 1), 0, "deck", 3),
        facts.Returned(0, two, "hand", number(0, 1)),
        facts.Climbed(0, number(0, 1), "deck", (one,)),
        facts.Climbed(0, number(0, 1), "deck", ()),
        facts.Opened((one, Shown(31, number(1, 1)))),
        facts.Revealed("advance", (one, None)),
        facts.Advanced(0, one, (two,), (two,)),
        facts.AdvanceFailed(1, one),
        facts.Rolled(0, number(0, 1), (17,), 20, True),
        facts.Tossed(0, "AID-01", True),
        facts.Tossed(0, "AID-01", False),
        facts.PowerChanged(0, "AID-01", 1, -50, "turn", 0),
        facts.Prevented("AID-02", 1, "discard"),
        facts.Drew(0, 2, (), "AID-02"),
        facts.Refilled(1, 12),
        facts.Took(0, "AID-02", "deck", (one, two), "hand"),
        facts.Took(0, "AID-02", "discard", (), "deck"),
        facts.Discarded(0, "AID-01", (one, two, one), True),
        facts.Milled(0, "AID-01", (one,)),
        facts.Guessed(0, "AID-01", 1, 2, 5, None),
        facts.Guessed(0, "AID-01", 1, 2, 5, one),
        facts.Decided(0, "AID-01", "seat", 1),
        facts.Decided(1, "AID-01", "option", 1),
        facts.Decided(1, "AID-01", "may", 0),
        facts.Decided(1, "AID-01", "card"),
        facts.CutShort("AID-01"),
        facts.Shielded(0, "AID-02", ("debuff",), "turn"),
        facts.Recovered(3),
        facts.Renewed(1, (one,), two),
        facts.Resigned(1),
    )


def holding(*numbers: str, seat: Seat = 0, **changes: Any) -> ArclashView:
    """Return a seat's view with this hand."""
    view = advancing(2, seat)
    return msgspec.structs.replace(view, hand=shown(*numbers, first=100), **changes)


def full_hand() -> tuple[str, ...]:
    """Return the numbers of eight cards, the usual size of a hand."""
    return ("HAR-01", "HAR-03", "EMB-02", "MOS-04", "CLO-01", "AID-01", "AID-02", "AID-03")


def card(motif: str = "", **changes: Any) -> AnyCard:
    """Return a Character without a lineage."""
    usual = Character(number="ODD-01", name="Oddity", motif=motif, power=300)  # type: ignore[arg-type]
    return msgspec.structs.replace(usual, **changes)


def renderer_of(cards: Library) -> ArclashRenderer:
    """Return the renderer of matches with these cards."""
    return ArclashRenderer(cards, ArclashWording(cards))


RENDERER = renderer_of(library())
STAGES: dict[str, ArclashView] = {
    **{f"fighting {seats}": fighting(seats) for seats in range(2, 7)},
    **{f"advancing {seats}": advancing(seats) for seats in range(2, 7)},
    "decks": opening(2, "decks"),
    "openers": opening(5),
    "start": table(place(0, 2), place(1, 1), phase="start"),
    "battle": table(place(0, 2), place(1, 1), phase="battle"),
    "asked": asked(),
    "end": table(place(0, 2), place(1, 1), phase="end"),
    "renew": table(place(0, 2, ready=True), place(1, 1), phase="renew"),
    "won": ended(3),
    "drawn": ended(2, ()),
    "shared": ended(4, (1, 3)),
    "resigned": resigned(),
    "rich": table(
        place(0, 4, score=50, hand=30, deck=30), place(1), options=Options(score=50, cards=pool().hash)
    ),
}
"""The fullest and the emptiest tables."""
HANDS: dict[str, ArclashView] = {
    "empty": holding(),
    "not yet": opening(2, viewer=0),
    "one": holding("HAR-01"),
    "full": holding(*full_hand(), placed=Shown(101, "HAR-03"), paying=shown("EMB-02", first=102)),
    "looking": holding("HAR-01", looking=shown("OWL-01", "OWL-01", first=300)),
    "openers": holding(openers=shown("HAR-01", "OWL-01"), placed=Shown(0, "HAR-01")),
    "whole deck": holding(*sorted(pool().cards)),
}
