"""The screens of playing cards: from a card or a varan to its target, and the expected result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.base.language import N_, gettext
from bot.engine.cards.explaining import describe_effect
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.words.hands import DrawCards
from bot.engine.menus import OPTIONS, TEXT, buttons, select
from bot.engine.sentences import fit, safe
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.neocombat.cardgame import card_text
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words import VOCABULARY
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.cards.words.attacks import Attack
from bot.games.neocombat.cards.words.specials import CloakIt, Harm, Mend, Reveal, Turn
from bot.games.neocombat.menus.context import MenuContext, distinct
from bot.games.neocombat.rules.actions import NONE, Pass, Play
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.wording.names import Talk, damage_words
from bot.games.neocombat.wording.typed import way_word

# The expected result of a play, by its player's knowledge: damage, kills, revelations, possible answers.


def way_of(talk: Talk, play: Play) -> PlayedAbility:
    """Return the use of the played card."""
    return talk.lexicon.pool.ways[play.card][play.way]


def result(talk: Talk, play: Play) -> str:
    """Return the result of a play without an answer: "2 damage, kills", "is revealed"."""
    way = way_of(talk, play)
    if way.threat == "sensor":
        return gettext("is revealed")
    first = way.then[0]
    if not isinstance(first, Attack):
        return ", ".join([_effect(talk, each, play) for each in way.then])
    damage = first.by
    if talk.varan_of(play.target) == UNKNOWN:
        return damage_words(damage)
    left = talk.health_left(play.target)
    if damage >= left:
        return gettext("{damage}, kills", damage=damage_words(damage))
    return gettext("{damage}, {left} more would kill", damage=damage_words(damage), left=left - damage)


def _effect(talk: Talk, effect: EffectNode, play: Play) -> str:
    if isinstance(effect, Mend) and effect.to == "it":
        damage = min(effect.by, talk.view.wounds[talk.varan_of(play.target)])
        return gettext("{damage} taken off", damage=damage_words(damage))
    if isinstance(effect, DrawCards) and effect.whose == "you":
        return gettext("you draw")
    if isinstance(effect, Harm):
        return damage_words(effect.by)
    if isinstance(effect, Turn | CloakIt | Reveal) and effect.to == "it":
        return gettext(_EFFECTS[type(effect)])
    return describe_effect(effect, Voice(VOCABULARY)).removesuffix(".")


_EFFECTS: dict[type, str] = {
    Turn: N_("is turned sideways"),
    CloakIt: N_("is cloaked"),
    Reveal: N_("is revealed"),
}


def _answer_words(talk: Talk, play: Play) -> str:
    """Return whether the target's owner may answer, by public knowledge; "" without a question."""
    if way_of(talk, play).threat is None:
        return ""
    if not talk.view.hands[talk.owner(play.target)]:
        return gettext("they hold no card")
    return gettext("they may answer")


def hint(talk: Talk, play: Play) -> str:
    """Return the result of a play, and whether it may be answered."""
    return "; ".join([words for words in (result(talk, play), _answer_words(talk, play)) if words])


def consequences(talk: Talk, play: Play) -> Iterator[str]:
    """Yield the further results of a play: revelations, and that its user is turned sideways."""
    way = way_of(talk, play)
    if way.user is None or play.user == NONE:
        return
    its = talk.view.tokens[play.user]
    user = talk.token(play.user)
    if way.threat in ("shot", "flame") and not its.revealed:
        attributes = talk.lexicon.pool.roster[talk.varan_of(play.user)].attributes
        if way.user.hides and way.user.hides in attributes:
            attribute = attribute_name(way.user.hides)
            yield gettext(
                "{user} stays cloaked, but shows an attribute: {attribute}.", user=user, attribute=attribute
            )
        else:
            yield gettext("{user} is revealed by it.", user=user)
    yield gettext("{user} is turned sideways afterwards.", user=user)


def combat_screen(context: MenuContext) -> Menu:
    """Return the first screen of a seat on turn in the combat."""
    able = bool(context.plays)
    what = (
        gettext("Play a card, or pass: who passes can play again later in this combat.")
        if able
        else gettext("You have nothing to play now, so you can only pass.")
    )
    text = gettext("**Combat.** {what}", what=what)
    text = context.hinted(
        text,
        gettext(
            "Sensors reveal cloaked varans. Only revealed ones can be attacked: by shots in any sector, by"
            " strikes in their own. A shot mostly reveals who fires it."
        ),
    )
    out = context.choice(
        "until",
        gettext("Pass until I am attacked"),
        gettext("for this combat"),
        Pass(),
        orders=context.passing,
    )
    row = [context.pass_button(gettext("Pass"), able=able), out]
    return Menu(text, (*_openings(context), *buttons([*row, *context.reading_button()])))


