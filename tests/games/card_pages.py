"""The pages on the cards of each game: their examples, with the texts that the bot writes.

`python -m tests.games.card_pages` writes these texts into the pages again, after an intended change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from bot.engine.cards.files.reading import ReadResult, read_card_set
from bot.engine.cards.matching import Rank
from bot.engine.cards.nodes import WhoseT
from bot.games.arclash.cardgame import FORMAT as ARCLASH
from bot.games.arclash.cards import cards as arclash
from bot.games.arclash.cards import words as arclash_words
from bot.games.arclash.cards.cardtext import rules_text
from bot.games.arclash.cards.words import abilities as arclash_abilities
from bot.games.arclash.cards.words import field as arclash_field
from bot.games.arclash.cards.words import places as arclash_places
from bot.games.neocombat.cardgame import card_text
from bot.games.neocombat.cards import cards as neo_cards
from bot.games.neocombat.cards import format as neo_format
from bot.games.neocombat.cards import varans
from bot.games.neocombat.cards import words as neo_words
from bot.games.neocombat.cards.words import pieces as neo_pieces
from bot.games.neocombat.cards.words.abilities import PlayedIn
from bot.games.neocombat.cards.words.field import Reference as NeoReference
from bot.games.neocombat.cards.words.field import State, Threat
from bot.games.overcross.cards import cards, checks, printed, words
from bot.games.overcross.cards.cardtext import ability_texts
from bot.games.overcross.cards.field import Trigger
from bot.games.overcross.cards.words.pieces import Reference
from bot.games.overcross.cards.words.static_effects import Until
from tests.engine.cards.card_files.sound import BASE, SOUND

_BLOCK = re.compile(r"```toml ?(?P<kind>\w*)\n(?P<content>.*?)```\n(?P<text>(?:\n> [^\n]*\n)*)", re.DOTALL)
_SET = 'key = "example"\ntitle = "Example"\n'
_FACE = 'number = "TST-01"\nname = "Example"\n'
_COSTS = "deck = 2\nplay = 1\n"


class Page(NamedTuple):
    """A page on the cards of a game."""

    key: str
    """Of the game."""
    path: Path
    format: Any
    before: Mapping[str, str]
    """The text before an example of each kind, in a set that contains it."""
    texts: Callable[[Any], Sequence[str]]
    """Returns the texts of the bot for a card."""
    structs: Sequence[Any]
    """The structs with keys of their own on these cards."""
    closed: Sequence[Any]
    """The possible values of keys."""
    elsewhere: frozenset[str] = frozenset()
    """Keys and words of several games, which docs/CARDS.md explains, held by a test."""
    advised: tuple[str, ...] = ()
    """The advice for its whole sets."""
    base: Any = None
    """The cards that its sets may refer to."""
    told_before: Mapping[str, int] = MappingProxyType({})
    """The number of texts on a card from the part before an example of each kind."""

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def further(self) -> Path:
        """The file with further examples, a set that can be played."""
        return _DOCS / "examples" / f"{self.key}.toml"

    def further_texts(self) -> list[str]:
        """Return the bot's texts for the cards of that file."""
        reading = read_card_set(self.further.read_text(encoding="utf-8"), self.further.name, self.format)
        assert {each.code for each in reading.findings} <= set(self.advised)
        return [text for _, card in self.format.cards_of(reading.set) for text in self.texts(card)]

    @property
    def examples(self) -> list[tuple[str, str]]:
        """Return whole files (""), and effects by kind of card."""
        return [(found["kind"], found["content"]) for found in _BLOCK.finditer(self.text)]

    def reading_of(self, kind: str, content: str) -> ReadResult:
        """Read a set with an example in it."""
        return read_card_set(f"{self.before[kind]}{content}", "example.toml", self.format, self.base)

    def texts_of(self, kind: str, content: str) -> list[str]:
        """Return the bot's texts for the card of an example, which is the last one."""
        reading = self.reading_of(kind, content)
        assert reading.set is not None, [str(each) for each in reading.findings]
        *_, (_, card) = self.format.cards_of(reading.set)
        return list(self.texts(card))[self.told_before.get(kind, 0) :]

    def written(self) -> str:
        """Return the page with the text of every example after it."""
        return _BLOCK.sub(self._with_text, self.text)

    def _with_text(self, found: re.Match[str]) -> str:
        kind, content = found["kind"], found["content"]
        if not kind:
            return found.group()
        quoted = "".join([f"\n> {text}\n" for text in self.texts_of(kind, content)])
        return f"```toml {kind}\n{content}```\n{quoted}"


