#!/usr/bin/env bash
# poker-hands 1.0.2 (npm), against poker-evaluator-ts 2.0.3 and pokersolver 2.1.4 (npm)
# Input: pairs of hands of five cards with the same rank that a later card decides; a straight flush from ace to five against four
#   kings; and two hands that are equal in all but suits.
# Guess: as its readme says, the next highest cards are compared until one is higher; a straight flush beats four of a kind; equal
#   hands are a draw, as the others say.
# Behaviour: flushes and two pairs of which a lower card is higher are won by the first hand, whoever that is; the straight flush
#   loses to the four kings; and equal hands are won by the first. The other two agree with the guess in all.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit poker-hands@1.0.2 poker-evaluator-ts@2.0.3 pokersolver@2.1.4 >/dev/null
cat >judge.cjs <<'JS'
const { judgeWinner } = require("poker-hands");
const { evalHand } = require("poker-evaluator-ts");
const { Hand } = require("pokersolver");

const upper = (hand) => hand.toUpperCase();
const judges = {
  "poker-hands": (...hands) => String(judgeWinner(hands.map(upper))),
  "poker-evaluator-ts": (...hands) => {
    const [one, other] = hands.map((hand) => evalHand(hand.split(" ")).value);
    return one === other ? "draw" : one > other ? "0" : "1";
  },
  pokersolver: (...hands) => {
    const solved = hands.map((hand) => Hand.solve(hand.split(" ")));
    const won = Hand.winners(solved);
    return won.length > 1 ? "draw" : String(solved.indexOf(won[0]));
  },
};
for (const [one, other] of [
  ["Kc Kh 7s 3d 2c", "Kd Ks 8s 3h 2d"],
  ["As Ks 9s 4s 2s", "Ad Kd 9d 4d 3d"],
  ["As Ad Kh Kc 2s", "Ah Ac Kd Ks 3h"],
  ["As 2s 3s 4s 5s", "Kd Kh Kc Ks 2d"],
  ["As Qd 9h 5c 3s", "Ad Qh 9c 5s 3d"],
]) {
  console.log(`${one} - ${other}: ${Object.entries(judges).map(([name, judge]) => `${name} ${judge(one, other)}, ${judge(other, one)}`).join("; ")}`);
}
JS
got=$(node judge.cjs)
echo "$got"
want='Kc Kh 7s 3d 2c - Kd Ks 8s 3h 2d: poker-hands 0, 0; poker-evaluator-ts 1, 0; pokersolver 1, 0
As Ks 9s 4s 2s - Ad Kd 9d 4d 3d: poker-hands 0, 0; poker-evaluator-ts 1, 0; pokersolver 1, 0
As Ad Kh Kc 2s - Ah Ac Kd Ks 3h: poker-hands 0, 0; poker-evaluator-ts 1, 0; pokersolver 1, 0
As 2s 3s 4s 5s - Kd Kh Kc Ks 2d: poker-hands 1, 0; poker-evaluator-ts 0, 1; pokersolver 0, 1
As Qd 9h 5c 3s - Ad Qh 9c 5s 3d: poker-hands 0, 0; poker-evaluator-ts draw, draw; pokersolver draw, draw'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
