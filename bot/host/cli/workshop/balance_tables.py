"""The output of `balance` for people: tables, and sentences on problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median

import msgspec
from rich.markup import escape
from rich.table import Table

from bot.base.language import gettext
from bot.engine.cards.deckbuilding import DeckCard
from bot.games.registry import GAMES
from bot.host.cli.output import new_table, page, print_lines
from bot.parts.workshop.lab.changes import Experiment
from bot.parts.workshop.lab.contests import Contest, bounds, card_counts, outside
from bot.parts.workshop.lab.study import Study
from bot.parts.workshop.lab.tallies import CardCount, Count, Difference, Tally
from bot.parts.workshop.lab.turns import (
    OWN,
    USUAL,
    changed_numbers,
    figure,
    own_keys,
    turn_lines,
    verdicts,
    words_of,
)
from bot.parts.workshop.lab.wording import (
    NOTHING,
    difference,
    of_times,
    sentence,
    setting_lines,
    untested_line,
)

SELDOM = 0.02
"""A card played in a smaller share of its decks' matches is not ranked, for lack of data."""

# Tables


def print_study(study: Study, rows: int) -> None:
    """Print all results of a study."""
    contest, count, console = study.contest, study.count, page()
    options = msgspec.to_builtins(contest.options)
    print_lines(*setting_lines(contest.game, contest.pool, options, tuple(study.given), study.left_out))
    if len(contest.entrants) > 1:
        console.print(_entrant_table(contest, count))
    print_lines(_length_words(contest, count))
    if rows > 0 and contest.known_cards:
        console.print(_card_table(contest, count, rows))
    _print_turns(contest, count)
    if study.worth:
        console.print(_worth_table(study))
        print_lines(*[f"- {number}: {difference(tested)}." for number, tested in study.worth.items()])
    print_lines(*[f"- {untested_line(number, contest.game, contest.pool)}" for number in study.untested])
    if len(contest.entrants) > 1:
        low, high = bounds(contest.seats)
        wrong = outside(count, contest.seats)
        said = f"outside: {', '.join(wrong)}" if wrong else f"every {_kind(contest)} lies within"
        print_lines(f"In balance is {low:.1%} to {high:.1%} over all line-ups: {said}.")
    if study.mix:
        shares = sorted(study.mix.items(), key=lambda one: -one[1])
        best = ", ".join([f"{key} {share:.0%}" for key, share in shares if share >= 0.005])
        margin = max([tally.error for tally in count.against.values()])
        print_lines(f"The best mix of these rates (each ± {margin:.0%}): {best}.")
    told = [f"- {sentence(finding, contest.game, contest.pool)}" for finding in study.findings]
    print_lines(*(told or [gettext(NOTHING)]))


def _print_turns(contest: Contest, count: Count) -> None:
    """Print the strengths by turn of cards not shipped with the bot, compared with the others."""
    game, pool = contest.game, contest.pool
    own = own_keys(game, pool, contest.entrants, changed_numbers(game, pool))
    lines = turn_lines(count.strengths, own)
    if not lines:
        return
    columns = (gettext(words_of(game).span), gettext(OWN), "±", gettext(USUAL), "±")
    table = new_table(gettext(words_of(game).title), (), columns)
    for line in lines:
        sides = [figure(game, each) for side in (line.own, line.usual) for each in (side.mean, side.margin())]
        table.add_row(str(line.turn), *sides)
    page().print(table)
    print_lines(*[f"- {said}" for said in verdicts(game, lines)])


def print_rows(studies: Mapping[str, Study]) -> None:
    """Print a line for each of several studies, to compare options or players."""
    seats = max([study.contest.seats for study in studies.values()])
    rates = [f"seat {seat + 1}" for seat in range(seats)]
    lengths = ("draws", "turns", "hand-offs", "actions", "forced")
    leads = ("leads", "comebacks", "decided", "behind")
    table = new_table("Side by side", [""], ["matches", *rates, "±", *lengths, *leads, "least", "most"])
    for name, study in studies.items():
        table.add_row(name, *_row(study, seats))
    page().print(table)


def _row(study: Study, seats: int) -> list[str]:
    count = study.count
    ranked = sorted(count.entrants.items(), key=lambda one: one[1].rate)
    ends = (
        [f"{key} {tally.rate:.1%}" for key, tally in (ranked[0], ranked[-1])] if len(ranked) > 1 else ["", ""]
    )
    return [
        f"{count.matches:,}",
        *[f"{count.seats.get(seat, Tally()).rate:.1%}" for seat in range(seats)],
        f"{count.seats[0].error:.1%}",
        f"{count.draws / count.matches:.1%}",
        f"{mean(count.turns):.1f}" if any(count.turns) else "",
        f"{median(count.hand_offs):.0f}",
        f"{count.actions / count.matches:.0f}",
        f"{count.forced / max(1, count.actions):.0%}",
        f"{count.lead.mean_changes:.1f}",
        f"{count.lead.comeback_rate:.0%}",
        f"{count.lead.decided_rate:.0%}",
        f"{count.lead.behind_rate:.0%}",
        *ends,
    ]


def print_compared(old: Count, new: Count, changes: Mapping[str, Difference]) -> None:
    """Print the effect of a change of the cards on each deck, on the same seeds."""
    title = "The same matches with the older cards and with these"
    table = new_table(title, ["deck"], ["matches", "before", "now", "more", "±"])
    for key, change in sorted(changes.items(), key=lambda one: -one[1].mean):
        before, now = old.entrants[key], new.entrants[key]
        figures = [f"{before.rate:.1%}", f"{now.rate:.1%}", f"{change.mean:+.1%}", f"{change.error:.1%}"]
        table.add_row(key, str(change.pairs), *figures)
    page().print(table)
    print_lines(*[f"- {key}: {difference(change)}." for key, change in changes.items()])