def special_screen(context: MenuContext) -> Menu:
    """Return the first screen of a seat that may play a Special before the movement (NEO-05a)."""
    able = bool(context.plays)
    what = (
        gettext("You may play one Special before the movement.")
        if able
        else gettext("You could play one Special before the movement, but you hold none that can be played.")
    )
    passing = context.pass_button(gettext("No Special"), able=able)
    text = gettext("**Before the movement.** {what}", what=what)
    return Menu(text, (*_openings(context), *buttons([passing, *context.reading_button()])))


def second_screen(context: MenuContext) -> Menu:
    """Return the first screen of a second attack (NEO-07)."""
    second = context.talk.view.second
    assert second is not None, "only who may attack a second time comes here"
    message = (
        N_("**A second shot with {user}**, at the same or another target, or none.")
        if second.kind == "shot"
        else N_("**A second strike with {user}**, at the same or another target, or none.")
    )
    none = context.pass_button(gettext("No second attack"), able=bool(context.plays))
    text = gettext(message, user=context.talk.called(second.user))
    return Menu(text, (*_openings(context), *buttons([none, *context.reading_button()])))


def _openings(context: MenuContext) -> list[Group]:
    """Return the selects by which a play begins: user, card and target in one, if a single select holds them
    all; the card; the varan that attacks.
    """
    whole = list({_keys(context, play): play for play in reversed(context.plays)}.values())[::-1]
    at_once = [_whole_choice(context, play) for play in whole] if len(whole) <= OPTIONS else []
    cards = [context.card_choice(card) for card in distinct([play.card for play in context.plays])]
    users = distinct([play.user for play in context.plays if way_of(context.talk, play).user is not None])
    groups = [
        *select(gettext("Play at once: user, card and target"), at_once),
        *select(gettext("Play a card"), cards),
    ]
    if len(users) > 1:
        groups += select(gettext("Or attack with a varan"), [_user_choice(context, user) for user in users])
    return groups


def _whole_choice(context: MenuContext, play: Play) -> Choice:
    """Return the path to the last screen of a play: "A3 Scout: Quick Shot → ■2.1"."""
    label = safe(context.talk.lexicon.plain(play.card))
    if len(context.talk.lexicon.pool.ways[play.card]) > 1:
        label = f"{label} ({way_word(context.talk, play.card, play.way)})"
    if _user(context, play) != NONE:
        label = f"{context.talk.called(play.user)}: {label}"
    hint = context.card_choice(play.card).hint
    if play.target != NONE:
        label, hint = f"{label} → {context.talk.token(play.target)}", _target_choice(context, play).hint
    return context.choice(_whole_key(context, play), label, hint)


def _whole_key(context: MenuContext, play: Play) -> str:
    """Return the key that leads directly to the last screen of a play."""
    return "-".join(_keys(context, play))


def play_screen(context: MenuContext, path: tuple[str, ...]) -> Menu | None:
    """Return the screen for these keys; None if they fit no play."""
    plays = context.plays
    for key in path:
        plays = [play for play in plays if key in (*_keys(context, play), _whole_key(context, play))]
    if not plays:
        return None
    for keyed, asks in _QUESTIONS:
        values = distinct([keyed(context, play) for play in plays])
        if len(values) > 1:
            return asks(context, plays, values)
    return _last_screen(context, plays)


def _keys(context: MenuContext, play: Play) -> tuple[str, ...]:
    return f"c{play.card}", f"w{play.way}", f"v{_user(context, play)}", f"t{play.target}"


def _user(context: MenuContext, play: Play) -> int:
    """Return the question for the attacker; a spotter is asked for last, with the claim."""
    return play.user if way_of(context.talk, play).user is not None else NONE


def _ask_card(context: MenuContext, plays: Sequence[Play], cards: Sequence[int]) -> Menu:
    text = gettext("**What shall {user} attack with?**", user=context.talk.called(plays[0].user))
    choices = [context.card_choice(card) for card in cards]
    return Menu(text, tuple(select(gettext("Play a card"), choices)), Focus(plays[0].user))


def _ask_way(context: MenuContext, plays: Sequence[Play], ways: Sequence[int]) -> Menu:
    card = plays[0].card
    choices = [context.choice(f"w{way}", way_word(context.talk, card, way)) for way in ways]
    return Menu(_card_text(context, card), tuple(buttons(choices)))


