"""Test cards for the rules: plain ones, and one for each feature of the rules.

Each has a name of one word, which the tests use.
"""

from __future__ import annotations

from typing import Any

from bot.engine.cards.words.counting import CountOf, HaveCost, Holds
from bot.engine.cards.words.dice import CoinShows, Dice, Reroll
from bot.engine.cards.words.hands import DrawCards, MillCost
from bot.engine.cards.words.logic import Choose, If, May
from bot.games.arclash.cards.cards import Advancement, CardSet, Character, DeckList, Library, Pool, Support
from bot.games.arclash.cards.words.abilities import (
    Ability,
    Cancel,
    DiscardCards,
    DiscardCost,
    Forbid,
    Keyword,
    KeywordName,
    Search,
)
from bot.games.arclash.cards.words.free_advance import FreeAdvance
from bot.games.arclash.cards.words.hands import DiscardDown, Guess, Look, Return
from bot.games.arclash.cards.words.levels import LevelDown, LevelDownCost
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff, PowerIs, PowerOf
from bot.games.arclash.cards.words.score import Score
from bot.games.arclash.cards.words.shield import Shield


def _from(word: str, *costs: Any, level: int = 0) -> Advancement:
    return Advancement(Filter(word=word), level, costs)


def _character(number: int, name: str, level: int, power: int, *more: Any, traits: str = "") -> Character:
    return Character(
        number=f"TST-{number:02}",
        name=name,
        level=level,
        power=power,
        traits=tuple(traits.split()),
        advances=tuple([one for one in more if isinstance(one, Advancement)]),
        abilities=tuple([one for one in more if isinstance(one, Ability)]),
    )


def _support(number: int, name: str, *effects: Any, **more: Any) -> Support:
    abilities = (Ability("played", effects, **more),) if effects else ()
    return Support(number=f"TST-{number:02}", name=name, abilities=abilities)


EMBER, TIDE = "Ember", "Tide"

CHARACTERS = (
    _character(1, "Spark", 1, 200, traits=EMBER),
    _character(2, "Flame", 2, 400, _from(EMBER), traits=EMBER),
    _character(3, "Blaze", 3, 600, _from(EMBER, DiscardCost(1)), traits=EMBER),
    _character(4, "Sun", 4, 900, _from(EMBER, DiscardCost(3)), traits=EMBER),
    _character(5, "Drop", 1, 200, traits=TIDE),
    _character(6, "Stream", 2, 400, _from(TIDE), traits=TIDE),
    _character(7, "River", 3, 650, _from(TIDE, DiscardCost(1, Filter(word=TIDE)), MillCost(2)), traits=TIDE),
    _character(
        8,
        "Ocean",
        4,
        800,
        _from(TIDE, HaveCost(Cards("discard"), 3), DiscardCost(1), DiscardCost(1, Filter(word=TIDE))),
        traits=TIDE,
    ),
    _character(9, "Leaper", 3, 500, _from("", level=1)),
    _character(10, "Turncoat", 2, 350, _from(EMBER, DiscardCost(2)), _from("", DiscardCost(1))),
    _character(11, "Emberling", 1, 150),
    _character(12, "Snuffer", 2, 300, _from("Spark")),
    _character(13, "Herald", 2, 300, _from(""), Ability("advance", (DrawCards(),))),
    _character(14, "Dawn", 1, 100, Ability("start-of-turn", (Buff(25),))),
    _character(15, "Bully", 1, 200, Ability("start-of-turn", (Buff(50),), PowerIs(rank="lowest"))),
    _character(16, "Drummer", 1, 200, Ability("start-of-battle", (Buff(Dice(times=25)),))),
    _character(
        17, "Warden", 2, 350, _from(""), Ability("always", (Buff(CountOf(Cards("discard"), times=25)),))
    ),
    _character(18, "Oath", 2, 300, _from(""), Ability("advance", (Buff(100, until="stack"),))),
    _character(19, "Lucky", 1, 200, Ability("roll", (Reroll(),), once=True)),
    _character(20, "Reaper", 2, 300, _from(""), Ability("end-of-battle", (DrawCards(),))),
    _character(21, "Frost", 2, 300, _from(""), Ability("always", (Debuff(50, "opponents"),))),
    _character(22, "Storm", 2, 300, _from(""), Ability("advance", (DiscardCards(how="random"),))),
    _character(
        23, "Counter", 2, 300, _from(""), Ability("always", (Buff(CountOf(Cards("hand"), times=25)),))
    ),
    _character(24, "Wanderer", 2, 300, _from("Spark"), _from("")),
    _character(25, "Heckler", 1, 200, Ability("support-played", (Buff(25),), once=True)),
    _character(26, "Mourner", 1, 200, Ability("level-lost", (DrawCards(),))),
    _character(
        28,
        "Twice",
        1,
        200,
        Ability("support-played", (Buff(25),), PowerIs(at_least=260), once=True),
        Ability("support-played", (Buff(10),), once=True),
    ),
    _character(29, "Usurper", 1, 100, Ability("start-of-turn", (LevelDown("opponents"),))),
    _character(71, "Rouser", 2, 300, _from(""), Ability("start-of-turn", (Buff(50),))),
    _character(72, "Felling", 2, 100, _from(""), Ability("advance", (LevelDown("opponents"),))),
    _character(
        30,
        "Luckier",
        1,
        200,
        Ability("roll", (Reroll(),), once=True),
        Ability("roll", (Reroll(),), once=True),
    ),
    _character(27, "Echoer", 2, 300, _from(""), Ability("support-played", (Debuff(10, "opponents"),))),
)
SUPPORTS = (
    _support(31, "Push", Buff(50)),
    _support(32, "Mire", Debuff(50)),
    _support(33, "Ward", Shield(("debuff", "level-down", "discard"))),
    _support(34, "Topple", LevelDown()),
    _support(35, "Scout", Search("deck", 1, Filter(kind="character"))),
    _support(36, "Peek", DiscardCards(how="you")),
    _support(37, "Riddle", Guess(right=(Debuff(100, "you"),), wrong=(Buff(100),))),
    _support(38, "Echo", Buff(50, until="next-turn")),
    _support(39, "Bargain", May((Buff(150),), (DiscardCost(1),))),
    _support(40, "Purge", DiscardCards("opponents")),
    _support(41, "Dice", Buff(Dice(times=25))),
    _support(42, "Coin", Buff(75), needs=CoinShows()),
    _support(43, "Blank"),
    _support(44, "Sift", Search("top", 1, Filter(), 3)),
    _support(45, "Dredge", Search("discard", 2)),
    _support(46, "Grind", DiscardCards("opponents", "deck", 3)),
    _support(47, "Kindle", Buff(100), needs=Holds(Cards("current", which=Filter(word=EMBER)))),
    _support(48, "Ruin", Debuff(999, "opponents")),
    _support(49, "Vow", Buff(50, until="stack")),
    _support(50, "Sacrifice", May((Buff(300),), (LevelDownCost(),))),
    _support(51, "Mirror", Buff(PowerOf("strongest-opponent", halved=True, at_most=100))),
    _support(52, "Drain", DiscardDown(2, "opponents")),
    _support(53, "Annul", Cancel()),
    _support(54, "Hush", Forbid()),
    _support(55, "Prize", If(CoinShows(), (Score(2),))),
    _support(56, "Spy", Look("opponents")),
    _support(57, "Recall", Return()),
    _support(58, "Bury", Return("support", to="deck")),
    _support(59, "Climb", FreeAdvance()),
    _support(60, "Ascend", FreeAdvance("deck", Filter(word=EMBER))),
    _support(61, "Gaze", Look(top=3)),
    _support(62, "Rise", FreeAdvance("discard")),
    _support(63, "Gap", Debuff(PowerOf("chosen", difference=True, at_most=60))),
    _support(
        64,
        "Ballot",
        Choose(
            ((DiscardCards("chosen", which=Filter(kind="character")),), (Debuff(50, "chosen"), DrawCards())),
            "opponents",
        ),
        Buff(10),
    ),
    Support(number="TST-65", name="Banner", keywords=("rally",)),
)


