#!/usr/bin/env bash
# shuffle 0.2.5 (npm), which shuffles and deals decks of cards
# Input: a card is drawn and put back on the deck as the README shows it, by putOnTopOfDeck(card) and putOnBottomOfDeck(card): a card of
# its own deck of 52, and a card that is a text. The same in a list, which the README allows as well.
# Guess: the deck has as many cards as before, and the card lies on top (or below).
# Behaviour: a single card of its own deck is lost without a word: 51 are left. A text is cut into its letters, which become cards. Only
# a list of cards is put back.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund shuffle@0.2.5 >/dev/null
cat >deck.cjs <<'JS'
const { shuffle } = require("shuffle");

for (const put of ["putOnTopOfDeck", "putOnBottomOfDeck"]) {
  for (const listed of [false, true]) {
    const deck = shuffle();
    const card = deck.draw();
    deck[put](listed ? [card] : card);
    console.log(`${put}, ${listed ? "in a list" : "alone"}: ${deck.length} cards, ${deck.cards.includes(card) ? "with" : "without"} it`);
  }
}
const own = shuffle({ deck: ["fox", "owl", "hare"], random: () => 0.5 });
const drawn = own.draw();
own.putOnTopOfDeck(drawn);
console.log(`${drawn} put on top: the deck is ${own.cards.join(", ")}`);
JS
got=$(node deck.cjs)
echo "$got"
want="putOnTopOfDeck, alone: 51 cards, without it
putOnTopOfDeck, in a list: 52 cards, with it
putOnBottomOfDeck, alone: 51 cards, without it
putOnBottomOfDeck, in a list: 52 cards, with it
owl put on top: the deck is fox, hare, o, w, l"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
