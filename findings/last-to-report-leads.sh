#!/usr/bin/env bash
# round-robin-tournament==1.0.0 (PyPI), the package beside double-elimination and single-elimination
# Input: a round robin of four: Ann, Ben and Cem win two matches each, one of them against each other in a circle; Dora none. The same six
# results are handed in, in all 720 orders, and 1 or 4 "winners to take" are asked for.
# Guess: the same results have the same winner, or all three of them, and four places are given to four players.
# Behaviour: of those with equally many wins the first is the one whose first win was reported last, so the order of the reports makes
# the winner, and nothing says that there was a tie. Who has no win is left out of the list.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check round-robin-tournament==1.0.0
got=$(
  "$dir/python/bin/python" - <<'PY'
from collections import Counter
from itertools import permutations

from round_robin_tournament import Tournament

WINNERS = {
    frozenset(("Ann", "Ben")): "Ann",
    frozenset(("Ben", "Cem")): "Ben",
    frozenset(("Ann", "Cem")): "Cem",
    frozenset(("Ann", "Dora")): "Ann",
    frozenset(("Ben", "Dora")): "Ben",
    frozenset(("Cem", "Dora")): "Cem",
}
for taken in (1, 4):
    first, places = Counter(), Counter()
    for order in permutations(range(6)):
        tournament = Tournament(["Ann", "Ben", "Cem", "Dora"], {"winners_to_take": taken})
        matches = tournament.get_matches()
        for number in order:
            players = frozenset(each.get_competitor() for each in matches[number].get_participants())
            tournament.add_win(matches[number], WINNERS[players])
        winners = tournament.get_winners()
        first[winners[0]] += 1
        places[len(winners)] += 1
    print(f"{taken} asked for:", dict(sorted(first.items())), "first; places given:", sorted(places))
PY
)
echo "$got"
want="1 asked for: {'Ann': 240, 'Ben': 240, 'Cem': 240} first; places given: [1]
4 asked for: {'Ann': 240, 'Ben': 240, 'Cem': 240} first; places given: [3]"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
