"""The combat: card after card until all pass (NEO-07); cards, their answers and results (NEO-10b)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.contract import Seat, set_at
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.rules import facts, match_end, movement, repair
from bot.games.neocombat.rules.actions import NONE, Defend, Play
from bot.games.neocombat.rules.play_faults import again_by, class_of, has_second_target
from bot.games.neocombat.rules.table import STOPPED, Table, carry_out
from bot.games.neocombat.rules.view import NOBODY, Fight, Second

# The round of the seats


def begin_if_due(table: Table) -> None:
    """Begin the combat with the First player, if the movement is over."""
    state = table.state
    if state.phase != "combat" or state.current != NOBODY:
        return
    state.passed = ()
    state.current = table.round()[0]
    table.record(facts.CombatBegan())
    go_on(table)


def pass_on(table: Table, seat: Seat) -> None:
    """Let a seat pass, which is not final (NEO-07)."""
    _pass(table, seat, empty=False)
    go_on(table)


def next_seat(table: Table, seat: Seat) -> None:
    """Continue with the seat after this one, which has played or left."""
    table.state.current = table.clockwise(seat)
    go_on(table)


def go_on(table: Table) -> None:
    """Wait for the seat on turn; a seat without cards passes automatically, and when all pass the combat
    ends.
    """
    state = table.state
    while not set(table.seats) <= set(state.passed):
        if state.hands[state.current]:
            return
        _pass(table, state.current, empty=True)
    state.current, state.passed = NOBODY, ()
    if not match_end.after_combat(table):
        repair.begin(table)


def _pass(table: Table, seat: Seat, *, empty: bool) -> None:
    table.state.passed = (*table.state.passed, seat)
    table.record(facts.Passed(seat, empty))
    table.state.current = table.clockwise(seat)


# Cards


def play(table: Table, seat: Seat, action: Play) -> None:
    """Carry out a play up to the answer of the target's owner."""
    way = table.pool.ways[action.card][action.way]
    _announce(table, seat, action, way)
    foe = table.owner(action.target) if action.target != NONE else NONE
    if way.threat is None:
        carry_out(table, seat, action.card, way.then, action.user, action.target, foe)
        if not _beaten(table):
            if table.state.phase == "specials":
                movement.special_done(table, seat)
            else:
                next_seat(table, seat)
        return
    further = action.way if way.further else UNSET
    table.state.fight = Fight(
        0, seat, action.card, action.user, action.target, way.threat, again=action.again, way=further
    )
    carry_out(table, seat, action.card, way.then, action.user, action.target, foe)
    _open_window(table)


def _announce(table: Table, seat: Seat, action: Play, way: PlayedAbility) -> None:
    """Carry out the play itself: reveal the shooter, draw the claimed card.

    The card is discarded afterwards, so a claim never draws it (NEO-04).
    """
    state = table.state
    state.passed, state.second = (), None
    table.record(facts.Played(seat, action.card, action.user, action.target, action.way))
    if action.target != NONE and table.owner(action.target) != seat:
        owner = table.owner(action.target)
        state.named = set_at(state.named, owner, state.named[owner] + 1)
    if way.threat in ("shot", "flame"):
        _reveal_shooter(table, action.user, way)
    if action.again and way.threat is not None:
        table.claim(action.user, again_by(way.threat))
    if action.claim and way.extra:
        table.claim(action.user, way.extra)
        table.draw_cards(seat, 1, "claim")
    table.spend(seat, action.card)


def _reveal_shooter(table: Table, token: int, way: PlayedAbility) -> None:
    """Reveal the shooter, except a sniper with a card for snipers, which thereby shows its attribute
    (NEO-09).
    """
    if table.state.tokens[token].revealed or way.user is None:
        return
    if way.user.hides and way.user.hides in table.varan(token).attributes:
        table.show_attribute(token, way.user.hides)
    else:
        table.reveal(token)