def print_played(old: Mapping[str, CardCount], new: Mapping[str, CardCount], changed: Iterable[str]) -> None:
    """Print a sentence for each changed card on whether it is played more or less often."""
    for number in changed:
        if number in old and number in new:
            before, now = [Tally(one[number].held.matches, one[number].played.matches) for one in (old, new)]
            print_lines(f"- {number}: {of_times(now, before)}.")


def print_tried(number: str, field: str, tried: Experiment) -> None:
    """Print a card's win rate with one value of a number."""
    worth = tried.worth
    print_lines(
        f"{number} with {field} {tried.value}: its decks win {worth.mean:+.1%} with it (± {worth.error:.1%},"
        f" {worth.pairs} pairs)."
    )


def _entrant_table(contest: Contest, count: Count) -> Table:
    """Return each entrant's win rate over all line-ups and against each other one, the best first."""
    ranked = sorted(contest.entrants, key=lambda key: -count.entrants[key].rate)
    table = new_table(
        f"{GAMES[contest.game].title}: {count.matches:,} matches of {contest.seats},"
        f" {contest.games} of each line-up, {contest.player} in all seats, seed {contest.seed}",
        ["", _kind(contest)],
        ["all", "±", *[str(place) for place in range(1, len(ranked) + 1)]],
    )
    low, high = bounds(contest.seats)
    for place, key in enumerate(ranked, start=1):
        tally = count.entrants[key]
        mark = "" if low <= tally.rate <= high else "bold red"
        met = [count.against.get((key, other)) for other in ranked]
        cells = ["·" if tally is None else f"{tally.rate:.0%}" for tally in met]
        table.add_row(str(place), key, f"{tally.rate:.1%}", f"{tally.error:.1%}", *cells, style=mark)
    return table


def _kind(contest: Contest) -> str:
    return "deck" if GAMES[contest.game].decks is not None else "squad"


def _length_words(contest: Contest, count: Count) -> str:
    """Return a sentence on the length of the matches, and on advantages of seats."""
    seats = ", ".join([f"{seat + 1}: {count.seats[seat].rate:.1%}" for seat in range(contest.seats)])
    words = [
        f"Won by seat {seats}.",
        f"Draws: {count.draws}.",
        f"Actions: {count.actions / count.matches:.0f}.",
        f"Hand-offs: {median(count.hand_offs):.0f} at the median.",
        f"Without a choice: {count.forced / max(1, count.actions):.0%}.",
    ]
    if any(count.turns):
        low, high = count.usual_turns()
        words.append(
            f"Turns: {mean(count.turns):.1f} on average, {low:.0f} to {high:.0f} in 8 of 10 matches."
        )
    if count.lead.led:
        words.append(
            f"The lead changed {count.lead.mean_changes:.1f} times a match;"
            f" {count.lead.comeback_rate:.0%} were won by who was behind at half time,"
            f" {count.lead.behind_rate:.0%} by who was once behind;"
            f" in {count.lead.decided_rate:.0%} the winner led from half time on."
        )
    if count.given_up:
        words.append(f"Given up as endless: {count.given_up}.")
    return " ".join(words)


def _card_table(contest: Contest, count: Count, rows: int) -> Table:
    """Return the cards with the highest and lowest win rates, compared with their decks."""
    counts, cards = card_counts(contest, count), contest.known_cards
    ranked = sorted(
        [one for one in counts.items() if one[1].played.matches >= SELDOM * max(1, one[1].held.matches)],
        key=lambda one: (-one[1].lift, one[0]),
    )
    title = "Cards, by how much more their decks win when they are played"
    figures = ("played in", "a match", "stuck", "won then", "its decks", "more", "±")
    table = new_table(title, ["card", "name", "rank"], figures)
    best, worst = ranked[:rows], ranked[rows:][-rows:]
    for place, (number, card) in enumerate((*best, *worst)):
        last = place == len(best) - 1 and bool(worst)
        table.add_row(number, *_card_cells(number, card, cards), end_section=last)
    return table


def _card_cells(number: str, card: CardCount, cards: Mapping[str, DeckCard]) -> list[str]:
    held = max(1, card.held.matches)
    return [
        escape(cards[number].name),
        cards[number].rank,
        f"{card.played.matches / held:.0%}",
        f"{card.times / held:.2f}",
        f"{card.stuck / max(1, card.drawn):.0%}",
        f"{card.played.rate:.1%}",
        f"{card.held.rate:.1%}",
        f"{card.lift:+.1%}",
        f"{card.played.error:.1%}",
    ]


def _worth_table(study: Study) -> Table:
    """Return the win rates of decks with each tested card, and with similar cards in its place."""
    cards = study.contest.known_cards
    further = ("more than with another card", "±") if study.replaced else ()
    table = new_table(
        "Cards against others of their kind, on the same seeds",
        ["card", "name"],
        ["pairs", "more with it", "±", *further],
    )
    ranked: Sequence[tuple[str, Difference]] = sorted(study.worth.items(), key=lambda one: -one[1].mean)
    for number, tested in ranked:
        figures = [f"{tested.mean:+.1%}", f"{tested.error:.1%}"]
        replaced = study.replaced.get(number)
        if replaced is not None:
            figures += [f"{replaced.mean:+.1%}", f"{replaced.error:.1%}"]
        table.add_row(number, escape(cards[number].name), str(tested.pairs), *figures)
    return table
