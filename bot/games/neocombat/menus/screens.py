"""The screens for playing without typing, by path."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.base.language import gettext, ngettext
from bot.engine.menus import TEXT, buttons, select
from bot.engine.sentences import fit, safe
from bot.engine.wording import Choice, Focus, Group, Menu, UnavailableChoice
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words.abilities import Reaction
from bot.games.neocombat.menus.context import MenuContext, distinct, reading_screen
from bot.games.neocombat.menus.plans import destination_screen, movement_screen, plan_screen
from bot.games.neocombat.menus.playing import combat_screen, play_screen, second_screen, special_screen
from bot.games.neocombat.rules.actions import (
    NEW,
    NONE,
    ByLot,
    Cloak,
    Defend,
    Discard,
    Dress,
    Keep,
    Move,
    Play,
    Ready,
    Shuffle,
)
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.play_faults import PLAYED_IN
from bot.games.neocombat.rules.queries import SPARE_CARDS
from bot.games.neocombat.rules.view import Fight
from bot.games.neocombat.wording.board_text import waiting_for
from bot.games.neocombat.wording.names import Talk, damage_words, sector_title
from bot.games.neocombat.wording.sentences import planned_words

# The screens of simultaneous choices: Repair as one hand-off, and the draft (NEO-01a, NEO-14, NEO-15).


def repair_screen(context: MenuContext) -> Menu:
    """Return the screen of Repair: the current choices, and the further possible ones."""
    talk = context.talk
    ready = context.of(Ready)
    lines = [
        gettext("**Repair.** You have chosen: {plan}.", plan=planned_words(talk.view.plan, talk)),
        gettext("Nobody sees it before all are ready."),
    ]
    hand, planned = context.talk.view.hand, context.talk.view.plan.cards
    excess = len(hand) - len(planned) - _limit(context)  # what still has to be discarded (NEO-15)
    if excess > 0:
        lines.append(
            ngettext(
                "Discard {number} card more: you may keep {limit}.",
                "Discard {number} cards more: you may keep {limit}.",
                excess,
                limit=_limit(context),
            )
        )
    row = [Choice("ready", gettext("Ready"), actions=tuple(ready), style="good")] if ready else []
    lot = Choice("lot", gettext("Repair nothing; discards are random"), actions=(ByLot(),), style="grave")
    groups: list[Group] = [
        *select(gettext("Use a card"), [_dress_choice(context, dress) for dress in context.of(Dress)]),
        *select(
            gettext("Cloak again"),
            [
                context.choice(
                    f"k{cloak.token}",
                    context.talk.called(cloak.token),
                    context.state_words(cloak.token),
                    cloak,
                )
                for cloak in context.of(Cloak)
            ],
        ),
        *select(gettext("Shuffle"), [_shuffle_choice(context, shuffle) for shuffle in context.of(Shuffle)]),
        *select(
            gettext("Discard"),
            [context.card_choice(each.card, each, key=f"x{each.card}") for each in context.of(Discard)],
        ),
        *buttons([*row, lot, *context.reading_button()]),
    ]
    return Menu(fit("\n".join(lines), TEXT), tuple(groups))


def _limit(context: MenuContext) -> int:
    return len(context.talk.own_tokens()) + SPARE_CARDS


def _dress_choice(context: MenuContext, dress: Dress) -> Choice:
    talk = context.talk
    card, varan = safe(talk.lexicon.plain(dress.card)), talk.called(dress.token)
    label = gettext("{card} for {varan}", card=card, varan=varan)
    damage = damage_words(talk.view.wounds[talk.varan_of(dress.token)])
    return context.choice(f"d{dress.card}-{dress.token}", label, damage, dress)


def _shuffle_choice(context: MenuContext, shuffle: Shuffle) -> Choice:
    sector = sector_title(context.talk.view.tokens[shuffle.token].sector)
    hint = gettext("{sector}; with the others you shuffle there", sector=sector)
    return context.choice(f"s{shuffle.token}", context.talk.called(shuffle.token), hint, shuffle)


def draft_screen(context: MenuContext) -> Menu:
    """Return the screen of the draft: the dealt varans, from which a team is kept."""
    talk = context.talk
    kept = talk.lexicon.varans(talk.view.kept) or gettext("nobody yet")
    left = talk.view.options.team - len(talk.view.kept)
    text = ngettext(
        "**Choose your team:** {number} varan to go. You keep {kept}. Nobody else sees your choice.",
        "**Choose your team:** {number} varans to go. You keep {kept}. Nobody else sees your choice.",
        left,
        kept=kept,
    )
    choices = [
        context.choice(
            f"k{keep.varan}", talk.lexicon.varan(keep.varan), talk.lexicon.printed(keep.varan), keep
        )
        for keep in context.of(Keep)
    ]
    lot = Choice("lot", gettext("Let the lot choose"), actions=(ByLot(),), style="grave")
    return Menu(text, (*select(gettext("Keep"), choices), *buttons([lot])))


# What screens do not offer although a player may look for it: cards, varans that cannot move or cloak.


def unavailable(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[UnavailableChoice]:
    """Return the things that the first screen of a phase does not offer; nothing in a window and on deeper
    screens.
    """
    if path or talk.view.fight is not None:
        return ()
    context = MenuContext(talk, legal)
    if talk.view.phase == "movement":
        able = {move.token for move in context.of(Move)}
        return [_varan(talk, token, Move(token, NEW)) for token in talk.own_tokens() if token not in able]
    if talk.view.phase == "repair":
        able = {cloak.token for cloak in context.of(Cloak)} | set(talk.view.plan.cloak)
        revealed = [token for token in talk.own_tokens() if talk.view.tokens[token].revealed]
        return [_varan(talk, token, Cloak(token)) for token in revealed if token not in able]
    if talk.view.phase not in PLAYED_IN:
        return ()
    playable = {play.card for play in context.plays}
    others = [card for card in distinct(talk.view.hand) if card not in playable]
    return [UnavailableChoice(safe(talk.lexicon.plain(card)), _play(talk, card)) for card in others]


def _varan(talk: Talk, token: int, action: Move | Cloak) -> UnavailableChoice:
    return UnavailableChoice(talk.called(token), action)


def _play(talk: Talk, card: int) -> Play:
    """Return the play of a card that is closest to a legal one: a possible user, and a matching target."""
    phase, ways = PLAYED_IN[talk.view.phase], talk.lexicon.pool.ways[card]
    number, way = next(
        ((at, way) for at, way in enumerate(ways) if phase in way.phases), (0, ways[0] if ways else None)
    )
    if way is None:
        return Play(card)
    user = _user(talk, way.user.attribute) if way.user is not None else NONE
    if way.target is None:
        return Play(card, NONE, user, number)
    # A varan of the target's side, preferably in its state.
    own, tokens, wanted = set(talk.own_tokens()), talk.view.tokens, way.target
    side = [at for at, its in enumerate(tokens) if its.here and (at in own) == (wanted.pieces == "own")]
    revealed = wanted.state == "revealed"
    target = max(side, key=lambda token: tokens[token].revealed == revealed, default=NONE)
    return Play(card, target, user, number)


def _user(talk: Talk, attribute: str) -> int:
    """Return a varan of the player's with this attribute, preferably one that is not sideways."""
    roster = talk.lexicon.pool.roster

    def suits(token: int) -> tuple[bool, bool]:
        varan = talk.varan_of(token)
        has = not attribute or (varan != UNKNOWN and attribute in roster[varan].attributes)
        return has, not talk.view.tokens[token].sideways

    return max(talk.own_tokens(), key=suits, default=NONE)