def _arclash_before() -> Mapping[str, str]:
    """Return a valid set of Arclash up to the abilities of its Support, and one up to those of its Level 3.

    The Level 3 is the last card there.
    """
    *herons, _ripple = SOUND.split("\n[[")
    level_3 = herons.pop(3)
    to_level_3 = {"character": "abilities", "way": "advances"}
    ends = {kind: "\n[[".join([*herons, level_3.partition(key)[0]]) for kind, key in to_level_3.items()}
    return {"": "", "support": SOUND[: SOUND.rindex("abilities")], **ends}


_DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "arclash": Page(
        key="arclash",
        path=_DOCS / "CARDS.md",
        format=ARCLASH,
        before=_arclash_before(),
        texts=rules_text,
        structs=(
            *arclash_words.VOCABULARY.words, arclash_words.Ability, arclash_words.Cards,
            arclash_places.Filter, arclash_words.Keyword, arclash_abilities.KeywordName,
            arclash.Lineage, arclash.Advancement,
            arclash.Character, arclash.Support, arclash.DeckList, arclash.CardSet,
        ),
        closed=(
            arclash_abilities.Trigger, arclash_words.VOCABULARY.of(WhoseT), arclash_field.Zone,
            arclash_field.Until, Rank, arclash.Motif,
        ),
        base=BASE,
        told_before={"character": 1},
    ),
    "neo-combat": Page(
        key="neo-combat",
        path=_DOCS / "CARDS_NEO_COMBAT.md",
        format=neo_format.FORMAT,
        before={"": "", "action": f'{_SET}traits = ["shade"]\n[[actions]]\n{_FACE}copies = 2\n'},
        texts=card_text,
        structs=(
            *neo_words.VOCABULARY.words, neo_words.PlayedAbility, neo_words.Reaction, neo_pieces.Target,
            neo_pieces.User, neo_cards.CardSet, neo_cards.ActionCard, varans.Varan,
        ),
        closed=(Threat, State, NeoReference, PlayedIn, varans.Attribute, neo_words.VOCABULARY.of(WhoseT)),
        elsewhere=frozenset({"artist", "at_least", "at_most", "parity", "sides", "words"}),
    ),
    "overcross": Page(
        key="overcross",
        path=_DOCS / "CARDS_OVERCROSS.md",
        format=checks.FORMAT,
        before={
            "": "",
            "character": f"{_SET}[[characters]]\nspeed = 3\ndefense = 3\n{_FACE}{_COSTS}",
            **{kind: f"{_SET}[[{kind}s]]\n{_FACE}{_COSTS}" for kind in ("edit", "terrain", "event")},
        },
        texts=ability_texts,
        structs=(
            *words.VOCABULARY.words, words.Ability, words.Pieces, words.Filter, printed.Attack, cards.CardSet,
            cards.Character, cards.Edit, cards.Terrain, cards.Happening, cards.DeckList,
        ),
        closed=(
            Trigger, Until, Reference, words.VOCABULARY.of(WhoseT), printed.Genre, printed.Mark,
            printed.Reach, printed.Size, printed.ActionKind, cards.Motif,
        ),
        elsewhere=frozenset(
            {
                *("artist", "at_least", "at_most", "dice", "halved", "once", "options", "otherwise"),
                *("parity", "sides", "times", "who", "words", "zone"),
                *get_args(cards.Motif),
            }
        ),
        advised=("A303",),
    ),
}  # fmt: skip


if __name__ == "__main__":
    for page in PAGES.values():
        page.path.write_text(page.written(), encoding="utf-8")
