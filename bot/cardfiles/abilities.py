"""What cards do: whether it can be meant (E4xx). What goes beyond the designers' guide is said elsewhere."""

from __future__ import annotations

from bot.cardfiles.collecting import Add
from bot.cardfiles.conditions import check_condition
from bot.cardfiles.flow import REMEMBERED, check_flow
from bot.cardfiles.places import Place
from bot.cardfiles.tree import children, nodes
from bot.engine.cards.bounds import DEPTH, NODES, measure_all
from bot.engine.cards.nodes import (
    Ability,
    Amount,
    Buff,
    Cards,
    Choose,
    CoinShows,
    Debuff,
    Dice,
    DieShows,
    DiscardCards,
    DrawCards,
    Filter,
    Guess,
    HaveCost,
    If,
    LevelDown,
    May,
    Node,
    PowerIs,
    Reroll,
    Search,
    Shield,
)
from bot.engine.language import N_, gettext
from bot.games.arclash.cards import AnyCard, Character, Support

_OF_SUPPORTS = ("played", "always", "end-of-battle", "roll")
_OF_CHARACTERS = ("start-of-turn", "advance", "start-of-battle", "always", "end-of-battle", "roll")
_NO_TRIGGER = {
    "support": N_('a Support has no "{trigger}": it could be {triggers}.'),
    "character": N_('a Character has no "{trigger}": it could be {triggers}.'),
}
_GIVEN_AWAY = {
    "hand": N_("everybody would see by the power which cards are in a hand: count them all."),
    "deck": N_("everybody would see by the power which cards are in a deck: count them all."),
}


def check_abilities(card: AnyCard, place: Place, add: Add) -> None:
    """Note everything about what this card does that cannot be meant."""
    for number, ability in enumerate(card.abilities):
        where = (*place, "abilities", number)
        _check_trigger(card, ability, where, add)
        _check_moment(ability, where, add)
        check_flow(ability, where, add)
        for inner, node in nodes(ability, where):
            check_condition(node, inner, add)
            _check_node(node, inner, add)
            _check_lasting(card, ability, node, inner, add)
    if isinstance(card, Character):
        for number, advancement in enumerate(card.advances):
            for inner, node in nodes(advancement, (*place, "advances", number)):
                _check_node(node, inner, add)
    _check_size(card, place, add)


def _check_size(card: AnyCard, place: Place, add: Add) -> None:
    size = measure_all(card.abilities)
    if size.nodes > NODES:
        sentence = gettext(
            "its abilities have {number} parts; {most} at most. Make it simpler.",
            number=size.nodes,
            most=NODES,
        )
        add("E415", place, sentence)
    if size.depth > DEPTH:
        sentence = gettext(
            "parts of its abilities are {number} deep within each other; {most} at most.",
            number=size.depth,
            most=DEPTH,
        )
        add("E416", place, sentence)


def _check_trigger(card: AnyCard, ability: Ability, place: Place, add: Add) -> None:
    allowed = _OF_SUPPORTS if isinstance(card, Support) else _OF_CHARACTERS
    if ability.on not in allowed:
        sentence = gettext(_NO_TRIGGER[card.kind], trigger=ability.on, triggers=", ".join(allowed))
        add("E401", (*place, "on"), sentence)
    elif card.level == 1 and ability.on == "advance":
        sentence = gettext("nobody advances to a Level 1, so that this never happens.")
        add("E419", (*place, "on"), sentence)
    elif card.level == 4 and ability.on == "start-of-turn":
        sentence = gettext("a Level 4 goes down at the end of its turn, so that it never sees one start.")
        add("E419", (*place, "on"), sentence)


def _check_moment(ability: Ability, place: Place, add: Add) -> None:
    """Look at abilities of which only some effects are possible."""
    if ability.on == "always":
        _check_always(ability, place, add)
        return
    for inner, node in nodes(ability, place):
        if ability.on == "roll" and isinstance(node, Dice | DieShows | CoinShows):
            sentence = gettext("rolling or tossing here would set it off again; it can only roll again.")
            add("E405", inner, sentence)
        elif ability.on == "roll" and getattr(node, "whose", "") in REMEMBERED:
            sentence = gettext('nobody can choose whom here: say "you", "opponents" or "everyone".')
            add("E405", inner, sentence)
        elif ability.on != "roll" and isinstance(node, Reroll):
            add("E404", inner, gettext('only an ability with on = "roll" can roll again.'))
    if ability.on == "roll":
        for number, effect in enumerate(ability.then):
            if not isinstance(effect, Reroll):
                sentence = gettext('an ability with on = "roll" can do nothing but { do = "reroll" }.')
                add("E405", (*place, "then", number), sentence)


