"""The screens by which all actions are possible without typing: the first ones, and each path's screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.explaining import Answer
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.wording import deck_played
from bot.engine.contract import Action
from bot.engine.decks import Card
from bot.engine.grid import lowest
from bot.engine.menus import TEXT, Setting, buttons, orders_screen, select
from bot.engine.sentences import fit, safe
from bot.engine.wording import Choice, Focus, Group, Menu, UnavailableChoice
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.menus.context import MenuContext, card_text, read_button, reading_screen
from bot.games.overcross.menus.turn_screens import turn_screen
from bot.games.overcross.rules.actions import (
    NO_SQUARE,
    Attack,
    Begin,
    Choose,
    Discard,
    Keep,
    Move,
    Name,
    Play,
    Redraw,
    TakeDeck,
    Withdraw,
)
from bot.games.overcross.rules.legal import TURN_PHASES
from bot.games.overcross.rules.turns import HAND_LIMIT, Orders
from bot.games.overcross.wording.board_text import waiting_for
from bot.games.overcross.wording.names import Talk, mark_words, once_each
from bot.games.overcross.wording.questions import answers, question_words

# The screen of the standing orders of Overcross.


SETTINGS = (
    Setting(
        "offers",
        N_("What you may do out of your turn"),
        {
            "ask": N_("What I may do: ask me"),
            "no": N_("What I may do: no"),
            "yes": N_("What I may do: yes"),
        },
    ),
    Setting(
        "only",
        N_("A single answer"),
        {
            False: N_("A single answer: I give it myself"),
            True: N_("A single answer: give it for me"),
        },
    ),
    Setting(
        "first",
        N_("The first hand"),
        {False: N_("First hand: ask me"), True: N_("First hand: keep it")},
    ),
)


def orders_menu(orders: Orders) -> Menu:
    """Return the screen of the orders."""
    about = gettext(
        "They answer what a card asks you while it is not your turn. To hit and to save is rolled without"
        " asking anybody."
    )
    return orders_screen(orders, SETTINGS, about)


# Actions that a turn's screens do not offer, with the reason: cards, Characters, targets.


_TARGETS = 3
"""The maximum number of unreachable enemies that the screen of a Character explains, the nearest first."""


def unavailable(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[UnavailableChoice]:
    """Return the missing actions of a screen of the seat in turn."""
    if talk.view.question is not None or talk.view.phase not in TURN_PHASES:
        return ()
    context = MenuContext(talk, legal)
    if not path:
        return (*_cards(context), *_characters(context))
    chosen = [card for card in context.able if path == (f"u{card}",)]
    return tuple([each for card in chosen for each in _targets(context, card)])


def _cards(context: MenuContext) -> Iterator[UnavailableChoice]:
    """Yield the hand cards that cannot be played; once the actions have begun, only one for all."""
    talk = context.talk
    hand = [card for card in once_each(talk, talk.view.hand) if card not in context.plays]
    if talk.view.phase != "cards":
        yield from [UnavailableChoice(gettext("your cards"), _play(talk, card)) for card in hand[:1]]
        return
    for card in hand:
        yield UnavailableChoice(safe(talk.plain(card)), _play(talk, card))


def _play(talk: Talk, card: Card) -> Play:
    """Return the play of a card on its usual kind of square."""
    queries, kind = talk.queries, talk.face(card).kind
    if kind == "event":
        return Play(card, NO_SQUARE)
    if kind == "terrain":
        return Play(card, queries.grid.size // 2)
    return Play(card, lowest(queries.zone(talk.view.current)))


def _characters(context: MenuContext) -> Iterator[UnavailableChoice]:
    """Yield the player's Characters that cannot act any more in this turn."""
    for piece in context.talk.view.pieces:
        if piece.seat != context.talk.view.current or piece.card in context.able:
            continue
        # A Character's expected action: to attack the nearest enemy, else to move.
        enemies = _nearest(context.talk, piece)
        if context.talk.queries.attacks(piece.card) and enemies:
            wanted: Action | None = Attack(piece.card, enemies[0].square, 0)
        else:
            free = context.talk.queries.free
            wanted = Move(piece.card, lowest(free)) if free else None
        if wanted:
            yield UnavailableChoice(safe(context.talk.plain(piece.card)), wanted)


def _nearest(talk: Talk, piece: Piece) -> list[Piece]:
    """Return the enemies on the grid, the nearest first."""
    enemies = [each for each in talk.view.pieces if each.seat != piece.seat and each.square != OFF]
    if piece.square == OFF:
        return enemies
    return sorted(enemies, key=lambda one: talk.queries.grid.chebyshev(piece.square, one.square))


