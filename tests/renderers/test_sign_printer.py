"""A sentence of the channel as a line of signs: named things are drawn, the other words are muted."""

from __future__ import annotations

from bot.base.language import gettext
from bot.engine.contract import Outcome
from bot.engine.facts import MatchOver, SeatReady
from bot.engine.sentences import Talk, listed
from renderers.kit.lines import Die, Mark, Quiet, SignPrinter, latest_lines, quiet_line
from tests.noughts import WORDING
from tests.noughts.rules import Marked, NoughtsState

SIGNS = {"die": lambda value, _: Die(value), "square": lambda _, words: words}


def spoken(printer: SignPrinter) -> Talk[NoughtsState]:
    return Talk(NoughtsState(), ["Ann", "Ben"], printer=printer)


def test_things_are_in_the_order_of_the_translation() -> None:
    printer = SignPrinter(SIGNS)
    talk = spoken(printer)
    who, at, die = talk.who(1), talk.thing("square", 4, "B2"), talk.thing("die", 5, "5")
    assert printer.line(f"With {die} {at} falls to {who}.") == (
        Quiet("With"), Die(5), "B2", Quiet("falls to"), Mark(1),
    )  # fmt: skip


def test_bold_words_have_their_weight_and_things_in_lists_are_drawn() -> None:
    printer = SignPrinter(SIGNS)
    talk = spoken(printer)
    dice = listed([talk.thing("die", roll, str(roll)) for roll in (1, 2, 3)])
    assert printer.line(f"{talk.who(0)} **rolls** {dice}!") == (
        Mark(0), "rolls", Die(1), Quiet(","), Die(2), Quiet("and"), Die(3), Quiet("!"),
    )  # fmt: skip


def test_things_without_a_sign_are_written_and_later_parts_left_out() -> None:
    printer = SignPrinter(SIGNS)
    talk = spoken(printer)
    told = f"{talk.thing('coin', 1, 'heads')} it is.{talk.further(gettext('Nobody is ready yet.'))}"
    assert printer.line(told) == (Quiet("heads it is"),)


def test_a_message_becomes_a_line_with_signs_for_names() -> None:
    line = quiet_line("{player} legt **vorn** {card} ab", player=Mark(1), card="7h")
    assert line == (Mark(1), Quiet("legt"), "vorn", "7h", Quiet("ab"))
    assert quiet_line("{player} **A {card} B** C", player=Mark(0), card="x") == (
        Mark(0), "A", "x", "B", Quiet("C"),
    )  # fmt: skip


def test_only_events_are_listed_and_never_the_outcome() -> None:
    over = MatchOver(Outcome((0,), (1, 0), "Three in a row"))
    lines = latest_lines(WORDING, NoughtsState(), [SeatReady(0), Marked(1, 4), over], SIGNS)
    assert lines == [(Mark(1), Quiet("marks B2"))]
