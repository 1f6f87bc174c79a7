"""The screens of a free table: what there is, and what can be done with it.

The first screen offers the things by zone, the latest zone first, and what is done with whole zones. A thing
leads to the places to which it can go, the nearest first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.base.language import N_, NN_, gettext, numbered
from bot.engine.grid import grid_of
from bot.engine.menus import BUTTONS, OPTIONS, Lanes, MenuContext, buttons, select
from bot.engine.sentences import Talk, safe
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.freetable.rules import actions
from bot.games.freetable.rules.actions import SLOTS, slot
from bot.games.freetable.rules.legal import LegalActions, touchable
from bot.games.freetable.rules.table import Zone
from bot.games.freetable.rules.view import FreeView
from bot.games.freetable.wording.names import (
    counted,
    counter_name,
    lying,
    own,
    result_words,
    target_name,
    zone_name,
)

_SHOWN = 3
"""The most selects of things on the first screen: with more zones than that, a zone is chosen first."""
_PAGES = 3
"""The most selects of one kind on a screen."""

_KINDS: Mapping[Any, tuple[str, tuple[str, str]]] = {
    actions.Draw: (
        N_("Draw"),
        NN_("Draw {number} card from {deck}", "Draw {number} cards from {deck}"),
    ),
    actions.Deal: (
        N_("Deal"),
        NN_("Deal {number} card to each from {deck}", "Deal {number} cards to each from {deck}"),
    ),
    actions.Shuffle: (N_("Shuffle"), (N_("Shuffle {zone}"), "")),
    actions.Roll: (N_("Roll dice"), (N_("Roll the dice in {zone}"), "")),
    actions.Collect: (N_("Put a zone on a deck"), (N_("Put {zone} on {deck}"), "")),
}
"""What is done with whole zones: its kind, and a label."""
_VERBS = {
    actions.Flip: ("flip", N_("Flip over")),
    actions.Turn: ("turn", N_("Turn by a quarter")),
    actions.Look: ("look", N_("Look at it")),
    actions.Reveal: ("reveal", N_("Show to all")),
}


def screen(talk: Talk[FreeView], legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
    """Return the screen at the end of a path; the first one for a path that leads nowhere."""
    return _Screens(talk, legal).at(path)


def _number(key: str, letter: str) -> int:
    """Return the number behind this letter; -1 for another key."""
    return int(key[1:]) if key[:1] == letter and len(key) < 9 and key[1:].isdecimal() else -1


def _few(prompt: str, choices: Sequence[Choice], most: int = BUTTONS) -> list[Group]:
    """Return buttons for a few choices, and selects for more."""
    return buttons(choices) if len(choices) <= most else select(prompt, choices)


class _Screens(MenuContext[Talk[FreeView]]):
    """The screens of a seat that may act."""

    def __init__(self, talk: Talk[FreeView], legal: Sequence[Any]) -> None:
        super().__init__(talk, legal)
        self.view, self.layout = talk.view, talk.view.layout
        self.seat = -1 if talk.view.viewer is None else talk.view.viewer
        offered = list(legal) if not isinstance(legal, LegalActions) else legal.further
        self.plain = offered
        """The actions besides the moves of things."""
        self.names = [safe(name) for name in talk.names]

    def at(self, path: tuple[str, ...]) -> Menu:
        """Return the screen at the end of a path."""
        if self.view.ending is not None:
            return self._answer()
        last, page = (path[-1], path[0]) if path else ("", "")
        things = [at for at, key in enumerate(path) if _number(key, "w") >= 0]
        menu: Menu | None = None
        if page == "rules" and self.layout.table.file.rules:
            rules = self.layout.table.file.rules.strip().splitlines()
            menu = Menu("\n".join([own(self.layout, line) for line in rules])[:1400], ())
        elif page == "end":
            menu = self._ends()
        elif page == "counters":
            menu = self._counters()
        elif page == "decks" and len(path) <= 3:
            menu = self._decks(*path[1:3])
        elif things:
            what = _number(path[things[-1]], "w")
            menu = self._thing(what, last if things[-1] < len(path) - 1 else "")
        elif _number(page, "z") >= 0:
            menu = self._of_zone(_number(page, "z"), _number(last, "p"))
        return menu or self._first()

    # The first screen

    def _first(self) -> Menu:
        choosing = self.view.phase == "choose"
        groups = self._chosen() if choosing else self._things()
        ways = [
            Choice("decks", gettext("Decks and dice")) if self._zone_actions() else None,
            Choice("counters", gettext("Counters")) if self._of(actions.Count) else None,
            Choice("end", gettext("It is over")) if self._of(actions.End) else None,
            Choice("rules", gettext("The rules")) if self.layout.table.file.rules else None,
        ]
        row = [
            Choice(
                "pass",
                gettext("Choose nothing") if choosing else gettext("Pass"),
                actions=(actions.Pass(),),
                style="good",
            )
        ]
        groups = [*groups, *self._quick(), *buttons([each for each in (*row, *ways) if each is not None])]
        asked = gettext("Choose a card in secret.") if choosing else gettext("What do you do?")
        return Menu(asked, tuple(groups))

    def _quick(self) -> list[Group]:
        """Return a button to draw a card from each of the first decks."""
        draws = [each for each in self._of(actions.Draw) if each.number == 1]
        return buttons(
            [
                self.choice(
                    f"draw{each.deck}",
                    gettext("Draw from {deck}", deck=self._zone(each.deck)),
                    "",
                    each,
                    style="main",
                )
                for each in draws[:4]
            ]
        )

    def _zone_order(self) -> list[int]:
        """Return the zones with things that the seat may handle: one's hand, then the latest first."""
        filled = [at for at in range(len(self.layout.zones)) if self._places(at)]
        recent = {at: number for number, at in enumerate(self.view.touched)}
        hand = self.layout.hands[self.seat] if self.seat >= 0 else -1
        return sorted(filled, key=lambda at: (at != hand, recent.get(at, len(recent)), at))

    def _things(self) -> list[Group]:
        zones = self._zone_order()
        few = zones[:_SHOWN] if all(len(self._places(at)) <= OPTIONS for at in zones[:_SHOWN]) else []
        groups = [group for at in few for group in _few(self._prompt(at), self._choices(at), 1)]
        rest = [at for at in zones if at not in few]
        if not rest:
            return groups
        if len(rest) == 1 and not few and len(self._places(rest[0])) <= OPTIONS * _PAGES:
            return select(self._prompt(rest[0]), self._choices(rest[0]))
        ways = [self.choice(f"z{at}", self._zone(at), counted(len(self._places(at)))) for at in rest]
        return [*groups, *select(gettext("Another zone") if few else gettext("Which zone?"), ways)]

    def _places(self, at: int) -> list[int]:
        """Return the places of a zone whose things the seat may handle, the latest first."""
        places = reversed(touchable(self.layout, self.view.zones, at, self.seat))
        return [place for place in places if self._can_do(slot(at, place))]

    def _prompt(self, at: int) -> str:
        return gettext("From {zone}", zone=self._zone(at))

    def _choices(self, at: int) -> list[Choice]:
        """Return the things of a zone, the latest first."""
        return [self._choice(at, place) for place in self._places(at)]

    def _choice(self, at: int, place: int, key: str = "w", *done: Any) -> Choice:
        zone, thing = self.layout.zones[at], self.view.zones[at][place]
        words = lying(self.view, at, place, self.talk.names)
        if zone.squares:
            words = f"{words} {target_name(self.view, slot(at, thing.at), short=True)}"
        hint = own(self.layout, self.layout.kinds[thing.kind].text) if thing.kind >= 0 else ""
        return self.choice(f"{key}{slot(at, place)}", safe(words), safe(hint), *done)

    def _of_zone(self, at: int, page: int = -1) -> Menu | None:
        """Return the screen of the things of a zone; with very many, of a part of them."""
        if not 0 <= at < len(self.layout.zones):
            return None
        places = self._places(at)
        if not places:
            return None
        most = OPTIONS * _PAGES
        if page >= 0:
            places = places[page * most : (page + 1) * most]
            if not places:
                return None
        elif len(places) > most:
            parts = [places[start : start + most] for start in range(0, len(places), most)]
            ends = [(self._choice(at, part[0]).label, self._choice(at, part[-1]).label) for part in parts]
            ways = [self.choice(f"p{number}", " … ".join(end)) for number, end in enumerate(ends)]
            return Menu(gettext("Which card or piece?"), tuple(select(gettext("First a part"), ways)))
        return Menu(
            gettext("Which card or piece?"),
            tuple(select(self._prompt(at), [self._choice(at, each) for each in places])),
        )

    def _chosen(self) -> list[Group]:
        found = [self._choice(*divmod(each.what, SLOTS), "c", each) for each in self._of(actions.Choose)]
        most = OPTIONS * _PAGES
        return _few(gettext("Choose in secret"), found[:most])

    # A thing

    def _can_do(self, what: int) -> bool:
        return bool(self._moves(what)) or any(getattr(each, "what", -1) == what for each in self.plain)

    def _moves(self, what: int) -> Any:
        """Return the moves of a thing, or nothing."""
        if isinstance(self.legal, LegalActions):
            return self.legal.moves_of(what)
        return [each for each in self.legal if isinstance(each, actions.Move) and each.what == what]

    def _thing(self, what: int, lane: str = "") -> Menu | None:
        at, place = divmod(what, SLOTS)
        if not 0 <= at < len(self.layout.zones) or place not in self._places(at):
            return None
        moves = self._moves(what)
        to = [each for each in moves if not each.face]
        if lane:
            return self._lane(what, to, lane)
        groups = [
            *buttons(self._verbs(what)),
            *_few(
                gettext("Face down to a zone"), [self._down(each) for each in moves if each.face == "down"]
            ),
        ]
        groups += _few(gettext("To a zone"), [self._to(e) for e in to if not self._board_of(e).squares])
        boards = dict.fromkeys([each.to // SLOTS for each in to if self._board_of(each).squares])
        if len(boards) > 1 and sum(self.layout.zones[board].squares for board in boards) > 2 * OPTIONS:
            ways = [self.choice(f"b{board}", self._zone(board)) for board in boards]
            groups += _few(gettext("To a board"), ways)
        else:
            groups += [group for board in boards for group in self._squares(what, board, to)]
        chosen, kind = self._choice(at, place), self.view.zones[at][place].kind
        text = self.layout.kinds[kind].text if kind >= 0 else ""
        about = f"\n> {safe(own(self.layout, text))}" if text else ""
        asked = gettext("**{thing}**: what do you do with it?", thing=chosen.label)
        first = next((board for board, zone in enumerate(self.layout.zones) if zone.squares), -1)
        focus = Focus(self.view.zones[at][place].at) if at == first else None
        return Menu(f"{asked}{about}", tuple(groups), focus)

    def _verbs(self, what: int) -> list[Choice]:
        return [
            Choice(key, gettext(label), actions=(each,))
            for kind, (key, label) in _VERBS.items()
            for each in self._of(kind)
            if each.what == what
        ]

    def _down(self, move: actions.Move) -> Choice:
        place = safe(target_name(self.view, move.to, self.names))
        return self.choice(f"d{move.to}", gettext("Face down: {place}", place=place), "", move)

    def _to(self, move: actions.Move, *, short: bool = False) -> Choice:
        return self.choice(
            f"t{move.to}", safe(target_name(self.view, move.to, self.names, short=short)), "", move
        )

    def _board_of(self, move: actions.Move) -> Zone:
        return self.layout.zones[move.to // SLOTS]

    def _squares(self, what: int, board: int, to: Sequence[actions.Move]) -> list[Group]:
        """Return selects of squares: the nearest ones, then the others, by row where they are many."""
        zone, moves = self.layout.zones[board], [each for each in to if each.to // SLOTS == board]
        name = self._zone(board)
        if zone.spots:
            return select(gettext("To {board}", board=name), [self._to(each, short=True) for each in moves])
        near, far = moves, list[actions.Move]()
        at, place = divmod(what, SLOTS)
        if len(moves) > OPTIONS and at == board:
            grid, origin = grid_of(zone.width, zone.squares // zone.width), self.view.zones[at][place].at
            order = sorted(
                moves,
                key=lambda each: (
                    grid.chebyshev(origin, each.to % SLOTS),
                    grid.manhattan(origin, each.to % SLOTS),
                    each.to,
                ),
            )
            near, far = order[:OPTIONS], order[OPTIONS:]
        elif len(moves) > OPTIONS * _PAGES:
            near, far = [], list(moves)
        prompt = gettext("To {board}", board=name)
        first = gettext("To {board}: near", board=name) if far else prompt
        groups = select(first, [self._to(each, short=True) for each in near])
        if far:
            by_square = {each.to % SLOTS: each for each in far}
            lanes = Lanes(zone.width, zone.square_name, lambda row: f"l{board}-{row}")
            groups += lanes.groups(prompt, by_square, lambda square: self._to(by_square[square], short=True))
        return groups

    def _lane(self, what: int, to: Sequence[actions.Move], lane: str) -> Menu | None:
        """Return the squares of a board, or of a row of one."""
        board_word, _, row = lane[1:].partition("-")
        board = int(board_word) if board_word.isdecimal() and len(board_word) < 3 else -1
        if not 0 <= board < len(self.layout.zones) or not self.layout.zones[board].squares:
            return None
        words = self._choice(*divmod(what, SLOTS)).label
        asked = gettext("**{thing}**: where to?", thing=words)
        if lane.startswith("b") and not row:
            return Menu(asked, tuple(self._squares(what, board, to)))
        width = self.layout.zones[board].width
        if not lane.startswith("l") or not row.isdecimal() or not width:
            return None
        fitting = [each for each in to if each.to // SLOTS == board and each.to % SLOTS // width == int(row)]
        if not fitting:
            return None
        prompt = gettext("To {board}", board=self._zone(board))
        return Menu(asked, tuple(select(prompt, [self._to(each, short=True) for each in fitting])))

    # Whole zones, counters, the end

    def _zone_actions(self) -> list[Any]:
        return [each for each in self.plain if type(each) in _KINDS]

    def _decks(self, kind: str = "", zone: str = "") -> Menu | None:
        """Return what is done with whole zones; where that is much by its kind, and collecting by zone."""
        some = [each for each in self._zone_actions() if kind in ("", each.__struct_config__.tag)]
        if zone.startswith("z"):
            some = [each for each in some if f"z{getattr(each, 'zone', '')}" == zone]
        if not some:
            return None
        groups: list[Group]
        if len(some) <= 2 * OPTIONS or (kind and kind != "collect") or zone:
            groups = _few(gettext("Decks and dice"), [self._with_zone(each) for each in some])
        elif not kind:
            kinds = dict.fromkeys([type(each) for each in some])
            ways = [self.choice(each.__struct_config__.tag, gettext(_KINDS[each][0])) for each in kinds]
            groups = _few(gettext("Decks and dice"), ways)
        else:
            ways = [
                self.choice(f"z{at}", self._zone(at)) for at in dict.fromkeys([each.zone for each in some])
            ]
            groups = select(gettext("Which zone?"), ways)
        return Menu(gettext("What do you do?"), tuple(groups))

    def _with_zone(self, action: Any) -> Choice:
        number = getattr(action, "number", 0)
        deck = self._zone(getattr(action, "deck", 0))
        zone = self._zone(getattr(action, "zone", 0))
        one, many = _KINDS[type(action)][1]
        label = numbered((one, many), number, deck=deck) if many else gettext(one, zone=zone, deck=deck)
        tag = action.__struct_config__.tag
        key = f"{tag}-{getattr(action, 'zone', 'x')}-{getattr(action, 'deck', 'x')}-{number}"
        return self.choice(key, label, "", action)

    def _counters(self) -> Menu | None:
        choices = [
            self.choice(
                f"n{each.counter}-{each.value - self.view.counters[each.counter]}".replace("--", "-m"),
                f"{safe(counter_name(self.view, each.counter, self.names))}: {each.value}",
                f"{each.value - self.view.counters[each.counter]:+}".replace("-", "−"),
                each,
                then=("counters",),
            )
            for each in self._of(actions.Count)
        ]
        if not choices:
            return None
        hint = gettext("Set another value with /{command}.", command="free-table count")
        return Menu(hint, tuple(_few(gettext("Counters"), choices)))

    def _ends(self) -> Menu | None:
        choices = []
        for number, action in enumerate(self._of(actions.End)):
            winners = [seat for seat, place in enumerate(action.result) if place == 1]
            label = (
                gettext("It is a draw")
                if len(winners) > 1
                else gettext("{player} has won", player=self.names[winners[0]])
            )
            choices.append(self.choice(f"e{number}", label, "", action))
        if not choices:
            return None
        hint = gettext(
            "Is the game over? All others are asked. Give all places with /{command}.",
            command="free-table end",
        )
        return Menu(hint, tuple(buttons(choices)))

    def _answer(self) -> Menu:
        ending = self.view.ending
        assert ending is not None
        asked = gettext(
            "{player} proposes the end: {result}. Do you agree?",
            player=self.names[ending.seat],
            result=result_words(ending.result, self.names),
        )
        agree = Choice("agree", gettext("I agree"), actions=(actions.Agree(),), style="good")
        decline = Choice("decline", gettext("Play on"), actions=(actions.Decline(),))
        return Menu(asked, tuple(buttons([agree, decline])))

    # Words

    def _of(self, kind: type[Any]) -> list[Any]:
        return [each for each in self.plain if type(each) is kind]

    def _zone(self, at: int) -> str:
        return safe(zone_name(self.view, at, self.names))
