#!/usr/bin/env bash
# pydealer==1.4.0 (PyPI), stacks of playing cards
# Input: six decks in one stack (312 cards), from which a card is taken by its place, 3, 256 and 300; and a card that is put at a place of
# a stack of three: 0, 1, 2 and 3, which is behind the last one.
# Guess: whichever place it is, one card is taken out and 311 are left; and after a card was put in there are four, as with list.insert.
# Behaviour: a card from place 257 or later is handed out and stays in the stack as well. A card that is put behind the last one is lost
# without a word.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check pydealer==1.4.0
got=$(
  "$dir/python/bin/python" - <<'PY'
from pydealer import Card, Deck, Stack

for place in (3, 256, 257, 300):
    shoe = Stack(cards=[card for _ in range(6) for card in Deck()])
    taken = shoe.get(place)
    print(f"place {place} of 312: {len(taken)} taken, {shoe.size} left")
for place in range(4):
    stack = Stack(cards=[Card(value, "Hearts") for value in "234"])
    stack.insert(Card("Ace", "Spades"), place)
    print(f"put at place {place}:", " ".join(card.abbrev for card in stack))
PY
)
echo "$got"
want="place 3 of 312: 1 taken, 311 left
place 256 of 312: 1 taken, 311 left
place 257 of 312: 1 taken, 312 left
place 300 of 312: 1 taken, 312 left
put at place 0: AS 2H 3H 4H
put at place 1: 2H AS 3H 4H
put at place 2: 2H 3H AS 4H
put at place 3: 2H 3H 4H"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