def _deck(title: str, words: str) -> DeckList:
    """Return a deck of two copies of each card, of Level 4 one."""
    cards = {}
    for name in words.split():
        card = BY_NAME[name]
        cards[card.number] = 1 if card.level == 4 else 2
    return DeckList(title, cards)


BY_NAME = {card.name: card for card in (*CHARACTERS, *SUPPORTS)}
DECKS = {
    "ember": _deck(
        "The Embers",
        "Spark Lucky Flame Blaze Leaper Herald Snuffer Frost Push Mire Dice Topple Riddle Scout Ward",
    ),
    "tide": _deck(
        "The Tides",
        "Drop Dawn Stream River Counter Warden Oath Reaper Storm Push Peek Bargain Purge Dredge Sift",
    ),
    "mixed": _deck(
        "Everything Else",
        "Drummer Bully Spark Turncoat Leaper Flame Blaze Oath Coin Grind Kindle Vow Echo Topple Peek",
    ),
    "high": _deck(
        "High Water",
        "Drop Stream River Ocean Herald Leaper Push Mire Dice Ward Echo Coin Purge Scout Riddle",
    ),
}
DECKS["high"].cards[BY_NAME["Blank"].number] = 1
DECKS["asked"] = _deck(
    "Asked For",
    "Spark Heckler Mourner Flame Echoer Blaze Mirror Drain Annul Hush Prize Spy Recall Climb Ascend",
)
DECKS["also"] = _deck(
    "Asked For Too",
    "Spark Mourner Herald Storm Blaze Oath Gaze Rise Gap Bury Spy Climb Topple Banner Ballot",
)

RALLY = Keyword("played", (Buff(25), DrawCards()), name=KeywordName(en="Rally", de="Sammeln"))
TEST_SET = CardSet(
    key="test", title="Test", keywords={"rally": RALLY}, characters=CHARACTERS, supports=SUPPORTS, decks=DECKS
)
POOL = Pool((TEST_SET,))
LIBRARY = Library(POOL)


def number_of(name: str) -> str:
    """Return the set number of a card."""
    return BY_NAME[name].number
