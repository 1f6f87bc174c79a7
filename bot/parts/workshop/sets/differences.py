"""The differences between two versions of a card set, card by card, in the language that is spoken.

They are found in the words on the cards (`CardGame.in_words`), so that the code fits every game: figures,
kind, traits and the rules text, which is written from the effects. Nothing here is escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.cards.game import AnyCard, AnyCardGame, AnyPool, AnySet
from bot.engine.cards.own_words import words_of
from bot.engine.sentences import cut, listed

What: TypeAlias = Literal["set", "changed", "new", "gone"]


class CardDifference(NamedTuple):
    """The differences of one card, or of the set as a whole."""

    what: What
    number: str
    """The card's set number; "" for the set."""
    name: str
    """The present name of the card or the set, or its last name."""
    told: tuple[str, ...]
    """The differences, a phrase each. A new or a removed card has a phrase for each part of its text."""


def differences(game: AnyCardGame, old: AnySet, new: AnySet) -> tuple[CardDifference, ...]:
    """Return the changes from an old version of a set to a new one; () for equal sets.

    First comes the set, then its cards in the order of the new file, then the removed cards.
    """
    old, new = game.library.standard.owned((old, new))
    before, after = _cards(game, old), _cards(game, new)
    pools = tuple([game.library.standard.with_sets([one]) for one in (old, new)])
    told = tuple(_of_sets(game, old, new, before | after))
    changes = [CardDifference("set", "", pgettext("card", new.title), told)] if told else []
    for number, card in after.items():
        if number not in before:
            changes.append(CardDifference("new", number, pgettext("card", card.name), _printed(game, card)))
        elif before[number] != card:
            words = tuple(_Pair(game, before[number], card, pools).told())
            changes.append(CardDifference("changed", number, pgettext("card", card.name), words))
    gone = [card for number, card in before.items() if number not in after]
    return (
        *changes,
        *[
            CardDifference("gone", card.number, pgettext("card", card.name), _printed(game, card))
            for card in gone
        ],
    )


def summary(changes: Sequence[CardDifference]) -> str:
    """Return how many cards were changed, are new and are gone, in words."""
    if not changes:
        return gettext("Nothing is different.")
    numbers = Counter(each.what for each in changes)
    parts = (
        (numbers["changed"], ngettext("{number} card changed", "{number} cards changed", numbers["changed"])),
        (numbers["new"], ngettext("{number} card new", "{number} cards new", numbers["new"])),
        (numbers["gone"], ngettext("{number} card gone", "{number} cards gone", numbers["gone"])),
    )
    return ", ".join([words for number, words in parts if number]) or gettext("no card changed")


def heading(change: CardDifference) -> str:
    """Return the heading of a change: "Clerk (REE-01)", "Clerk (REE-01), new"."""
    if change.what == "set":
        return gettext("The set")
    card = {"name": change.name, "number": change.number}
    if change.what == "new":
        return gettext("{name} ({number}), new", **card)
    if change.what == "gone":
        return gettext("{name} ({number}), gone", **card)
    return gettext("{name} ({number})", **card)


def _cards(game: AnyCardGame, one: AnySet) -> dict[str, Any]:
    return {card.number: card for card in game.pool_type.cards_of(one)}


def _printed(game: AnyCardGame, card: AnyCard) -> tuple[str, ...]:
    """Return the whole print of a card, a phrase for each part."""
    said = game.in_words(card)
    traits = " ".join([f"[{trait}]" for trait in said.traits])
    return tuple(
        [
            part
            for part in (said.kind, traits, *[gettext("“{text}”", text=each) for each in said.rules])
            if part
        ]
    )


def _instead(now: str, before: str) -> str:
    return gettext("{now} instead of {before}", now=now, before=before)


class _Pair:
    """The old and the new version of one card."""

    def __init__(self, game: AnyCardGame, old: Any, new: Any, pools: Sequence[AnyPool]) -> None:
        """`pools` are the cards that there are with the old version, and with the new one."""
        self.game, self.old, self.new = game, old, new
        self.before, self.after = pools

    def told(self) -> Iterator[str]:
        """Yield the differences; where none of them is printed on the card, a phrase that says so."""
        told = [
            *_called(self.old.name, self.new.name),
            *self._kind(),
            *self._figures(),
            *self._words(),
            *self._family(),
        ]
        yield from told or [gettext("something that is not printed on it")]

    def _kind(self) -> Iterator[str]:
        """Yield that it is of another kind, its figures aside."""
        alike = self.old
        if type(self.old) is type(self.new):
            alike = replace(self.old, **{field: getattr(self.new, field) for field in self._fields()})
        before, now = self.game.in_words(alike).kind, self.game.in_words(self.new).kind
        if before != now:
            yield _instead(now, before)

    def _fields(self) -> Sequence[str]:
        """Return the figures that cards of both kinds have."""
        fields = {*self.old.__struct_fields__} & {*self.new.__struct_fields__}
        return [field for field in self.game.figures if field in fields]

    def _figures(self) -> Iterator[str]:
        if type(self.old) is not type(self.new):
            return  # they stand in the words for its kind
        for field in self._fields():
            before, now = getattr(self.old, field), getattr(self.new, field)
            if before != now:
                yield _instead(gettext(self.game.figures[field], number=now), str(before))

    def _words(self) -> Iterator[str]:
        old, new = self.game.in_words(self.old), self.game.in_words(self.new)
        gone, added = _apart(old.traits, new.traits)
        if added:
            yield gettext("new traits: {traits}", traits=listed([f"[{each}]" for each in added]))
        if gone:
            yield gettext("no longer: {traits}", traits=listed([f"[{each}]" for each in gone]))
        gone, added = _apart(old.rules, new.rules)
        yield from [gettext("new: “{text}”", text=each) for each in added]
        yield from [gettext("no longer: “{text}”", text=each) for each in gone]
        if not gone and not added and old.rules != new.rules:
            yield gettext("its texts stand in another order")
        if old.flavour != new.flavour:
            yield gettext("another flavour text")

    def _family(self) -> Iterator[str]:
        """Yield the differences in family, motif and artist."""
        new = self.game.origin(self.new, self.after)
        if self.game.origin(self.old, self.after) != new:
            old, nothing = self.game.origin(self.old, self.before), gettext("nothing")
            now, before = listed(new) or nothing, listed(old) or nothing
            yield gettext("belongs to {now} instead of {before}", now=now, before=before)
        if any(getattr(self.old, key, "") != getattr(self.new, key, "") for key in ("motif", "artist")):
            yield gettext("another drawing")


