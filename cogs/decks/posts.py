"""Pages for decks: a player's list, a deck with its overview and faults, the screens to build it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.cards.deckbuilding import DeckBuilding, DeckCard
from bot.games.game import Game
from bot.parts.decks.lists import Form, write_lines
from bot.parts.decks.ports import KeptDeck
from cogs.kit.controls import DANGER, PRIMARY, SUCCESS, ComponentId, Control, button, page_buttons, select
from cogs.kit.layout import (
    OPTIONS,
    OutgoingMessage,
    fit,
    message_of,
    option,
    page_of,
    picture_of,
    rows,
    safe,
    text,
)
from renderers.contract import Picture

CARDS_TEXT = 2400
FAULTS_TEXT = 1200
BAR = 14
"""The number of blocks of the longest bar in a deck's overview."""
FROM_DECK = "~"
"""In place of a shelf and a group: the card was opened from the deck itself."""
_IN = "~"
"""Separates a shelf and a group of it."""
_UNKNOWN = N_("Unknown")
"""The rank of cards that are not available here."""


class Shelf(msgspec.Struct, frozen=True):
    """A source of cards: those that come with the bot, or a server's own set."""

    key: str
    title: str
    """Its title in the current language; not escaped."""
    pool: str | None
    """The hash of the cards; None for those that come with the bot."""
    numbers: frozenset[str] | None = None
    """The cards of the set; None for all of the pool."""


class Bench(msgspec.Struct, frozen=True):
    """A deck with the cards it is built from."""

    game: Game
    building: DeckBuilding
    deck: KeptDeck
    pool: str | None
    """The hash of the cards that the deck is compared with."""
    shelves: tuple[Shelf, ...] = ()
    options: Any = None
    """The normalized options of the match for the deck; None for no match."""

    @property
    def cards(self) -> Mapping[str, DeckCard]:
        """All cards available for the deck, by set number."""
        return self.building.cards(self.pool)

    @property
    def faults(self) -> tuple[str, ...]:
        """All faults of the deck."""
        return self.building.faults(self.deck.entries, self.pool, self.options)

    @property
    def budget(self) -> str:
        """The used part of the budget: "12 of 30 cards", "57 of 100 points"."""
        return self.building.budget(self.deck.entries, self.pool, self.options)

    def groups(self, pool: str | None) -> Mapping[str, str]:
        """Return the groups of cards with their titles."""
        library = self.game.card_game.library.at(pool)
        return self.game.card_game.groupings[0].offered(library, library.cards.values())

    def stats(self, pool: str | None, number: str) -> str:
        """Return the figures of a card in short, with its points where decks cost points."""
        said = self.game.card_game.stats(self.game.card_game.library.at(pool).cards[number])
        if self.building.unit == "cards":
            return said
        points = ngettext("{number} point", "{number} points", self.building.cards(pool)[number].cost)
        return f"{said}, {points}"

    def press(self, *path: str, slot: str = "") -> ComponentId:
        """Return the id of a control of this deck."""
        return ComponentId("deck", path=(self.deck.id, *path), slot=slot)


def compose_decks(benches: Sequence[Bench]) -> OutgoingMessage:
    """Return the list of a player's decks, with a menu to look at one."""
    if not benches:
        return message_of(
            text(gettext("You keep no decks yet. `/deck build` makes one, `/deck import` takes a list."))
        )
    lines = [_deck_line(bench) for bench in benches]
    options = [
        option(bench.deck.name, bench.deck.id, f"{bench.game.title}, {bench.budget}") for bench in benches
    ]
    head = gettext("### Your decks ({number})", number=len(benches))
    told = fit("\n".join(lines), CARDS_TEXT)
    return message_of(
        text(f"{head}\n{told}"),
        *_selects(gettext("Look at a deck"), ComponentId("deck", path=("open",)), options),
    )


def compose_deck(bench: Bench, told: str = "") -> OutgoingMessage:
    """Return a deck with its overview and cards, and the buttons to change it, below what is told first."""
    return message_of(
        text(told) if told else None,
        *_in_words(bench),
        *_group_selects(bench),
        *_selects(
            gettext("Look at a card of the deck"),
            bench.press("c", FROM_DECK),
            _deck_options(bench),
            "own",
        ),
        *rows(_deck_controls(bench)),
    )


def compose_shown(bench: Bench) -> OutgoingMessage:
    """Return a deck for everybody, without controls."""
    return message_of(*_in_words(bench))


def _in_words(bench: Bench) -> list[ui.TextDisplay[Any] | None]:
    head = f"### {safe(bench.deck.name)}\n{bench.game.title} · {bench.budget} · {_standing(bench)}"
    return [text(head), text(_overview(bench)), text(_card_lines(bench))]


