"""The matches in which cards of a designer's own are played: options under which their decks are legal, decks
around cards that are in none, and decks for their opponents.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple

from bot.base.language import gettext, pgettext
from bot.engine.cards.deckbuilding import DeckBuilding, Entries
from bot.engine.errors import Refusal
from bot.games.registry import GAMES
from bot.matches.options import read_options
from bot.parts.workshop.lab.contests import LineUp, MadeDeck
from bot.parts.workshop.lab.decks import DeckMaker

MOST_REASONS: Final = 5
NEARLY: Final = 0.95
"""The share of the budget below which an opponent's deck is filled up."""


class NothingToPlay(Refusal):
    """None of the cards can be played."""


class Setting(NamedTuple):
    """Options, and the decks that play with them."""

    options: Any
    """Normalized."""
    given: Mapping[str, Any]
    """Those that were chosen for the cards."""
    decks: Mapping[str, MadeDeck]
    """All entrants, ready decks under their own keys."""
    holders: frozenset[str]
    """The entrants that hold some of the cards."""
    left_out: tuple[str, ...]
    """The ready decks with the cards that do not play, then the cards that are in no deck that plays."""

    def line_ups(self, seats: int) -> tuple[LineUp, ...]:
        """Return the line-ups with at least one entrant that holds some of the cards."""
        return line_ups_with(self.holders, self.decks, seats)


def line_ups_with(some: Collection[str], entrants: Iterable[str], seats: int) -> tuple[LineUp, ...]:
    """Return the line-ups of entrants with at least one of `some`."""
    return tuple(
        [line_up for line_up in combinations(entrants, seats) if any(key in some for key in line_up)]
    )


def setting_for(
    game: str, pool: str, own: Collection[str], seats: int, given: Mapping[str, Any] | None = None
) -> Setting:
    """Return the setting in which most of these cards are played, the usual options where they suffice.

    `given` options stay. Cards that come with the bot play with the usual ones. Raises `NothingToPlay` with
    the reasons where none of the cards can be played.
    """
    building, given = GAMES[game].building, given or {}
    shipped = set(own) <= building.cards(None).keys()
    settings = []
    for wanted in ({},) if shipped else building.settings_for(pool, own):
        if all(given.get(name, value) == value for name, value in wanted.items()):
            options = read_options(GAMES[game].rules, {**given, **wanted, "cards": pool}, seats)
            settings.append(_setting(building, pool, own, options, wanted))
    if not settings:
        options = read_options(GAMES[game].rules, {**given, "cards": pool}, seats)
        settings = [_setting(building, pool, own, options, {})]
    best = max(settings, key=lambda each: _played(each, own))
    if shipped:  # they have decks for every number of points
        best = best._replace(left_out=())
    if not best.holders or len(best.decks) < seats:
        reasons = [reason for key in best.left_out for reason in why_left_out(game, pool, best.options, key)]
        cannot = gettext("None of these cards can be played in the lab.")
        raise NothingToPlay(" ".join([cannot, *dict.fromkeys(reasons[:MOST_REASONS])]))
    return best


def why_left_out(game: str, pool: str | None, options: Any, key: str) -> tuple[str, ...]:
    """Return the sentences why a ready deck, or a card, is not played with these options."""
    building = GAMES[game].building
    decks = building.library.at(pool).decks
    if key in decks:
        deck = decks[key]
        return building.unsuited(deck, options) or building.faults(_entries(deck), pool, options)
    card = building.cards(pool)[key]
    return (
        gettext("No deck that can be played holds {card}.", card=f"{pgettext('card', card.name)} ({key})"),
    )


def _played(setting: Setting, own: Collection[str]) -> tuple[int, int]:
    """Return how many of the cards are played, and how many ready decks are not."""
    held = {number for key in setting.holders for number, _ in setting.decks[key].entries}
    return len(held & set(own)), -len(setting.left_out)


def _setting(
    building: DeckBuilding, pool: str, own: Collection[str], options: Any, given: Mapping[str, Any]
) -> Setting:
    pool_decks = building.library.at(pool).decks
    ready = {key: _entries(deck) for key, deck in pool_decks.items()}
    legal = {key: entries for key, entries in ready.items() if not building.faults(entries, pool, options)}
    theirs = {key for key, entries in ready.items() if any(number in own for number, _ in entries)}
    playing = [key for key in legal if key in theirs and not building.unsuited(pool_decks[key], options)]
    made = made_decks(building, pool, options, own, {key: ready[key] for key in playing}, ready)
    usual = building.ready(None, options)
    maker, limit = DeckMaker(building, pool, options), building.limit(options)
    decks: dict[str, MadeDeck] = {}
    for key, entries in legal.items():
        if key in playing:
            decks[key] = MadeDeck(entries)
        elif key in usual and key not in theirs:
            short = building.spent(entries, pool) < NEARLY * limit
            full = (maker.filled_up(entries, pool) or entries) if short else entries
            decks[key if full == entries else f"{key} ({limit})"] = MadeDeck(full)
    decks |= made
    holders = frozenset([*playing, *made])
    held = {number for key in holders for number, _ in decks[key].entries}
    apart = [number for number in building.cards(pool) if number in own and number not in held]
    usual_options = type(options)()
    given = {name: value for name, value in given.items() if value != getattr(usual_options, name)}
    return Setting(options, given, decks, holders, (*sorted(theirs - {*playing}), *apart))


def _entries(deck: Any) -> Entries:
    entries: Entries = tuple(sorted(deck.cards.items()))
    return entries


def made_decks(
    building: DeckBuilding,
    pool: str,
    options: Any,
    own: Collection[str],
    playing: Mapping[str, Entries],
    ready: Mapping[str, Entries] | None = None,
) -> dict[str, MadeDeck]:
    """Return decks built around the cards that are in no deck that plays; as few decks as possible.

    They have ranks as in one of the decks that play, or else as in one of `ready`.
    """
    known = building.cards(pool)
    held = {number for entries in playing.values() for number, _ in entries}
    homeless = [number for number in known if number in own and number not in held]
    maker = DeckMaker(building, pool, options)
    models = [*(playing or ready or {}).values()]
    like = max(models, key=lambda entries: sum([number in own for number, _ in entries]), default=())
    if not like:
        return {}
    decks = list(_around(maker, homeless, like, pool))
    return {f"made-{place}": MadeDeck(deck) for place, deck in enumerate(decks, start=1)}


def _around(maker: DeckMaker, wanted: list[str], like: Entries, seed: str) -> Iterator[Entries]:
    """Yield legal decks that hold these cards: one deck if possible, else one for each side, else halves."""
    if not wanted:
        return
    sides = dict.fromkeys([maker.cards[number].side for number in wanted])
    deck = maker.around(wanted, like, seed)
    if deck is not None:
        yield deck
    elif len(wanted) > 1:
        half = len(wanted) // 2
        parts = [wanted[:half], wanted[half:]]
        if len(sides) > 1:
            parts = [[each for each in wanted if maker.cards[each].side == side] for side in sides]
        for part in parts:
            yield from _around(maker, part, like, seed)
