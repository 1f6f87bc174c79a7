"""The card files of Overcross, and the checks of cards and sets (OVC-02, OVC-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.base.language import N_, gettext
from bot.engine.cards.files.finding import quoted
from bot.engine.cards.flow import Add
from bot.engine.cards.format import CardFormat, placed
from bot.engine.cards.nodes import ALWAYS, EffectNode, Fault, Node, NodePath, nodes
from bot.engine.cards.references import (
    TABLES,
    check_content,
    check_deck_cards,
    check_deck_key,
    check_numbers,
    check_set_key,
)
from bot.games.overcross.cards.cards import AnyCard, CardSet, Character, Edit, Happening, Pool, Terrain
from bot.games.overcross.cards.decks import DeckRules, deck_faults, marks_of
from bot.games.overcross.cards.field import BEARER, SELF
from bot.games.overcross.cards.guide import advice, unjudged
from bot.games.overcross.cards.objectives import lacking, served
from bot.games.overcross.cards.words import (
    VOCABULARY,
    Ability,
    ChangeNumbers,
    Damage,
    Destroy,
    DestroyThisCost,
    Discount,
    Forbid,
    Heal,
    If,
    May,
    Pieces,
    SetCounters,
    StaticEffect,
    ToHand,
    TurnsAttached,
    ZoneRows,
)
from bot.games.overcross.cards.words.motion import Move, Push, Redeploy, Teleport
from bot.games.overcross.cards.words.pieces import OnPieces

_OF_BOTH = (
    "deployed", "turn", "end-of-turn", "attacks", "hits", "rolled", "damaged", "dies", "kills", "acts",
    "activated", ALWAYS,
)  # fmt: skip
TRIGGERS: Mapping[str, Sequence[str]] = {
    "character": _OF_BOTH,
    "edit": ("attached", *_OF_BOTH[1:]),
    "terrain": ("entered", "turn", "end-of-turn", ALWAYS),
    "event": ("played",),
}
"""The possible triggers of each kind of card."""
_NO_TRIGGER = {
    "character": N_('a Character has no "{trigger}": it could be {triggers}.'),
    "edit": N_('an Edit has no "{trigger}": it could be {triggers}.'),
    "terrain": N_('a Terrain has no "{trigger}": it could be {triggers}.'),
    "event": N_('an Event has no "{trigger}": it could be {triggers}.'),
}


def ability_faults(card: AnyCard, ability: Ability) -> Iterator[Fault]:
    """Yield the faults of an ability on this card."""
    allowed = TRIGGERS[card.kind]
    if ability.on not in allowed:
        sentence = gettext(_NO_TRIGGER[card.kind], trigger=ability.on, triggers=", ".join(allowed))
        yield "E401", ("on",), sentence
    yield from _key_faults(card, ability)
    for place, node in nodes(ability):
        if isinstance(node, OnPieces | Move):
            yield from _to_faults(card, ability, node, place)
        if isinstance(node, Pieces):
            if node.inside and not isinstance(card, Terrain):
                yield "E442", (*place, "inside"), gettext("only a Terrain has an area to be inside of.")
            if node.within and node.of == "self" and not isinstance(card, Character | Edit):
                sentence = gettext(
                    'only a Character or an Edit is somewhere: say of = "it", or inside = true.'
                )
                yield "E442", (*place, "within"), sentence
        if isinstance(node, EffectNode):
            yield from _effect_faults(card, ability, node, place)
        elif isinstance(node, TurnsAttached | DestroyThisCost) and not isinstance(card, Edit):
            yield "E442", place, gettext("only an Edit is attached and has this.")
        elif isinstance(node, TurnsAttached) and ability.on not in ("turn", "end-of-turn", ALWAYS):
            yield "E418", place, gettext('this counts turns: on = "turn", "end-of-turn" or "always".')


def _key_faults(card: AnyCard, ability: Ability) -> Iterator[Fault]:
    """Yield keys of an ability that belong to other triggers."""
    for key, fits in _KEYS.items():
        if getattr(ability, key) != _DEFAULTS[key] and not fits(card, ability):
            yield "E418", (key,), gettext(_MISPLACED[key])
    if ability.once and card.kind == "event":
        yield "E418", ("once",), gettext("an Event happens once: leave it out.")
    if [isinstance(cost, DestroyThisCost) for cost in ability.pay].count(True) > 1:
        yield "E418", ("pay",), gettext("this card is destroyed but once.")
    if ability.on == "rolled" and not ability.faces:
        yield "E443", ("faces",), gettext("say what the die shows: faces = [6], for example.")


_DEFAULTS = dict(zip(Ability.__struct_fields__[2:], Ability.__struct_defaults__, strict=True))
_KEYS: Mapping[str, Callable[[AnyCard, Ability], bool]] = {
    "size": lambda _, ability: ability.on == "activated",
    "pay": lambda _, ability: ability.on == "activated",
    "instead": lambda _, ability: ability.on == "dies",
    "bearers": lambda card, ability: isinstance(card, Edit) and ability.on not in ("activated", ALWAYS),
    "faces": lambda _, ability: ability.on == "rolled",
}
"""The abilities for which each key has a meaning."""
_MISPLACED = {
    "size": N_('only abilities with on = "activated" take an action: leave it out.'),
    "pay": N_('only abilities with on = "activated" have a price: leave it out, or say "may".'),
    "instead": N_('this belongs to on = "dies" alone.'),
    "bearers": N_("only an Edit can let the bearer's player do something, when it happens by itself."),
    "faces": N_('this belongs to on = "rolled" alone.'),
}


def _of_the_dead(node: OnPieces | Move) -> bool:
    """Whether an effect concerns the Character that died, or pieces near it."""
    if isinstance(node.to, Pieces):
        return node.to.within > 0
    return not isinstance(node, Destroy)


def _to_faults(card: AnyCard, ability: Ability, node: OnPieces | Move, place: NodePath) -> Iterator[Fault]:
    """Yield references to pieces that an effect of this card cannot have."""
    if node.to == "bearer" and not isinstance(card, Edit):
        yield "E442", (*place, "to"), gettext("only an Edit has a bearer.")
    elif node.to == "self" and isinstance(card, Happening):
        yield "E442", (*place, "to"), gettext("an Event is no piece: name others.")
    elif node.to == "self" and not isinstance(card, Character) and not isinstance(node, Destroy):
        yield (
            "E442",
            (*place, "to"),
            gettext('this happens to Characters: say "bearer", "it", or name others.'),
        )
    kinds: tuple[str, ...] = ()
    if isinstance(node.to, Pieces):
        kinds = node.to.kind
    elif isinstance(node, Destroy) and node.to == "self" and isinstance(card, Character):
        kinds = ("character",)
    if ability.on == "dies" and not ability.instead and _of_the_dead(node):
        yield (
            "E447",
            (*place, "to"),
            gettext("a dead Character is not on the grid any more: say instead = true."),
        )
    for kinds_of, words, effects in _CAN_BE:
        wrong = [kind for kind in kinds if kind not in kinds_of]
        if wrong and isinstance(node, effects):
            yield "E441", (*place, "to"), gettext(words)


_CAN_BE: Sequence[tuple[Sequence[str], str, tuple[type, ...]]] = (
    (("edit", "terrain"), N_("Edits and Terrains are destroyed; a Character takes counters."), (Destroy,)),
    (
        ("character", "terrain"),
        N_("Characters and Terrains can have counters, Edits cannot."),
        (Damage, Heal),
    ),
    (
        ("character",),
        N_("this happens to Characters alone."),
        (ChangeNumbers, Forbid, Push, Redeploy, SetCounters, Teleport, ToHand),
    ),
)
"""The possible kinds of pieces of each effect, and the message for others."""


def _effect_faults(card: AnyCard, ability: Ability, node: EffectNode, place: NodePath) -> Iterator[Fault]:
    """Yield effects that belong to other cards or triggers."""
    if isinstance(node, May) and any(isinstance(cost, DestroyThisCost) for cost in node.pay):
        sentence = gettext(
            'only abilities with on = "activated" have this price: put { do = "destroy" } into "then".'
        )
        yield "E442", (*place, "pay"), sentence
    if isinstance(node, StaticEffect):
        if ability.on != ALWAYS:
            yield "E444", place, gettext('this is so all the time: on = "always".')
        elif not isinstance(card, Character | Edit) and not isinstance(node, Discount | ZoneRows):
            yield "E442", place, gettext("only a Character or an Edit can have this.")
    until = getattr(node, "until", "turn")
    if ability.on == ALWAYS and until != "turn":
        sentence = gettext('what an "always" ability does lasts as long as its card is there: leave it out.')
        yield "E418", (*place, "until"), sentence
    if ability.on == ALWAYS and isinstance(node, If) and not isinstance(card, Edit):
        yield "E406", place, gettext("nothing to ask for is known all the time, but on an Edit.")


def card_faults(card: AnyCard) -> Iterator[Fault]:
    """Yield printed values that contradict each other (OVC-02, OVC-05, OVC-23)."""
    leader = card.mark == "leader"
    if leader != (card.deck == 0):
        yield "E445", ("deck",), gettext("a Leader has no deck cost, and every other card has one.")
    if leader != (card.play == 0):
        yield "E445", ("play",), gettext("a Leader has no play cost, and every other card has one.")
    acts = isinstance(card, Character) or (
        isinstance(card, Terrain) and (card.obstructive or card.blocks or card.slow)
    )
    if not acts and not card.abilities:
        yield "E446", (), gettext("this card does nothing: give it abilities.")
    if isinstance(card, Terrain) and card.obstructive and card.slow:
        yield "E418", ("slow",), gettext("no Character can enter obstructive Terrain: leave it out.")


def check_references(card_set: CardSet, base: Sequence[CardSet], add: Add) -> None:
    """Report duplicates, impossible printed values, and illegal ready decks."""
    known = Pool([one for one in base if one.key != card_set.key])
    check_set_key(card_set, base, add)
    check_numbers(placed(card_set, Pool.fields), known.cards, add)
    for place, card in placed(card_set, Pool.fields):
        for code, step, sentence in card_faults(card):
            add(code, (*place, *step), sentence)
    check_content(card_set, Pool.cards_of(card_set), add)
    _check_decks(card_set, known, add)
    _check_objectives(card_set, known, add)


def _check_objectives(card_set: CardSet, known: Pool, add: Add) -> None:
    """Report the objectives for which a set has no Leader or Champion (OVC-23, OVC-24)."""
    own = Pool.cards_of(card_set)
    for side in dict.fromkeys([card.side for card in own if card.side]):
        marks = marks_of(side, (*known.cards.values(), *own))
        if lacking(marks):
            sentence = N_("the side {side} has {lacking}: its decks can play {served}, and nothing else.")
            name = quoted(side)
            add("A303", (), gettext(sentence, side=name, lacking=lacking(marks), served=served(marks)))


def _check_decks(card_set: CardSet, known: Pool, add: Add) -> None:
    """Report unknown cards and rule violations in the ready decks (OVC-05)."""
    cards = {**known.cards, **{card.number: card for card in Pool.cards_of(card_set)}}
    for key, deck in card_set.decks.items():
        check_deck_key(key, known.decks, add)
        if not check_deck_cards(key, deck, cards, add):
            for fault in deck_faults(deck.cards, cards, DeckRules(deck.points)):
                add("E502", ("decks", key, "cards"), fault)


def _attacks(card: AnyCard) -> list[tuple[NodePath, Node]]:
    """Return the printed attacks of a card with their paths."""
    attacks = card.attacks if isinstance(card, Character) else ()
    return [(("attacks", number), attack) for number, attack in enumerate(attacks)]


_ABOUT: Mapping[str, str] = {"character": SELF, "edit": BEARER}
"""The piece that the abilities of a kind of card are about."""

FORMAT = CardFormat(
    vocabulary=VOCABULARY,
    file=CardSet,
    cards=Pool.fields,
    tables={
        **TABLES,
        "Edit": N_("an Edit"),
        "Terrain": N_("a Terrain"),
        "Happening": N_("an Event"),
        "Attack": N_("an attack"),
        "Pieces": N_("the target"),
    },
    ability=ability_faults,
    references=check_references,
    advice=advice,
    further=_attacks,
    grown=frozenset({"E447"}),
    unjudged=unjudged,
    about=lambda card: _ABOUT.get(card.kind, ""),
)
"""The content of a card, its places in a file, and its checks."""
