"""The screen of an open window: the attack or sensor, and the result of each possible answer (NEO-10)."""

from __future__ import annotations

from bot.base.language import gettext
from bot.engine.markdown import fit, safe
from bot.engine.menus import TEXT, buttons, select
from bot.engine.wording import Choice, Focus, Menu
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words import Reaction
from bot.games.neocombat.menus.context import MenuContext
from bot.games.neocombat.rules.actions import Defend
from bot.games.neocombat.rules.view import Fight
from bot.games.neocombat.wording.names import damage_words


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