def _check_always(node: Node, place: Place, add: Add) -> None:
    """Note what cannot be in force all the time; what is within such a thing is not told as well."""
    told = _not_always(node)
    if told:
        add(told[0], place, told[1])
        return
    if isinstance(node, Ability) and node.once:
        sentence = gettext('an "always" ability is in force all the time: leave it out.')
        add("E418", (*place, "once"), sentence)
    for step, inner in children(node):
        _check_always(inner, (*place, *step), add)


def _not_always(node: Node) -> tuple[str, str] | None:
    whose = getattr(node, "whose", "")
    if isinstance(node, Dice | DieShows | CoinShows):
        return "E406", gettext('chance has no place in an "always" ability: use start-of-battle or played.')
    if isinstance(node, Reroll):
        return "E404", gettext('only an ability with on = "roll" can roll again.')
    if isinstance(node, DrawCards | Search | DiscardCards | LevelDown | Guess):
        return "E409", gettext('this happens once, and an "always" ability is in force all the time.')
    if isinstance(node, May | Choose):
        return "E407", gettext('nobody can choose anything in an "always" ability.')
    if isinstance(node, PowerIs) or whose in ("strongest-opponent", "weakest-opponent"):
        return "E408", gettext(
            'power cannot be asked for in an "always" ability, which could go round in a circle.'
        )
    if whose in REMEMBERED:
        return "E407", gettext('somebody would have to choose whom: say "you", "opponents" or "everyone".')
    if isinstance(node, Cards) and node.zone in ("hand", "deck") and node.which != Filter():
        return "E410", gettext(_GIVEN_AWAY[node.zone])
    return None


def _check_node(node: Node, place: Place, add: Add) -> None:
    if isinstance(node, Search):
        _check_search(node, place, add)
    elif isinstance(node, DiscardCards):
        _check_discard(node, place, add)
    elif isinstance(node, HaveCost) and node.cards.whose != "you":
        sentence = gettext('only your own cards can be a cost: leave "whose" out.')
        add("E420", (*place, "cards", "whose"), sentence)
    if _does_nothing(node):
        add("E417", place, gettext("this does nothing."))


def _check_search(node: Search, place: Place, add: Add) -> None:
    if node.where == "top" and not node.top:
        add("E411", place, gettext("say how many cards are looked at: top = 5, for example."))
    elif node.where != "top" and node.top:
        add("E411", (*place, "top"), gettext('this belongs to where = "top" alone.'))
    if node.to == "deck" and node.where != "discard":
        sentence = gettext('only cards of the discard pile can go into the deck: where = "discard".')
        add("E412", (*place, "to"), sentence)


def _check_discard(node: DiscardCards, place: Place, add: Add) -> None:
    if node.zone == "deck" and node.how != "owner":
        sentence = gettext("nobody chooses among the top cards of a deck: leave it out.")
        add("E418", (*place, "how"), sentence)
    if node.which == Filter():
        return
    if node.zone == "deck":
        sentence = gettext("the top cards of a deck are discarded whatever they are: leave it out.")
        add("E418", (*place, "which"), sentence)
    elif node.how == "random":
        sentence = gettext("cards at random are discarded whatever they are: leave it out.")
        add("E418", (*place, "which"), sentence)


def _does_nothing(node: Node) -> bool:
    if isinstance(node, Buff | Debuff):
        return _is_nothing(node.by)
    if isinstance(node, DrawCards | DiscardCards):
        return _is_nothing(node.count)
    if isinstance(node, If):
        return not (node.then or node.otherwise)
    if isinstance(node, May):
        return not node.then
    if isinstance(node, Guess):
        return not (node.right or node.wrong)
    return isinstance(node, Choose) and not any(node.options)


def _is_nothing(amount: Amount) -> bool:
    return amount == 0 if isinstance(amount, int) else amount.times == 0


def _check_lasting(card: AnyCard, ability: Ability, node: Node, place: Place, add: Add) -> None:
    """Look at how long an effect lasts."""
    if not isinstance(node, Buff | Debuff | Shield):
        return
    if ability.on == "always":
        if node.until != "turn":
            sentence = gettext(
                'what an "always" ability does lasts as long as its card is there: leave it out.'
            )
            add("E418", (*place, "until"), sentence)
    elif node.until == "stack" and isinstance(card, Support):
        sentence = gettext('a Support is in no stack: say "turn" or "next-turn".')
        add("E418", (*place, "until"), sentence)
    elif node.until == "turn" and ability.on == "end-of-battle" and not isinstance(node, Shield):
        sentence = gettext('the battle is over and the turn as good as: say until = "next-turn".')
        add("E417", place, sentence)
