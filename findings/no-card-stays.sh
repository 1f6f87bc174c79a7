#!/usr/bin/env bash
# @algorithm.ts/shuffle@4.0.3 and seededshuffle@0.2.0 (npm)
# Input: a deck of four cards, shuffled 24,000 times; by the second with the seeds "game 0" to "game 23999".
# Guess: all 24 orders, about 1,000 times each, as one is named after Knuth's shuffle and the other gives one order for each seed.
# Behaviour: the first gives 6 of the 24 orders, as it never draws a card's own place: no card is ever where it was, the top card never
# comes on top. (That is Sattolo's algorithm, which makes cycles only.) The second gives all 24, but some three times as often as others.
# Output seen: "@algorithm.ts/shuffle: 6 orders, a card in its place: 0"; "seededshuffle: 24 orders, the most frequent more than three
# times the rarest: true". By chance the most frequent of 24 is within a quarter of the rarest.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit @algorithm.ts/shuffle@4.0.3 seededshuffle@0.2.0 >/dev/null
got=$(
  node - <<'JS'
const { knuthShuffle } = require("@algorithm.ts/shuffle");
const seeded = require("seededshuffle");
const count = (shuffle) => {
  const orders = {};
  for (let game = 0; game < 24000; game++) {
    const cards = shuffle([1, 2, 3, 4], `game ${game}`).join("");
    orders[cards] = (orders[cards] ?? 0) + 1;
  }
  return orders;
};
const knuth = count((cards) => (knuthShuffle(cards), cards));
const stays = Object.keys(knuth).filter((order) => [...order].some((card, place) => Number(card) === place + 1));
console.log(`@algorithm.ts/shuffle: ${Object.keys(knuth).length} orders, a card in its place: ${stays.length}`);
const times = Object.values(count((cards, seed) => seeded.shuffle(cards, seed, true)));
const uneven = Math.max(...times) > 3 * Math.min(...times);
console.log(`seededshuffle: ${times.length} orders, the most frequent more than three times the rarest: ${uneven}`);
JS
)
echo "$got"
want="@algorithm.ts/shuffle: 6 orders, a card in its place: 0
seededshuffle: 24 orders, the most frequent more than three times the rarest: true"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