def _targets(context: MenuContext, card: Card) -> Iterator[UnavailableChoice]:
    """Yield the enemies that a Character's first attack does not reach from its square."""
    talk, piece = context.talk, context.talk.queries.piece(card)
    if piece is None or not talk.queries.attacks(card):
        return
    reached = {attack.at for attack in context.attacks.get(card, ())}
    for enemy in [each for each in _nearest(talk, piece) if each.square not in reached][:_TARGETS]:
        yield UnavailableChoice(talk.piece(enemy.card), Attack(card, enemy.square, 0))


# The screen of a card's question: its text, the question, the answers.


def question_screen(context: MenuContext, path: tuple[str, ...]) -> Menu:
    """Return the screen of the viewer's question; an answer is sent at once."""
    question = context.talk.view.question
    assert question is not None, "only who is asked comes here"
    legal = set(context.of(Choose))
    possible = [answer for answer in answers(context.talk, question) if Choose(answer.value) in legal]
    if question.kind == "square":
        # If there are many squares to choose from, those of one row.
        by_square = {one.value: _choice(context, one) for one in possible if one.value != STOP}
        if lane := context.lane(by_square, path):
            return context.lane_menu(_text(context, question), lane.title, lane, by_square)
        lanes = context.lanes(gettext("The square"), by_square)
        reach = Focus(reach=frozenset(by_square))
        return Menu(_text(context, question), (*lanes, *_row(context, possible)), reach)
    # The squares of the Characters and terrains that can be chosen.
    if question.kind != "piece":
        pointed: dict[int, str] = {}
    else:
        squares = map(context.talk.queries.where, question.options)
        pointed = dict.fromkeys([square for square in squares if square != OFF], "")
    focus = Focus(targets=pointed)
    choices = [_choice(context, one) for one in possible if one.value != STOP]
    if question.kind in ("may", "direction") or len(choices) == 1:
        groups = buttons(choices)
    else:
        groups = select(gettext("Your answer"), choices)
    return Menu(_text(context, question), (*groups, *_row(context, possible)), focus)


def _text(context: MenuContext, question: Question) -> str:
    talk, owner = context.talk, context.talk.queries.owner(question.card)
    text = f"{question_words(talk, question)}\n{card_text(talk, talk.number(question.card))}"
    if not talk.own(owner):
        text = f"{gettext('{who} asks you; the opponent on the card is you.', who=talk.who(owner))}\n{text}"
    return fit(text, TEXT)


def _choice(context: MenuContext, answer: Answer) -> Choice:
    """Return an answer; its key is a number of the match, which reveals nothing."""
    return context.choice(f"a{answer.value}", answer.label, answer.hint, Choose(answer.value))


def _row(context: MenuContext, possible: list[Answer]) -> list[Group]:
    stop = [
        context.choice("stop", answer.label, answer.hint, Choose(STOP))
        for answer in possible
        if answer.value == STOP
    ]
    return buttons([*stop, read_button()])


def decks_screen(context: MenuContext) -> Menu:
    """Return the choice of a deck, then of the cards to name, or the choices made."""
    if context.of(TakeDeck):
        return _deck_screen(context)
    if context.of(Name):
        return _name_screen(context)
    text = f"**{_chosen(context)}** {waiting_for(context.talk)}"
    if not context.of(Withdraw):
        return Menu(text, ())
    back = gettext("Until all have chosen you can take it back.")
    return Menu(f"{text}\n{back}", tuple(buttons([_back()])))


def _deck_screen(context: MenuContext) -> Menu:
    talk = context.talk
    text = gettext(
        "**Choose your deck**, of at most {points} points. Nobody sees it before all have chosen, and until "
        "then you can change it.\n-# *My decks* plays one of your own; `/deck build` makes one, "
        "`/cards list` shows all cards.",
        points=talk.view.options.points,
    )
    choices = []
    for action in context.of(TakeDeck):
        deck = talk.lexicon.pool.decks.get(action.deck)
        label, hint = action.deck, ""
        if deck is not None:
            label, what = safe(pgettext("card", deck.title)), safe(pgettext("card", deck.description))
            cards = sum(deck.cards.values())
            hint = gettext(
                "{points} points, {cards} cards: {what}", points=deck.points, cards=cards, what=what
            )
        if action.deck in FIRST_DECKS:
            label = gettext("{deck} (good to begin with)", deck=label)
        choices.append(context.choice(f"d-{action.deck}", label, hint, action))
    return Menu(text, tuple(select(gettext("Play a ready deck"), choices)))


