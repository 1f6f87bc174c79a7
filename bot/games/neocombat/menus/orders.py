"""The screens of the standing orders: the orders in words, and the ways to change them (NEO-10a)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from bot.base.language import N_, gettext
from bot.engine.menus import THEN, buttons, select
from bot.engine.wording import Choice, Group, Menu
from bot.games.neocombat.menus.plans import plan_screen, plan_turn, plan_words
from bot.games.neocombat.rules.orders import Orders, passing_now
from bot.games.neocombat.wording.names import Talk

ATTACKS: Mapping[str, str] = {
    "ask": N_("Attacks: ask me"),
    "never": N_("Attacks: never answer"),
    "kill": N_("Attacks: answer what would kill"),
    "always": N_("Attacks: always answer"),
}
SENSORS: Mapping[str, str] = {
    "ask": N_("Sensors: ask me"),
    "never": N_("Sensors: never answer"),
    "always": N_("Sensors: always answer"),
}


def orders_screen(talk: Talk, orders: Orders, path: tuple[str, ...]) -> Menu:
    """Return the screen of the orders at the end of a path."""
    if path[:1] == ("plan",) and talk.view.turn:
        return plan_screen(talk, path[1:], lambda plan: replace(orders, plan=plan), THEN)
    about = gettext(
        "I carry out your orders some minutes after I would ask you, with the weakest card that is "
        "enough; until then you can still act yourself. Nobody else learns of it."
    )
    told = "\n".join([f"- {line}" for line in _told(talk, orders)])
    return Menu(f"{gettext('**Your standing orders**')}\n{told}\n{about}", tuple(_groups(talk, orders)))


def _told(talk: Talk, orders: Orders) -> Iterator[str]:
    """Yield the orders in words."""
    yield gettext(ATTACKS[orders.attacks])
    yield gettext(SENSORS[orders.sensors])
    yield gettext(_REPAIR[orders.repair])
    yield gettext(_SPECIALS[orders.specials])
    if _is_passing(talk, orders):
        yield gettext("In this combat you pass until a sensor, an attack or a Stun names a varan of yours")
    if _is_planned(talk, orders):
        assert orders.plan is not None
        turn, moves = orders.plan.turn, plan_words(talk, orders.plan)
        yield gettext("Moves in turn {turn}: {moves}", turn=turn, moves=moves)


_REPAIR = {
    True: N_("Repair: do nothing, unless I must discard"),
    False: N_("Repair: ask me"),
}
_SPECIALS = {
    True: N_("Specials before the movement: none"),
    False: N_("Specials before the movement: ask me"),
}


def _is_passing(talk: Talk, orders: Orders) -> bool:
    return orders.passing == passing_now(talk.view, talk.seat)


def _is_planned(talk: Talk, orders: Orders) -> bool:
    return orders.plan is not None and orders.plan.turn >= plan_turn(talk)


def _groups(talk: Talk, orders: Orders) -> Iterator[Group]:
    attacks = [_choice(f"a-{key}", label, orders, attacks=key) for key, label in ATTACKS.items()]
    sensors = [_choice(f"s-{key}", label, orders, sensors=key) for key, label in SENSORS.items()]
    yield from select(gettext("How attacks on you are answered"), attacks)
    yield from select(gettext("How sensors on you are answered"), sensors)
    others = [
        _choice("repair", _REPAIR[not orders.repair], orders, repair=not orders.repair),
        _choice("specials", _SPECIALS[not orders.specials], orders, specials=not orders.specials),
    ]
    yield from buttons(others)
    row, now = [], passing_now(talk.view, talk.seat)
    if talk.view.phase == "combat" and not _is_passing(talk, orders):
        row.append(_choice("passing", N_("Pass until I am attacked"), orders, passing=now))
    if _is_passing(talk, orders):
        row.append(_choice("awake", N_("Stop passing"), orders, passing=None))
    if talk.view.turn:
        row.append(Choice("plan", gettext("Plan my moves")))
    if _is_planned(talk, orders):
        row.append(_choice("unplan", N_("Drop the plan"), orders, plan=None))
    if orders != Orders():
        row.append(Choice("ask", gettext("Ask me everything"), orders=Orders(), then=THEN))
    yield from buttons(row)


def _choice(key: str, label: str, orders: Orders, **changed: Any) -> Choice:
    return Choice(key, gettext(label), orders=replace(orders, **changed), then=THEN)
