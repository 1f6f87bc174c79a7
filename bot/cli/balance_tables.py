"""The output of `balance` for people: tables, and sentences on problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median, quantiles

from rich.table import Table

from bot.cli.output import page
from bot.engine.deckbuilding import DeckCard
from bot.engine.language import gettext
from bot.lab.changes import Tried
from bot.lab.contests import Contest, bounds, card_counts, outside
from bot.lab.study import Study
from bot.lab.tallies import CardCount, Count, Difference, Tally
from bot.lab.tracing import Traced, traced_cards
from bot.lab.turns import OWN, SPANS, TITLES, USUAL, changed_numbers, figure, own_keys, turn_lines, verdicts
from bot.lab.wording import NOTHING, difference, of_times, sentence
from bot.registry import GAMES

SELDOM = 0.02
"""A card played in a smaller share of its decks' matches is not ranked, for lack of data."""

# Tables


def print_study(study: Study, rows: int) -> None:
    """Print all results of a study."""
    contest, count, console = study.contest, study.count, page()
    if len(contest.entrants) > 1:
        console.print(_entrant_table(contest, count))
    console.print(_length_words(contest, count), highlight=False)
    traced = traced_cards(GAMES[contest.game])
    if rows > 0 and traced is not None:
        console.print(_card_table(contest, count, traced, rows))
    _print_turns(contest, count)
    if study.worth:
        console.print(_worth_table(study, traced))
        for number, tested in study.worth.items():
            console.print(f"- {number}: {difference(tested)}.", highlight=False)
    if len(contest.entrants) > 1:
        low, high = bounds(contest.seats)
        wrong = outside(count, contest.seats)
        kind = "deck" if GAMES[contest.game].decks is not None else "squad"
        said = f"outside: {', '.join(wrong)}" if wrong else f"every {kind} lies within"
        console.print(f"In balance is {low:.1%} to {high:.1%} over all line-ups: {said}.", highlight=False)
    if study.mix:
        shares = sorted(study.mix.items(), key=lambda one: -one[1])
        best = ", ".join([f"{key} {share:.0%}" for key, share in shares if share >= 0.005])
        margin = max([tally.error for tally in count.against.values()])
        console.print(f"The best mix of these rates (each ± {margin:.0%}): {best}.", highlight=False)
    if not study.findings:
        console.print(gettext(NOTHING), highlight=False)
    for finding in study.findings:
        console.print(f"- {sentence(finding, contest.game, contest.pool)}", highlight=False)


def _print_turns(contest: Contest, count: Count) -> None:
    """Print the strengths by turn of cards not shipped with the bot, compared with the others."""
    game, pool, console = contest.game, contest.pool, page()
    own = own_keys(game, pool, contest.entrants, changed_numbers(game, pool))
    lines = turn_lines(count.strengths, own)
    if not lines:
        return
    table = Table(title=gettext(TITLES[game]), title_justify="left")
    for column in (gettext(SPANS[game]), gettext(OWN), "±", gettext(USUAL), "±"):
        table.add_column(column, justify="right")
    for line in lines:
        sides = [figure(game, each) for side in (line.own, line.usual) for each in (side.mean, side.margin())]
        table.add_row(str(line.turn), *sides)
    console.print(table)
    for said in verdicts(game, lines):
        console.print(f"- {said}", highlight=False)


def print_rows(studies: Mapping[str, Study]) -> None:
    """Print a line for each of several studies, to compare options or players."""
    table = Table(title="Side by side", title_justify="left")
    table.add_column("")
    seats = max([study.contest.seats for study in studies.values()])
    for column in (
        "matches",
        *[f"seat {seat + 1}" for seat in range(seats)],
        "±",
        "draws",
        "turns",
        "hand-offs",
        "actions",
    ):
        table.add_column(column, justify="right")
    for column in ("forced", "leads", "comebacks", "decided", "behind", "least", "most"):
        table.add_column(column, justify="right")
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
        f"{count.mean_lead_changes:.1f}",
        f"{count.comeback_rate:.0%}",
        f"{count.decided_rate:.0%}",
        f"{count.behind_rate:.0%}",
        *ends,
    ]


def print_compared(old: Count, new: Count, changes: Mapping[str, Difference]) -> None:
    """Print the effect of a change of the cards on each deck, on the same seeds."""
    table = Table(title="The same matches with the older cards and with these", title_justify="left")
    table.add_column("deck")
    for column in ("matches", "before", "now", "more", "±"):
        table.add_column(column, justify="right")
    for key, change in sorted(changes.items(), key=lambda one: -one[1].mean):
        before, now = old.entrants[key], new.entrants[key]
        figures = [f"{before.rate:.1%}", f"{now.rate:.1%}", f"{change.mean:+.1%}", f"{change.error:.1%}"]
        table.add_row(key, str(change.pairs), *figures)
    console = page()
    console.print(table)
    for key, change in changes.items():
        console.print(f"- {key}: {difference(change)}.", highlight=False)