# The screen of an open window: the attack or sensor, and the result of each possible answer (NEO-10).


def window_screen(context: MenuContext) -> Menu:
    """Return the screen of the seat that may answer."""
    talk, fight = context.talk, context.talk.view.fight
    assert fight is not None, "only who may answer comes here"
    answers = context.of(Defend)
    lines = [
        gettext(
            "**You may answer** {card} by {user} on {target}.",
            card=talk.named(fight.card),
            user=talk.user(fight.user, fight.seat),
            target=talk.token(fight.target),
        ),
        gettext(
            "{token}: {state}. {result}",
            token=talk.called(fight.target),
            state=context.state_words(fight.target),
            result=_unanswered(context, fight),
        ),
    ]
    if not answers:
        lines.append(gettext("You hold no card that answers it; the others do not see that."))
    passing = context.pass_button(gettext("Do not answer"), able=bool(answers))
    text = context.hinted(
        "\n".join(lines),
        gettext(
            "Nobody sees whether you could answer. Standing orders can answer for you: `/neo-combat orders`."
        ),
    )
    return Menu(
        fit(text, TEXT),
        (
            *select(gettext("Answer with"), [_answer_choice(context, fight, answer) for answer in answers]),
            *buttons([passing, *context.reading_button()]),
        ),
        Focus(fight.target),
    )


