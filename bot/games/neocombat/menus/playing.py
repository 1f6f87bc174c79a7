"""The screens of cards that are played: from a card or a varan to its target, and what it would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.language import N_, gettext
from bot.engine.markdown import fit, safe
from bot.engine.menus import OPTIONS, TEXT, buttons, select
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.neocombat.cards.cardgame import card_text
from bot.games.neocombat.cards.words.abilities import attribute_name
from bot.games.neocombat.menus.desk import Desk, distinct
from bot.games.neocombat.menus.prospects import answer_words, consequences, hint, result, way_of
from bot.games.neocombat.rules.actions import NONE, Pass, Play
from bot.games.neocombat.wording.typed import way_word


def combat_screen(desk: Desk) -> Menu:
    """Return the first screen of a seat on turn in the combat."""
    able = bool(desk.plays)
    what = (
        gettext("Play a card, or pass: who passes can play again later in this combat.")
        if able
        else gettext("You have nothing to play now, so you can only pass.")
    )
    text = gettext("**It is your turn in the combat.** {what}", what=what)
    text = desk.hinted(
        text,
        gettext(
            "Sensors reveal cloaked varans. Only revealed ones can be attacked: by shots in any sector, by"
            " strikes in their own. A shot mostly reveals who fires it."
        ),
    )
    out = desk.choice(
        "until",
        gettext("Pass until I am attacked"),
        gettext("for this combat"),
        Pass(),
        orders=desk.passing,
    )
    row = [desk.choice("pass", gettext("Pass"), "", Pass(), style="plain" if able else "main"), out]
    return Menu(text, (*_openings(desk), *buttons([*row, *desk.reading_button()])))


def special_screen(desk: Desk) -> Menu:
    """Return the first screen of a seat that may play a Special before the movement (NEO-05a)."""
    able = bool(desk.plays)
    what = (
        gettext("You may play one Special before the movement.")
        if able
        else gettext("You could play one Special before the movement, but you hold none that can be played.")
    )
    passing = desk.choice("pass", gettext("No Special"), "", Pass(), style="plain" if able else "main")
    text = gettext("**Before the movement.** {what}", what=what)
    return Menu(text, (*_openings(desk), *buttons([passing, *desk.reading_button()])))


def second_screen(desk: Desk) -> Menu:
    """Return the first screen of a second attack (NEO-07)."""
    second = desk.talk.view.second
    assert second is not None, "only who may attack a second time comes here"
    message = (
        N_("**A second shot with {user}**, at the same or another target, or none.")
        if second.kind == "shot"
        else N_("**A second strike with {user}**, at the same or another target, or none.")
    )
    able = bool(desk.plays)
    none = desk.choice("pass", gettext("No second attack"), "", Pass(), style="plain" if able else "main")
    text = gettext(message, user=desk.talk.called(second.user))
    return Menu(text, (*_openings(desk), *buttons([none, *desk.reading_button()])))


def _openings(desk: Desk) -> list[Group]:
    """Return the selects by which a play begins: who, what and at whom in one, where one select holds all of
    that; its card; the varan that attacks."""
    whole = list({_keys(desk, play): play for play in reversed(desk.plays)}.values())[::-1]
    at_once = [_whole_choice(desk, play) for play in whole] if len(whole) <= OPTIONS else []
    cards = [desk.card_choice(card) for card in distinct([play.card for play in desk.plays])]
    users = distinct([play.user for play in desk.plays if way_of(desk.talk, play).user is not None])
    groups = [
        *select(gettext("Play at once: who, what and at whom"), at_once),
        *select(gettext("Play a card"), cards),
    ]
    if len(users) > 1:
        groups += select(gettext("Or attack with a varan"), [_user_choice(desk, user) for user in users])
    return groups


def _whole_choice(desk: Desk, play: Play) -> Choice:
    """Return the way to the last screen of a play: "A3 Scout: Quick Shot → ■2.1"."""
    label = safe(desk.talk.lexicon.plain(play.card))
    if len(desk.talk.lexicon.pool.ways[play.card]) > 1:
        label = f"{label} ({way_word(desk.talk, play.card, play.way)})"
    if _user(desk, play) != NONE:
        label = f"{desk.talk.called(play.user)}: {label}"
    hint = desk.card_choice(play.card).hint
    if play.target != NONE:
        label, hint = f"{label} → {desk.talk.token(play.target)}", _target_choice(desk, play).hint
    return desk.choice(_whole_key(desk, play), label, hint)


def _whole_key(desk: Desk, play: Play) -> str:
    """Return the key that leads to the last screen of a play at once."""
    return "-".join(_keys(desk, play))


def play_screen(desk: Desk, path: tuple[str, ...]) -> Menu | None:
    """Return the screen behind these keys; None if they fit no play."""
    plays = desk.plays
    for key in path:
        plays = [play for play in plays if key in (*_keys(desk, play), _whole_key(desk, play))]
    if not plays:
        return None
    for keyed, asks in _QUESTIONS:
        values = distinct([keyed(desk, play) for play in plays])
        if len(values) > 1:
            return asks(desk, plays, values)
    return _last_screen(desk, plays)


def _keys(desk: Desk, play: Play) -> tuple[str, ...]:
    return f"c{play.card}", f"w{play.way}", f"v{_user(desk, play)}", f"t{play.target}"


def _user(desk: Desk, play: Play) -> int:
    """Return who attacks; a spotter is asked for last, with the claim."""
    return play.user if way_of(desk.talk, play).user is not None else NONE


def _ask_card(desk: Desk, plays: Sequence[Play], cards: Sequence[int]) -> Menu:
    text = gettext("**What shall {user} attack with?**", user=desk.talk.called(plays[0].user))
    choices = [desk.card_choice(card) for card in cards]
    return Menu(text, tuple(select(gettext("Play a card"), choices)), Focus(plays[0].user))


def _ask_way(desk: Desk, plays: Sequence[Play], ways: Sequence[int]) -> Menu:
    card = plays[0].card
    choices = [desk.choice(f"w{way}", way_word(desk.talk, card, way)) for way in ways]
    return Menu(_card_text(desk, card), tuple(buttons(choices)))


def _ask_user(desk: Desk, plays: Sequence[Play], users: Sequence[int]) -> Menu:
    choices = [_user_choice(desk, user) for user in users]
    text = f"{_card_text(desk, plays[0].card)}\n{gettext('Which of your varans uses it?')}"
    return Menu(fit(text, TEXT), tuple(select(gettext("With"), choices)))


def _user_choice(desk: Desk, user: int) -> Choice:
    return desk.choice(f"v{user}", desk.talk.called(user), desk.state_words(user))


def _ask_target(desk: Desk, plays: Sequence[Play], targets: Sequence[int]) -> Menu:
    first = {play.target: play for play in reversed(plays)}
    choices = [_target_choice(desk, first[target]) for target in targets]
    user = _user(desk, plays[0])
    text = _card_text(desk, plays[0].card)
    if user != NONE:
        text = f"{text}\n{gettext('With {user}.', user=desk.talk.called(user))}"
    focus = Focus(user if user != NONE else None, targets=dict.fromkeys(targets, ""))
    return Menu(fit(text, TEXT), tuple(select(gettext("Choose the target"), choices)), focus)


def _target_choice(desk: Desk, play: Play) -> Choice:
    where = desk.state_words(play.target)
    words = gettext("{where}: {result}", where=where, result=hint(desk.talk, play))
    return desk.choice(f"t{play.target}", desk.token_words(play.target), words)


_Question = Callable[[Desk, Sequence[Play], Sequence[int]], Menu]
_QUESTIONS: Sequence[tuple[Callable[[Desk, Play], int], _Question]] = (
    (lambda _, play: play.card, _ask_card),
    (lambda _, play: play.way, _ask_way),
    (_user, _ask_user),
    (lambda _, play: play.target, _ask_target),
)
"""What is asked of a play, in this order, as far as there is a choice."""


# The last screen: what the play would do


def _card_text(desk: Desk, card: int) -> str:
    lines = [safe(line) for line in card_text(desk.talk.lexicon.face(card))]
    return "\n".join([f"**{desk.talk.card(card)}**", *lines])


def _last_screen(desk: Desk, plays: Sequence[Play]) -> Menu:
    talk, play = desk.talk, plays[0]
    words = [_card_text(desk, play.card), "", " ".join([_aim(desk, play), *consequences(talk, play)])]
    chosen = _user(desk, play)
    focus = Focus(
        chosen if chosen != NONE else None,
        targets={play.target: result(talk, play)} if play.target != NONE else {},
    )
    groups = buttons([_play_button(desk, each, first=each is play) for each in plays])
    if talk.view.phase == "combat" and talk.view.second is None:
        groups += buttons([_play_and_pass(desk, each) for each in plays])
    return Menu(fit("\n".join(words), TEXT), tuple(groups), focus)


def _aim(desk: Desk, play: Play) -> str:
    """Return the whole play with what would come of it."""
    talk, user = desk.talk, _user(desk, play)
    words = "; ".join([word for word in (result(talk, play), answer_words(talk, play)) if word])
    if play.target == NONE:
        return gettext("{card}: {result}.", card=talk.card(play.card), result=words)
    target = f"{desk.token_words(play.target)} ({desk.state_words(play.target)})"
    if user == NONE:
        return gettext("On {target}: {result}.", target=target, result=words)
    return gettext("{user} on {target}: {result}.", user=talk.called(user), target=target, result=words)


def _play_button(desk: Desk, play: Play, *, first: bool) -> Choice:
    return desk.choice(_play_key(play), _play_label(desk, play), "", play, style="good" if first else "plain")


def _play_and_pass(desk: Desk, play: Play) -> Choice:
    label = gettext("{play}, then pass until attacked", play=_play_label(desk, play))
    return desk.choice(f"{_play_key(play)}-until", label, "", play, orders=desk.passing)


def _play_key(play: Play) -> str:
    return f"p{'c' if play.claim else ''}{'a' if play.again else ''}{play.user if play.user != NONE else ''}"


def _play_label(desk: Desk, play: Play) -> str:
    way = way_of(desk.talk, play)
    extra = attribute_name(way.extra) if play.claim and way.extra else ""
    if way.user is None and play.claim:
        return gettext("Play, extra card by {user}", user=desk.talk.token(play.user))
    if play.claim and play.again:
        return gettext("Play, extra card ({extra}), a second attack follows", extra=extra)
    if play.claim:
        return gettext("Play, extra card ({extra})", extra=extra)
    return gettext("Play, a second attack follows") if play.again else gettext("Play")
