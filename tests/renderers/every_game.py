"""All games as one table: the data that the tests of every renderer need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from bot.engine.contract import Seat
from bot.engine.wording import AnyWording, Focus
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.rules.options import Options
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.crossfire.wording.wording import CrossfireWording
from bot.games.freetable.wording.wording import FreeTableWording
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.games.overcross.wording.wording import OvercrossWording
from bot.games.papyrus.rules.view import KIND_TITLES
from renderers.arclash import zoom
from renderers.arclash.cards import signs as arclash_signs
from renderers.contract import Picture, Renderer
from renderers.crossfire import SIGNS as CROSSFIRE_SIGNS
from renderers.crossfire.layout import MAX_HEIGHT as HIGHEST_CROSSFIRE
from renderers.kit import lines
from renderers.kit.lines import Sign, latest_lines
from renderers.kit.titles import MARGIN, WIDTH
from renderers.neocombat import sheet, table
from renderers.neocombat.signs import signs as neocombat_signs
from renderers.overcross import roster
from renderers.overcross.table import SIGNS as OVERCROSS_SIGNS
from renderers.papyrus.layout import MAX_HEIGHT as HIGHEST_PAPYRUS
from tests.games.arclash.shipped import arclash_pool
from tests.games.freetable.chance import proper_names
from tests.games.neocombat.table import POOL as VARANS
from tests.games.overcross.chance import OBJECTIVES
from tests.games.overcross.chance import POOL as MARKS
from tests.renderers import arclash_positions as arclash
from tests.renderers import crossfire_positions as crossfire
from tests.renderers import freetable_positions as freetable
from tests.renderers import neocombat_positions as neocombat
from tests.renderers import overcross_positions as overcross
from tests.renderers import positions as papyrus

PROPER = proper_names()
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
Draw = Callable[[Sequence[str]], Picture]
"""Draws a picture with these names of players."""
Pointed = tuple[Any, tuple[Focus, ...]]

ARCLASH_FOCUS: Pointed = (
    arclash.fighting(4),
    (Focus(chosen=3), Focus(targets={3: "−50"}), Focus(reach=frozenset({3}))),
)
CROSSFIRE_FOCUS: Pointed = (
    crossfire.FOUR,
    (Focus(chosen=40), Focus(reach=frozenset({40})), Focus(targets={40: "9+"}), Focus(targets={40: "4+"})),
)
NEOCOMBAT_FOCUS: Pointed = (
    neocombat.STAGES["skirmish"],
    (
        Focus(targets={5: "−2"}),
        Focus(targets={5: ""}),
        Focus(chosen=1),
        Focus(reach=frozenset({0})),
    ),
)
OVERCROSS_FOCUS: Pointed = (
    overcross.seen(overcross.duel(), 0),
    (
        Focus(targets={96: "3/6"}),
        Focus(targets={96: "2/6"}),
        Focus(chosen=80),
        Focus(reach=frozenset({58, 59})),
    ),
)
FREETABLE_FOCUS: Pointed = (
    freetable.seen(freetable.state_of("chess"), 0),
    (Focus(chosen=4), Focus(reach=frozenset({4})), Focus(targets={4: ""}), Focus(chosen=12)),
)
PAPYRUS_FOCUS: Pointed = (
    papyrus.position(phase="moving"),
    (
        Focus(targets={papyrus.position().units[12].square: "4/6"}),
        Focus(chosen=papyrus.position().units[0].square),
        Focus(reach=frozenset({17, 18, 19})),
    ),
)


class News(NamedTuple):
    """Facts of a game, as lines of signs and words."""

    wording: AnyWording
    view: Any
    facts: tuple[Any, ...]
    signs: Mapping[str, Sign]
    quiet: str
    """The kinds of facts without a line: the picture itself shows them, or nobody sees them."""
    room: int = 0
    """The width in pixels of a line across the whole picture; 0 if lines are beside something."""
    key: str = ""
    """The key of the game; "" where it is its title in small letters."""

    def lines(self, facts: Sequence[Any]) -> list[lines.Line]:
        return latest_lines(self.wording, self.view, facts, self.signs)


class Game(NamedTuple):
    """A game under test."""

    title: str
    renderer: Renderer[Any]
    drawings: Callable[[], Iterator[tuple[str, Draw]]]
    """Every kind of table, close-up, hand and card by its name, whose first word is the kind."""
    few: tuple[str, ...]
    """Some of these drawings, which together contain all that is drawn."""
    ended: Callable[[tuple[Seat, ...]], Any]
    """Returns the view of a match that these seats have won."""
    focus: Pointed
    """A view, and ways to highlight something on it that all look different."""
    largest: Mapping[str, int]
    """The size limit in bytes of a picture, by the first word of its name."""
    highest: int
    """The maximum height of a table in pixels."""
    proper: tuple[str, ...] = ()
    """Words that are the same in all languages."""
    with_lines: tuple[ModuleType, ...] = ()
    """The modules that draw lines of signs and words."""
    cards: tuple[str, ...] = ()
    """Names of cards in English, which may be shortened."""
    news: News | None = None
    """The latest events as lines; None if only the board shows them."""

    @property
    def pictures(self) -> Mapping[str, Draw]:
        return _pictures(self.drawings)

    def some(self) -> list[Draw]:
        return [self.pictures[what] for what in self.few]


@cache
def _pictures(drawings: Callable[[], Iterator[tuple[str, Draw]]]) -> Mapping[str, Draw]:
    return dict(drawings())


def _table(renderer: Renderer[Any], view: Any, recent: Sequence[Any] = (), **how: Any) -> Draw:
    return lambda names: renderer.board(view, names=names[: view.seats], recent=recent, **how)


def _hand(renderer: Renderer[Any], view: Any, **how: Any) -> Draw:
    return lambda names: _there(renderer.hand(view, names=names[: view.seats], **how))


def _card(renderer: Renderer[Any], number: str) -> Draw:
    return lambda _: _there(renderer.single_card(number))


def _there(picture: Picture | None) -> Picture:
    assert picture is not None
    return picture


def _news(renderer: Renderer[Any], view: Any, facts: Sequence[Any], each: int) -> Iterator[tuple[str, Draw]]:
    """Yield tables that show all facts, some at a time."""
    for at in range(0, len(facts), each):
        yield f"table, news {at}", _table(renderer, view, facts[at : at + each])


def _looks(renderer: Renderer[Any], name: str, view: Any, **how: Any) -> Iterator[tuple[str, Draw]]:
    for part in renderer.parts(view):
        yield f"look, {part} of {name}", _table(renderer, view, part=part, **how)


def _arclash() -> Iterator[tuple[str, Draw]]:
    draw, facts = arclash.RENDERER, arclash.every_fact()
    for stage, view in arclash.STAGES.items():
        yield f"table, {stage}", _table(draw, view, facts)
    yield from _news(draw, arclash.advancing(2), facts, 4)
    yield "table, focus", _pointed(draw, ARCLASH_FOCUS)
    yield from _looks(draw, "fighting", arclash.fighting(4))
    for held, view in arclash.HANDS.items():
        yield f"hand, {held}", _hand(draw, view)
    for number in ("HAR-01", "EMB-03", "OWL-04", "AID-01", "AID-02"):
        yield f"card {number}", _card(draw, number)
    shipped = arclash.renderer_of(Library(arclash_pool()))
    options = Options(score=10, cards=arclash_pool().hash)
    view = arclash.holding("CHO-01", "CHO-12", "LIB-06", options=options)
    yield "hand, shipped", _hand(shipped, view)
    for number in ("LIB-09", "CHO-13"):
        yield f"card {number}", _card(shipped, number)


def _crossfire() -> Iterator[tuple[str, Draw]]:
    draw, film = crossfire.RENDERER, {"part": crossfire.RENDERER.film_part}
    for stage, view in crossfire.STAGES.items():
        yield f"table, {stage}", _table(draw, view, crossfire.fought() if view.seats == 2 else ())
    for form in crossfire.FORMS:
        yield f"table, {form} as a film", _table(draw, *crossfire.table(form, 2, 60), **film)
    facts = crossfire.every_fact()[:-5]  # the text before and after all turns takes more than a line
    for at in range(0, len(facts), 4):
        yield f"table, news {at}", _table(draw, crossfire.crowded(), facts[at : at + 4], **film)
    for form in ("four", "ultimate"):
        view, recent = crossfire.table(form, 2, 60)
        yield from _looks(draw, form, view, recent=recent)
    yield "table, focus", _pointed(draw, CROSSFIRE_FOCUS)
    for held, view in crossfire.HANDS.items():
        yield f"hand, {held}", _hand(draw, view)


def _neocombat() -> Iterator[tuple[str, Draw]]:
    draw, facts = neocombat.RENDERER, neocombat.every_fact()
    for stage, view in neocombat.STAGES.items():
        told = facts if len(view.tokens) >= 8 else ()
        yield ("crowd" if len(view.tokens) > 24 else "table") + f", {stage}", _table(draw, view, told)
    yield from _news(draw, neocombat.STAGES["skirmish"], facts, 4)
    yield "table, focus", _pointed(draw, NEOCOMBAT_FOCUS)
    skirmish, mingled = neocombat.skirmish(), neocombat.mingled()
    for name, place, viewer in (("all", skirmish, None), ("own", skirmish, 0), ("mingled", mingled, 0)):
        yield from _looks(draw, name, neocombat.seen(place, viewer))
    for held in (neocombat.HAND, ""):
        view = neocombat.seen(neocombat.skirmish().hold(1, held), 0)
        yield f"hand, {'full' if held else 'empty'}", _hand(draw, view)
    for number in (*[card.number for card in VARANS.actions], "B5", "A7"):
        yield f"card {number}", _card(draw, number)


def _overcross() -> Iterator[tuple[str, Draw]]:
    draw, flags = overcross.RENDERER, overcross.duel("flag")
    for stage, view in overcross.stages().items():
        told = overcross.fight(overcross.duel(stage)) if stage in OBJECTIVES else ()
        yield f"table, {stage}", _table(draw, view, told)
    yield from _news(draw, overcross.seen(flags), overcross.every_fact(flags), 5)
    yield "table, focus", _pointed(draw, OVERCROSS_FOCUS)
    for objective in OBJECTIVES:
        yield from _looks(draw, objective, overcross.seen(overcross.duel(objective)))
    for held, view in overcross.HANDS.items():
        yield f"hand, {held}", _hand(draw, view)
    for number in ("CST-15", "CST-33", "CST-47", "CST-60", "CST-01"):
        yield f"card {number}", _card(draw, number)


def _papyrus() -> Iterator[tuple[str, Draw]]:
    draw = papyrus.RENDERER
    for stage, (view, recent) in papyrus.stages().items():
        yield f"table, {stage}", _table(draw, view, recent)
    yield "table, focus", _pointed(draw, PAPYRUS_FOCUS)
    yield "table, film", _table(draw, papyrus.position(), part=draw.film_part)


def _freetable() -> Iterator[tuple[str, Draw]]:
    draw = freetable.RENDERER
    for key in freetable.PLAYED:
        yield f"table, {key}", _table(draw, freetable.seen(freetable.state_of(key)))
    for number in range(4):
        yield f"random, {number}", _table(draw, freetable.seen(freetable.random_state(number), 0))
        yield f"hand, random {number}", _hand(draw, freetable.seen(freetable.random_state(number), 1))
    cards = freetable.seen(freetable.state_of("cards"))
    yield from _news(draw, cards, freetable.every_fact(), 3)
    yield "table, focus", _pointed(draw, FREETABLE_FOCUS)
    yield "table, won", _table(draw, freetable.ended((0,)))
    for key, name in {"cards": "cards", "chess": "empty", "night-market": "market"}.items():
        yield f"hand, {name}", _hand(draw, freetable.seen(freetable.state_of(key), 0))


BELOW = WIDTH - 2 * MARGIN - 54
"""The height in pixels of a line below the cards of the seats."""


def _pointed(renderer: Renderer[Any], focus: Pointed) -> Draw:
    view, ways = focus
    return _table(renderer, view, focus=ways[0])


GAMES = {
    "papyrus": Game(
        "Papyrus",
        papyrus.RENDERER,
        _papyrus,
        few=(
            "table, attacking",
            "table, picking",
            "table, picking seen by all",
            "table, placing",
            "table, won",
        ),
        ended=papyrus.ended,
        focus=PAPYRUS_FOCUS,
        largest={"table": 122_000},
        highest=HIGHEST_PAPYRUS,
        proper=tuple(KIND_TITLES.values()),
    ),
    "crossfire": Game(
        "Crossfire",
        crossfire.RENDERER,
        _crossfire,
        few=(
            "table, crowded",
            "table, bases",
            "table, ultimate",
            "table, won",
            "table, four as a film",
            "hand, full",
            "hand, empty",
        ),
        ended=lambda winners: crossfire.ended(crossfire.crowded(), winners),
        focus=CROSSFIRE_FOCUS,
        largest={"table": 250_000, "look": 120_000, "hand": 120_000},
        highest=HIGHEST_CROSSFIRE,
        proper=("JOKER", "Crossfire Ultimate"),
        with_lines=(lines,),
        news=News(
            CrossfireWording(),
            crossfire.crowded(),
            crossfire.every_fact(),
            CROSSFIRE_SIGNS,
            "Drew TurnBegan HandDealt MatchOver",
        ),
    ),
    "arclash": Game(
        "Arclash",
        arclash.RENDERER,
        _arclash,
        few=(
            "table, fighting 3",
            "table, decks",
            "table, news 40",
            "look, seat-1 of fighting",
            "hand, full",
            "hand, empty",
            "hand, whole deck",
            "hand, shipped",
            "card LIB-09",
            "card CHO-13",
        ),
        ended=lambda winners: arclash.ended(2, winners),
        focus=ARCLASH_FOCUS,
        largest={"table": 250_000, "look": 250_000, "hand": 400_000, "card": 120_000},
        highest=1700,
        news=News(
            ArclashWording(arclash.library()),
            arclash.advancing(2),
            arclash.every_fact(),
            arclash_signs(arclash.pool()),
            "Chose Drew MatchOver Passed PaymentChosen Prepared Recovered Refilled Revealed SupportStage "
            "TurnBegan WayAsked Withdrew",
            BELOW,
        ),
        proper=(*arclash.pool().cards, "LIB", "CHO"),
        with_lines=(zoom,),
        cards=tuple([card.name for card in arclash.pool().cards.values()]),
    ),
    "neo-combat": Game(
        "Neo-Combat",
        neocombat.RENDERER,
        _neocombat,
        few=(
            "table, skirmish",
            "table, mingled",
            "table, window",
            "table, draft",
            "table, own draft",
            "table, shared",
            "table, 4 seats",
            "look, varan-2 of own",
            "look, seat-0 of mingled",
            "hand, full",
            "hand, empty",
            "card NC-05",
            "card A7",
        ),
        ended=neocombat.ended,
        focus=NEOCOMBAT_FOCUS,
        largest={"table": 150_000, "crowd": 215_000, "look": 150_000, "hand": 200_000, "card": 100_000},
        highest=2000,
        news=News(
            NeoCombatWording(neocombat.library()),
            neocombat.STAGES["skirmish"],
            neocombat.every_fact(),
            neocombat_signs(neocombat.STAGES["skirmish"], VARANS),
            "AllReady CombatBegan Discarded Drew DrewEnough HandedOff Kept MatchOver Passed Planned Refilled "
            "RepairBegan SecondFollows SecondLapsed StepBegan Stopped TeamDealt TurnBegan Turned TurnedBack "
            "Undefended WindowOpened",
            BELOW,
        ),
        proper=(*[each.id for each in VARANS.roster], *[card.number for card in VARANS.actions]),
        with_lines=(sheet, table),
    ),
    "overcross": Game(
        "Overcross",
        overcross.RENDERER,
        _overcross,
        few=("table, flag", "table, flag, 21x21", "table, decks", "hand, full", "hand, empty", "card CST-60"),
        ended=overcross.ended,
        focus=OVERCROSS_FOCUS,
        largest={"table": 170_000, "look": 160_000, "hand": 200_000, "card": 100_000},
        highest=2800,
        news=News(
            OvercrossWording(overcross.LIBRARY),
            overcross.seen(overcross.duel("flag")),
            overcross.every_fact(overcross.duel("flag")),
            OVERCROSS_SIGNS,
            "ChoseDeck Discarded Drew HandTaken MatchOver Named RoundBegan SeatReady TurnBegan TurnEnded "
            "Withdrew",
            BELOW + 14,
        ),
        proper=(*MARKS.cards, *{card.side for card in MARKS.cards.values()}),
        with_lines=(roster,),
        cards=tuple([card.name for card in MARKS.cards.values()]),
    ),
    "free-table": Game(
        "Chess",
        freetable.RENDERER,
        _freetable,
        few=(
            "table, cards",
            "table, chess",
            "table, night-market",
            "random, 0",
            "hand, cards",
            "hand, empty",
        ),
        ended=freetable.ended,
        focus=FREETABLE_FOCUS,
        largest={"table": 150_000, "random": 250_000, "hand": 200_000},
        highest=4800,
        proper=PROPER,
        news=News(
            FreeTableWording(),
            freetable.seen(freetable.state_of("cards")),
            tuple(freetable.every_fact()),
            {},
            "Passed Agreed MatchOver SeatReady",
            BELOW,
            "free-table",
        ),
    ),
}