def _open_window(table: Table) -> None:
    """Let the target's owner answer, whatever cards it has; an empty hand opens no window (NEO-10)."""
    state = table.state
    assert state.fight is not None
    owner = table.owner(state.fight.target)
    if not state.hands[owner]:
        table.record(facts.Undefended(owner))
        _settle(table)
        return
    state.windows += 1
    state.fight = replace(state.fight, number=state.windows)
    table.record(facts.WindowOpened(owner, state.windows))


def defend(table: Table, seat: Seat, action: Defend) -> None:
    """Carry out an answer with its claim, and then the rest of the attack or sensor.

    The card is discarded after the claim, which never draws it (NEO-04).
    """
    fight = table.state.fight
    assert fight is not None
    target, face = fight.target, table.face(action.card)
    way = table.pool.answer(action.card, fight.kind)
    assert way is not None, "only cards that answer it are accepted"
    spared = (
        face.spared and not table.state.tokens[target].spared and "tough" in table.varan(target).attributes
    )
    if spared:
        table.put(target, spared=True)
    table.record(facts.Defended(seat, action.card))
    if action.claim and way.extra:
        table.claim(target, way.extra)
        table.draw_cards(seat, 1, "claim")
    table.spend(seat, action.card, spared=spared)
    carry_out(table, seat, action.card, way.then, target, fight.user, fight.seat)
    _settle(table)


def undefended(table: Table, seat: Seat) -> None:
    """Carry out an attack or sensor that is not answered."""
    table.record(facts.Undefended(seat))
    _settle(table)


def _settle(table: Table) -> None:
    """Carry out the rest of an attack or sensor."""
    fight = table.state.fight
    assert fight is not None
    table.state.fight = None
    through = _gets_through(table, fight)
    if _beaten(table):
        return
    if through and fight.way is not UNSET:
        further = table.pool.ways[fight.card][fight.way].further
        foe = table.owner(fight.target)
        table.settling = None if table.face(fight.card).leaves else fight.card
        carry_out(table, fight.seat, fight.card, further, fight.user, fight.target, foe)
        if _beaten(table):
            return
    _finish(table, fight)


def _gets_through(table: Table, fight: Fight) -> bool:
    """Let an attack do its damage or a sensor reveal; return whether it did.

    A target that its answer has cloaked is no longer a target, and a revealed varan cannot be revealed.
    """
    revealed = table.is_so(fight.target, "revealed")
    if fight.by == STOPPED or revealed == (fight.kind == "sensor"):
        table.record(facts.Fended(fight.target))
        return False
    if fight.kind == "sensor":
        table.reveal(fight.target)
        return True
    table.hurt(fight.target, fight.by, fight.seat)
    return fight.by > 0


def _beaten(table: Table) -> bool:
    """Let seats without varans drop out; return whether that has ended the match."""
    for seat in table.seats:
        match_end.drop_if_beaten(table, seat)
    return match_end.at_once(table)


def _finish(table: Table, fight: Fight) -> None:
    """Turn the user sideways, or let its second attack follow (NEO-07)."""
    if fight.kind == "sensor":
        next_seat(table, fight.seat)
        return
    if fight.again:
        second = Second(fight.user, "strike" if class_of(fight.kind) == "strike" else "shot")
        able = table.state.tokens[fight.user].here and not table.state.tokens[fight.user].sideways
        if able and table.state.hands[fight.seat] and has_second_target(table, fight.seat, second):
            table.state.second = second
            table.record(facts.SecondFollows(fight.seat, fight.user))
            return
        table.record(facts.SecondLapsed(fight.user))
    attack_over(table, fight.seat, fight.user)


def decline(table: Table, seat: Seat) -> None:
    """Decline the second attack (NEO-07)."""
    second = table.state.second
    assert second is not None
    table.state.second = None
    table.record(facts.Passed(seat))
    attack_over(table, seat, second.user)


def attack_over(table: Table, seat: Seat, user: int) -> None:
    """Turn a varan sideways after its last attack, and continue with the next seat."""
    table.turn(user)
    next_seat(table, seat)