def print_played(old: Mapping[str, CardCount], new: Mapping[str, CardCount], changed: Iterable[str]) -> None:
    """Print a sentence for each changed card on whether it is played more or less often."""
    for number in changed:
        if number in old and number in new:
            before, now = [Tally(one[number].held.matches, one[number].played.matches) for one in (old, new)]
            page().print(f"- {number}: {of_times(now, before)}.", highlight=False)


def print_tried(number: str, field: str, tried: Tried) -> None:
    """Print a card's win rate with one value of a number."""
    worth = tried.worth
    page().print(
        f"{number} with {field} {tried.value}: its decks win {worth.mean:+.1%} with it (± {worth.error:.1%},"
        f" {worth.pairs} pairs).",
        highlight=False,
    )


def _entrant_table(contest: Contest, count: Count) -> Table:
    """Return each entrant's win rate over all line-ups and against each other one, the best first."""
    ranked = sorted(contest.entrants, key=lambda key: -count.entrants[key].rate)
    table = Table(
        title=f"{GAMES[contest.game].title}: {count.matches:,} matches of {contest.seats},"
        f" {contest.games} of each line-up, {contest.player} in all seats, seed {contest.seed}",
        title_justify="left",
    )
    for column in ("", "deck" if GAMES[contest.game].decks is not None else "squad"):
        table.add_column(column)
    for column in ("all", "±", *[str(place) for place in range(1, len(ranked) + 1)]):
        table.add_column(column, justify="right")
    low, high = bounds(contest.seats)
    for place, key in enumerate(ranked, start=1):
        tally = count.entrants[key]
        mark = "" if low <= tally.rate <= high else "bold red"
        cells = ["·" if other == key else _percent(count.against[key, other]) for other in ranked]
        table.add_row(str(place), key, _percent(tally, ".1%"), f"{tally.error:.1%}", *cells, style=mark)
    return table


def _percent(tally: Tally, form: str = ".0%") -> str:
    return format(tally.rate, form)


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
        tenths = quantiles(count.turns, n=10) if len(count.turns) > 1 else count.turns * 9
        words.append(
            f"Turns: {mean(count.turns):.1f} on average,"
            f" {tenths[0]:.0f} to {tenths[-1]:.0f} in 8 of 10 matches."
        )
    if count.led:
        words.append(
            f"The lead changed {count.mean_lead_changes:.1f} times a match;"
            f" {count.comeback_rate:.0%} were won by who was behind at half time,"
            f" {count.behind_rate:.0%} by who was once behind;"
            f" in {count.decided_rate:.0%} the winner led from half time on."
        )
    if count.given_up:
        words.append(f"Given up as endless: {count.given_up}.")
    return " ".join(words)


def _card_table(contest: Contest, count: Count, traced: Traced, rows: int) -> Table:
    """Return the cards with the highest and lowest win rates, compared with their decks."""
    found, cards = card_counts(contest, count), traced.cards(contest.pool)
    ranked = sorted(
        [one for one in found.items() if one[1].played.matches >= SELDOM * max(1, one[1].held.matches)],
        key=lambda one: (-one[1].lift, one[0]),
    )
    table = Table(title="Cards, by how much more their decks win when they are played", title_justify="left")
    table.add_column("card")
    table.add_column("name")
    table.add_column("rank")
    for column in ("played in", "a match", "stuck", "won then", "its decks", "more", "±"):
        table.add_column(column, justify="right")
    best, worst = ranked[:rows], ranked[rows:][-rows:]
    for place, (number, card) in enumerate((*best, *worst)):
        last = place == len(best) - 1 and bool(worst)
        table.add_row(number, *_card_cells(number, card, cards), end_section=last)
    return table


def _card_cells(number: str, card: CardCount, cards: Mapping[str, DeckCard]) -> list[str]:
    held = max(1, card.held.matches)
    return [
        cards[number].name.replace("[", r"\["),
        cards[number].rank,
        f"{card.played.matches / held:.0%}",
        f"{card.times / held:.2f}",
        f"{card.stuck / max(1, card.drawn):.0%}",
        _percent(card.played, ".1%"),
        _percent(card.held, ".1%"),
        f"{card.lift:+.1%}",
        f"{card.played.error:.1%}",
    ]


def _worth_table(study: Study, traced: Traced | None) -> Table:
    """Return the win rates of decks with each tested card, and with similar cards in its place."""
    assert traced is not None, "only games with cards have any that are tested"
    cards = traced.cards(study.contest.pool)
    table = Table(title="Cards against others of their kind, on the same seeds", title_justify="left")
    table.add_column("card")
    table.add_column("name")
    further = ("more than with another card", "±") if study.replaced else ()
    for column in ("pairs", "more with it", "±", *further):
        table.add_column(column, justify="right")
    ranked: Sequence[tuple[str, Difference]] = sorted(study.worth.items(), key=lambda one: -one[1].mean)
    for number, tested in ranked:
        name = cards[number].name.replace("[", r"\[")
        figures = [f"{tested.mean:+.1%}", f"{tested.error:.1%}"]
        replaced = study.replaced.get(number)
        if replaced is not None:
            figures += [f"{replaced.mean:+.1%}", f"{replaced.error:.1%}"]
        table.add_row(number, name, str(tested.pairs), *figures)
    return table