def _ask_user(context: MenuContext, plays: Sequence[Play], users: Sequence[int]) -> Menu:
    choices = [_user_choice(context, user) for user in users]
    text = f"{_card_text(context, plays[0].card)}\n{gettext('Which of your varans uses it?')}"
    return Menu(fit(text, TEXT), tuple(select(gettext("With"), choices)))


def _user_choice(context: MenuContext, user: int) -> Choice:
    return context.choice(f"v{user}", context.talk.called(user), context.state_words(user))


def _ask_target(context: MenuContext, plays: Sequence[Play], targets: Sequence[int]) -> Menu:
    first = {play.target: play for play in reversed(plays)}
    choices = [_target_choice(context, first[target]) for target in targets]
    user = _user(context, plays[0])
    text = _card_text(context, plays[0].card)
    if user != NONE:
        text = f"{text}\n{gettext('With {user}.', user=context.talk.called(user))}"
    focus = Focus(user if user != NONE else None, targets=dict.fromkeys(targets, ""))
    return Menu(fit(text, TEXT), tuple(select(gettext("Choose the target"), choices)), focus)


def _target_choice(context: MenuContext, play: Play) -> Choice:
    where = context.state_words(play.target)
    words = gettext("{where}: {result}", where=where, result=hint(context.talk, play))
    return context.choice(f"t{play.target}", context.token_words(play.target), words)


_Question = Callable[[MenuContext, Sequence[Play], Sequence[int]], Menu]
_QUESTIONS: Sequence[tuple[Callable[[MenuContext, Play], int], _Question]] = (
    (lambda _, play: play.card, _ask_card),
    (lambda _, play: play.way, _ask_way),
    (_user, _ask_user),
    (lambda _, play: play.target, _ask_target),
)
"""The questions on a play, in this order, each asked if there is a choice."""


# The last screen: the effect of the play


def _card_text(context: MenuContext, card: int) -> str:
    lines = [safe(line) for line in card_text(context.talk.lexicon.face(card))]
    return "\n".join([f"**{context.talk.named(card)}**", *lines])


def _last_screen(context: MenuContext, plays: Sequence[Play]) -> Menu:
    talk, play = context.talk, plays[0]
    words = [_card_text(context, play.card), "", " ".join([_aim(context, play), *consequences(talk, play)])]
    chosen = _user(context, play)
    focus = Focus(
        chosen if chosen != NONE else None,
        targets={play.target: result(talk, play)} if play.target != NONE else {},
    )
    groups = buttons([_play_button(context, each, first=each is play) for each in plays])
    if talk.view.phase == "combat" and talk.view.second is None:
        groups += buttons([_play_and_pass(context, each) for each in plays])
    return Menu(fit("\n".join(words), TEXT), tuple(groups), focus)


def _aim(context: MenuContext, play: Play) -> str:
    """Return the complete play with its expected result."""
    talk, user = context.talk, _user(context, play)
    words = hint(talk, play)
    if play.target == NONE:
        return gettext("{card}: {result}.", card=talk.named(play.card), result=words)
    target = f"{context.token_words(play.target)} ({context.state_words(play.target)})"
    if user == NONE:
        return gettext("On {target}: {result}.", target=target, result=words)
    return gettext("{user} on {target}: {result}.", user=talk.called(user), target=target, result=words)


def _play_button(context: MenuContext, play: Play, *, first: bool) -> Choice:
    return context.choice(
        _play_key(play), _play_label(context, play), "", play, style="good" if first else "plain"
    )


def _play_and_pass(context: MenuContext, play: Play) -> Choice:
    label = gettext("{play}, then pass until attacked", play=_play_label(context, play))
    return context.choice(f"{_play_key(play)}-until", label, "", play, orders=context.passing)


def _play_key(play: Play) -> str:
    return f"p{'c' if play.claim else ''}{'a' if play.again else ''}{play.user if play.user != NONE else ''}"


def _play_label(context: MenuContext, play: Play) -> str:
    way = way_of(context.talk, play)
    extra = attribute_name(way.extra) if play.claim and way.extra else ""
    if way.user is None and play.claim:
        return gettext("Play, extra card by {user}", user=context.talk.token(play.user))
    if play.claim and play.again:
        return gettext("Play, extra card ({extra}), a second attack follows", extra=extra)
    if play.claim:
        return gettext("Play, extra card ({extra})", extra=extra)
    return gettext("Play, a second attack follows") if play.again else gettext("Play")