FIRST_DECKS = ("quick-strip", "hedge-and-hall")
"""The ready decks that need the least knowledge of cards: one moves fast, the other walks up and hits."""


def _name_screen(context: MenuContext) -> Menu:
    talk = context.talk
    cards = [talk.lexicon.pool.cards[action.card] for action in context.of(Name)]
    text = gettext(
        "**Which Character is your {mark}?** Nobody sees it until all have chosen.\n{deck}",
        mark=mark_words(cards[0]),
        deck=_chosen(context),
    )
    choices = [
        context.choice(
            f"n-{card.number}",
            safe(talk.lexicon.plain(card.number)),
            _named_hint(context, card.number),
            action,
        )
        for card, action in zip(cards, context.of(Name), strict=True)
    ]
    return Menu(text, (*select(gettext("Choose a Character"), choices), *buttons([_back()])))


def _named_hint(context: MenuContext, number: str) -> str:
    lexicon = context.talk.lexicon
    return safe("; ".join([lexicon.stats(number), lexicon.short(number)]))


def _back() -> Choice:
    return Choice("withdraw", gettext("Take it back"), gettext("and choose again"), (Withdraw(),))


def _chosen(context: MenuContext) -> str:
    """Return the chosen deck and the named Characters."""
    talk, view = context.talk, context.talk.view
    assert view.viewer is not None, "only a seat chooses"
    own, named = view.lists[view.viewer], view.chosen[view.viewer]
    words = deck_played(talk.lexicon, own)
    return f"{words} {gettext('You name {cards}.', cards=talk.lexicon.several(named))}" if named else words


def first_screen(context: MenuContext) -> Menu:
    """Return the choice to go first or last (OVC-07)."""
    text = gettext(
        "**You won the roll: do you go first or last?** The play limit grows by 1 each round, for all alike."
    )
    choices = [
        Choice(action.order, gettext(_ORDERS[action.order]), "", (action,)) for action in context.of(Begin)
    ]
    return Menu(text, tuple(buttons(choices)))


_ORDERS = {"first": N_("Go first"), "last": N_("Go last")}


def hands_screen(_context: MenuContext) -> Menu:
    """Return the choice to keep the first hand or to draw it again (OVC-08)."""
    ask = gettext("**Keep this hand, or draw five new cards once?** Only you see it.")
    keep = Choice("keep", gettext("Keep"), "", (Keep(),), style="main")
    redraw = Choice(
        "redraw", gettext("Draw anew"), gettext("this hand is shuffled back"), (Redraw(),), style="grave"
    )
    return Menu(ask, tuple(buttons([keep, redraw, read_button()])))


def discard_screen(context: MenuContext) -> Menu:
    """Return the hand, from which cards are discarded down to 10 (OVC-08)."""
    talk = context.talk
    over = len(talk.view.hand) - HAND_LIMIT
    text = gettext("**Your hand has {number} too many: choose one to discard.**", number=over)
    first: list[Card] = [action.card for action in context.of(Discard)]
    cards = context.card_choices([(card, (Discard(card),)) for card in once_each(talk, first)])
    return Menu(text, (*select(gettext("Discard"), cards), *buttons([read_button()])))


def screen(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
    """Return the screen reached by these keys; the first screen if the keys lead nowhere."""
    context = MenuContext(talk, legal)
    if path and path[0] == "read":
        reading = reading_screen(context, path[1:])
        if reading is not None:
            return reading
    if talk.view.question is not None:
        return question_screen(context, path)
    opening = _SCREENS.get(talk.view.phase)
    return turn_screen(context, path) if opening is None else opening(context)


_SCREENS: Mapping[str, Callable[[MenuContext], Menu]] = {
    "decks": decks_screen,
    "first": first_screen,
    "hands": hands_screen,
    "discard": discard_screen,
}
"""The screens of the phases outside of turns."""


def waiting_text(talk: Talk) -> str:
    """Return the text for a waiting seat: the awaited players, and the seat's own hand."""
    view = talk.view
    if view.viewer is None:
        return waiting_for(talk)
    if view.sides[view.viewer].out:
        return f"{gettext('You are out of this match.')} {waiting_for(talk)}"
    if not view.turn:
        return waiting_for(talk)
    hand = talk.several(view.hand) if view.hand else gettext("no card")
    return f"{waiting_for(talk)}\n{gettext('Your hand: {cards}.', cards=hand)}"