def compose_group(bench: Bench, shelf: Shelf, group: str, page: int) -> OutgoingMessage:
    """Return the cards of a group, with a menu to choose one."""
    cards = cards_of(bench, shelf, group)
    shown, page, pages = page_of(cards, page, OPTIONS)
    held = dict(bench.deck.entries)
    where = where_of(shelf, group)
    options = [_card_option(bench, shelf.pool, card, held.get(card.number, 0)) for card in shown]
    turn = page_buttons(lambda to: bench.press("g", where, str(to)), page, pages)
    title = shelf.title if shelf.numbers is not None else bench.groups(shelf.pool)[group]
    so_far = gettext("{budget} so far. Choose a card to look at.", budget=bench.budget)
    return message_of(
        text(f"### {safe(bench.deck.name)}: {safe(title)}\n{so_far}"),
        *_selects(gettext("Choose a card"), bench.press("c", where), options),
        *rows([*turn, button(gettext("Back to the deck"), bench.press("d"), PRIMARY)]),
    )


def compose_card(
    bench: Bench, pool: str | None, where: str, number: str, picture: Picture | None
) -> OutgoingMessage:
    """Return a card with the buttons to add it to the deck and to remove it."""
    card = bench.building.cards(pool).get(number)
    held = dict(bench.deck.entries).get(number, 0)
    most = card.most if card is not None else 0
    controls = [
        button("−", bench.press("n", where, number, str(max(held - 1, 0)), slot="-"), disabled=held == 0),
        button("+", bench.press("n", where, number, str(held + 1), slot="+"), SUCCESS, disabled=held >= most),
    ]
    if where != FROM_DECK:
        controls.append(button(gettext("More cards"), bench.press("g", where, "0")))
    controls.append(button(gettext("Back to the deck"), bench.press("d"), PRIMARY))
    held_words = gettext(
        "**{held} of {most}** in {deck}, {size}",
        held=held,
        most=most,
        deck=safe(bench.deck.name),
        size=bench.budget,
    )
    lines = [safe(number)]
    if card:
        lines = [f"### {safe(pgettext('card', card.name))}", f"{number} · {bench.stats(pool, number)}"]
        if picture is None:
            said = bench.game.card_game.in_words(bench.game.card_game.library.at(pool).cards[number])
            lines += [safe(paragraph) for paragraph in said.rules]
    told = fit("\n".join(lines), CARDS_TEXT)
    return message_of(text(told), picture_of(picture, "card"), text(held_words), *rows(controls))


def compose_faults(bench: Bench, where: str) -> OutgoingMessage:
    """Return all faults of a deck; `where` is a sentence on the cards it was compared with."""
    faults = bench.faults
    if faults:
        told = "\n".join([f"- {safe(fault)}" for fault in faults])
    else:
        told = gettext("The deck is legal: it can be played.")
    head = f"### {safe(bench.deck.name)}\n-# {where}"
    return message_of(
        text(f"{head}\n{fit(told, CARDS_TEXT)}"),
        button(gettext("The deck"), bench.press("d"), PRIMARY),
    )


def compose_list(bench: Bench, form: Form = "numbers") -> OutgoingMessage:
    """Return a deck as text to be copied."""
    words = write_lines(bench.deck.entries, bench.cards, form).replace("`", "'")
    body = f"```\n{words}\n```" if words else gettext("There is no card in it yet.")
    head = gettext("### {deck} as text", deck=safe(bench.deck.name))
    return message_of(
        text(f"{head}\n{body}"),
        button(gettext("The deck"), bench.press("d"), PRIMARY),
    )


def compose_deletion(bench: Bench) -> OutgoingMessage:
    """Return the question whether to delete a deck."""
    controls = [
        button(gettext("Yes, delete it"), bench.press("xx"), DANGER),
        button(gettext("No, keep it"), bench.press("d")),
    ]
    question = gettext(
        "Delete the deck **{deck}** ({size})? This cannot be undone.",
        deck=safe(bench.deck.name),
        size=bench.budget,
    )
    return message_of(text(question), *rows(controls))


def compose_choice(game: Game, match: str, version: int, benches: Sequence[Bench]) -> OutgoingMessage:
    """Return the screen on which a player chooses one of their decks for a match."""
    able = [bench for bench in benches if not bench.faults]
    unable = [bench for bench in benches if bench.faults]
    lines = [_deck_line(bench) for bench in able]
    lines += [f"{_deck_line(bench)}\n  {safe(bench.faults[0])}" for bench in unable]
    options = [option(bench.deck.name, bench.deck.id) for bench in able]
    none = gettext(
        "You keep no decks for this game yet. `/deck build` makes one, `/deck import` takes a list."
    )
    told = fit("\n".join(lines), CARDS_TEXT) or none
    back = button(gettext("Back"), ComponentId("go", match, version, (), "decks"))
    head = gettext("### {game}: your decks", game=game.title)
    return message_of(
        text(f"{head}\n{gettext('Nobody else sees which you choose.')}\n{told}"),
        *_selects(gettext("Play which deck?"), ComponentId("mydecks", match, version), options),
        back,
    )


def where_of(shelf: Shelf, group: str) -> str:
    """Return the key of a group of a shelf, for the path of a control."""
    return f"{shelf.key}{_IN}{group}"


def shelf_and_group(where: str) -> tuple[str, str]:
    """Return the shelf and the group of a key of `where_of`."""
    shelf, _, group = where.partition(_IN)
    return shelf, group