def _apart(old: Iterable[str], new: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the words that are only in the old text, and those that are only in the new one, with
    repetitions.
    """
    before, after = Counter(old), Counter(new)
    return [*(before - after).elements()], [*(after - before).elements()]


def _of_sets(game: AnyCardGame, old: AnySet, new: AnySet, cards: Mapping[str, Any]) -> Iterator[str]:
    """Yield the differences between the sets apart from their cards."""
    yield from _called(old.title, new.title)
    if old.description != new.description:
        yield gettext("another description")
    contents = game.contents(old), game.contents(new)
    for kind in dict.fromkeys([*contents[0], *contents[1]]):
        gone, added = _apart(contents[0].get(kind, ()), contents[1].get(kind, ()))
        if added:
            yield gettext("{what}, new: {titles}", what=gettext(kind), titles=_titles(added))
        if gone:
            yield gettext("{what}, no longer: {titles}", what=gettext(kind), titles=_titles(gone))
    names = {number: card.name for number, card in {**game.library.standard.cards, **cards}.items()}
    for field, message in _GROUPS.items():
        before, now = getattr(old, field, {}), getattr(new, field, {})
        for key in now:
            if key in before and before[key] != now[key]:
                changes = [*_of_parts(before[key], now[key], names)]
                if changes:
                    part = now[key]
                    title = pgettext("card", part.title) if hasattr(part, "title") else key
                    yield gettext(message, title=title, changes=listed(changes))
    yield from _of_words(words_of(old), words_of(new))


_GROUPS: Mapping[str, str] = {
    "lineages": N_("lineage “{title}”: {changes}"),
    "keywords": N_("keyword “{title}”: {changes}"),
    "decks": N_("ready deck “{title}”: {changes}"),
}
"""The tables by key of a set, and the messages for a changed one."""
_FIGURES: Mapping[str, str] = {"hue": N_("hue {number}"), "points": N_("made for {number} points")}
_OTHERS: Mapping[str, str] = {
    "description": N_("another description"),
    "motif": N_("another drawing"),
    "objectives": N_("for other objectives"),
    "name": N_("another name"),
}
"""What is told of a changed field of such a table; of any other that it has another effect."""
_MOST_WORDS: Final = 8
"""The most words of a language that are told."""


def _of_parts(old: Any, new: Any, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the differences between two versions of a lineage, a keyword or a ready deck."""
    for field in new.__struct_fields__:
        before, now = getattr(old, field), getattr(new, field)
        if before == now or field == "title":  # the titles of all of them are compared together
            continue
        if field == "cards":
            for number in sorted({*before, *now}):
                had, has = before.get(number, 0), now.get(number, 0)
                if had != has:
                    card = pgettext("card", names.get(number, number))
                    yield gettext("{now} instead of {before} of {card}", now=has, before=had, card=card)
        elif field in _FIGURES:
            yield _instead(gettext(_FIGURES[field], number=now), str(before))
        else:
            yield gettext(_OTHERS.get(field, N_("another effect")))


def _called(old: str, new: str) -> Iterator[str]:
    """Yield that something has another name: as written, if the current language has one for both."""
    if old == new:
        return
    now, before = pgettext("card", new), pgettext("card", old)
    if now == before:
        now, before = str.__str__(new), str.__str__(old)
    yield gettext("is called “{now}” instead of “{before}”", now=now, before=before)


def _of_words(old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield the differences of the translations, a phrase for each language."""
    for code in sorted({*old, *new}):
        before, now = old.get(code, {}), new.get(code, {})
        told = []
        for text in dict.fromkeys([*now, *before]):
            if text not in before:
                told.append(gettext("“{text}” is now “{word}”", text=text, word=now[text]))
            elif text not in now:
                told.append(gettext("“{text}” has no word any more", text=text))
            elif before[text] != now[text]:
                instead = gettext(
                    "“{text}” is “{now}” instead of “{before}”", text=text, now=now[text], before=before[text]
                )
                told.append(instead)
        shown, more = cut(told, _MOST_WORDS)
        if more:
            shown = [*shown, ngettext("{number} more word", "{number} more words", more)]
        if shown:
            yield gettext("words in {language}: {changes}", language=code, changes=listed(shown))


def _titles(titles: Iterable[str]) -> str:
    return listed([pgettext("card", title) for title in titles])