def _unanswered(context: MenuContext, fight: Fight) -> str:
    if fight.kind == "sensor":
        return gettext("Without an answer it is revealed.")
    damage = damage_words(fight.by)
    if fight.by >= context.talk.health_left(fight.target):
        return gettext("Without an answer it takes {damage} and is **killed**.", damage=damage)
    return gettext("Without an answer it takes {damage}.", damage=damage)


def _answer_choice(context: MenuContext, fight: Fight, answer: Defend) -> Choice:
    talk = context.talk
    face = talk.lexicon.face(answer.card)
    way = talk.lexicon.pool.answer(answer.card, fight.kind)
    assert way is not None, "only cards that answer it are offered"
    label = safe(talk.lexicon.plain(answer.card))
    if answer.claim:
        label = gettext("{card}, extra card ({extra})", card=label, extra=attribute_name(way.extra))
    words = [_left(context, fight, way)]
    if face.leaves:
        words.append(gettext("the card leaves the game"))
    key = f"d{answer.card}{'c' if answer.claim else ''}"
    return context.choice(key, label, "; ".join(words), answer)


def _left(context: MenuContext, fight: Fight, way: Reaction) -> str:
    """Return what an answer leaves of an attack or a sensor."""
    if way.cancels:
        return gettext("stays cloaked") if fight.kind == "sensor" else gettext("no damage")
    if fight.kind == "sensor":
        return gettext("revealed all the same")
    left = way.left_of(fight.by)
    if not left:
        return gettext("no damage")
    if left >= context.talk.health_left(fight.target):
        return gettext("{damage}, kills all the same", damage=damage_words(left))
    return gettext("{damage} left", damage=damage_words(left))


def screen(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
    """Return the screen at the end of a path; the first one if the path is invalid."""
    context = MenuContext(talk, legal)
    return (_further_screen(context, path) if path else None) or _first_screen(context)


def _further_screen(context: MenuContext, path: tuple[str, ...]) -> Menu | None:
    view = context.talk.view
    if path == ("read",):
        return reading_screen(context) if view.hand else None
    if view.fight is not None or view.phase not in ("specials", "movement", "combat"):
        return None
    if view.phase != "movement":
        return play_screen(context, path)
    if path[0] == "plan":
        return plan_screen(context.talk, path[1:], lambda plan: {"plan": plan})
    return destination_screen(context, path[0]) if len(path) == 1 else None


def _first_screen(context: MenuContext) -> Menu:
    view = context.talk.view
    if view.fight is not None:
        return window_screen(context)
    if view.second is not None:
        return second_screen(context)
    return _SCREENS[view.phase](context)


_SCREENS: Mapping[str, Callable[[MenuContext], Menu]] = {
    "draft": draft_screen,
    "specials": special_screen,
    "movement": movement_screen,
    "combat": combat_screen,
    "repair": repair_screen,
}
"""The first screen of each phase."""


def waiting_text(talk: Talk) -> str:
    """Return the seats a seat waits for, and its own choices or cards meanwhile."""
    view = talk.view
    waiting = waiting_for(talk)
    if view.viewer is None:
        return waiting
    if view.out[view.viewer]:
        return f"{gettext('You are out of this match.')} {waiting}"
    if view.phase == "draft":
        return f"{gettext('You keep {varans}.', varans=talk.lexicon.varans(view.kept))} {waiting}"
    lines = [waiting]
    if view.phase == "repair":
        lines.append(gettext("You have chosen: {plan}.", plan=planned_words(view.plan, talk)))
    lines.append(gettext("Your hand: {cards}.", cards=talk.lexicon.several(view.hand)))
    return "\n".join(lines)