def cards_of(bench: Bench, shelf: Shelf, group: str) -> list[DeckCard]:
    """Return the cards of a group of a shelf; all of the shelf for a group that it does not have."""
    cards = bench.building.cards(shelf.pool).values()
    if shelf.numbers is not None:
        return [card for card in cards if card.number in shelf.numbers]
    return [card for card in cards if card.group == group]


def _standing(bench: Bench) -> str:
    return gettext("not legal yet") if bench.faults else gettext("legal")


def _deck_line(bench: Bench) -> str:
    return f"**{safe(bench.deck.name)}** · {bench.game.title}, {bench.budget}, {_standing(bench)}"


def _overview(bench: Bench) -> str:
    """Return the number of a deck's cards of each rank, as bars, and its faults."""
    cards = bench.cards
    ranks: Counter[str] = Counter()
    for number, copies in bench.deck.entries:
        ranks[cards[number].rank if number in cards else _UNKNOWN] += copies
    if not ranks:
        return gettext("There is no card in it yet.")
    names = {rank: gettext(rank) for rank in bench.building.ranks}
    if ranks[_UNKNOWN]:
        names[_UNKNOWN] = gettext(_UNKNOWN)
    longest, width = max(ranks.values()), max(map(len, names.values()))
    bars = [
        f"{name:<{width}} {ranks[rank]:>2} {'█' * math.ceil(ranks[rank] * BAR / longest)}".rstrip()
        for rank, name in names.items()
    ]
    faults = fit("\n".join([f"- {safe(fault)}" for fault in bench.faults]), FAULTS_TEXT)
    return "```\n" + "\n".join(bars) + "\n```\n" + faults


def _card_lines(bench: Bench) -> str:
    cards = bench.cards
    order = {number: place for place, number in enumerate(cards)}
    entries = sorted(bench.deck.entries, key=lambda entry: order.get(entry[0], len(order)))
    room = CARDS_TEXT - (FAULTS_TEXT if bench.faults else 0)
    lines: list[str] = []
    for at, (number, copies) in enumerate(entries):
        card = cards.get(number)
        if card is None:
            line = gettext("{copies} {card} (unknown here)", copies=copies, card=safe(number))
        else:
            stats = bench.stats(bench.pool, number)
            line = f"{copies} {safe(pgettext('card', card.name))} · {number}, {stats}"
        room -= len(line) + 1
        if room < 40 and at < len(entries) - 1:
            lines.append(gettext("-# … and {number} more: Copy as text shows all", number=len(entries) - at))
            break
        lines.append(line)
    return "\n".join(lines)


def _deck_controls(bench: Bench) -> list[Control]:
    return [
        button(gettext("Play it here"), bench.press("p"), PRIMARY, disabled=bool(bench.faults)),
        button(gettext("Check"), bench.press("k")),
        button(gettext("Copy as text"), bench.press("t")),
        button(gettext("Delete"), bench.press("x"), DANGER),
        button(gettext("All decks"), ComponentId("deck", path=("all",))),
    ]


def _group_selects(bench: Bench) -> list[Control]:
    options = []
    for shelf in bench.shelves:
        groups = {"0": shelf.title} if shelf.numbers is not None else bench.groups(shelf.pool)
        for group, title in groups.items():
            held = sum(
                [copies for number, copies in bench.deck.entries if _is_of(bench, shelf, group, number)]
            )
            options.append(
                option(
                    title,
                    where_of(shelf, group),
                    gettext("{number} in the deck", number=held) if held else "",
                )
            )
    return _selects(gettext("Add cards from"), bench.press("g"), options, "group")


def _is_of(bench: Bench, shelf: Shelf, group: str, number: str) -> bool:
    if shelf.numbers is not None:
        return number in shelf.numbers
    card = bench.building.cards(shelf.pool).get(number)
    return card is not None and card.group == group


def _deck_options(bench: Bench) -> list[discord.SelectOption]:
    cards, unknown = bench.cards, gettext("Unknown here")
    return [
        _card_option(bench, bench.pool, cards[number], copies)
        if number in cards
        else option(f"{copies} × {number}", number, unknown)
        for number, copies in bench.deck.entries
    ]


def _card_option(bench: Bench, pool: str | None, card: DeckCard, held: int) -> discord.SelectOption:
    mark = f"{held} × " if held else ""
    stats = bench.stats(pool, card.number)
    return option(f"{mark}{pgettext('card', card.name)}", card.number, f"{card.number}, {stats}")


def _selects(
    prompt: str, press: ComponentId, options: Sequence[discord.SelectOption], name: str = "s"
) -> list[Control]:
    """Return a select menu, or several where one cannot hold all options; none without options."""
    parts = [list(options[start : start + OPTIONS]) for start in range(0, len(options), OPTIONS)]
    return [
        select(_numbered(prompt, number, len(parts)), replace(press, slot=f"{name}{number}"), part)
        for number, part in enumerate(parts)
    ]


def _numbered(prompt: str, number: int, parts: int) -> str:
    """Return the prompt of one of several menus."""
    if parts < 2:
        return prompt
    return gettext("{prompt} ({number} of {parts})", prompt=prompt, number=number + 1, parts=parts)
