#!/usr/bin/env bash
# prando@6.0.1, random-seedable@1.0.8 and java-random@0.4.0 (npm): random numbers from a seed
# Input: the first throw of a six-sided die in each of 6,000 matches; the seed is the number of the match, for Prando also "match 1" to
# "match 6000". For a fair die about 1,000 of each number, and a sixth of the matches begin as the match before.
# Guess: a neighbour's seed gives another first die; perhaps one of them is a little uneven.
# Behaviour: with numbers as seeds, random-seedable's PCG begins every match with a 1, Prando never with 1, 2 or 3 and java-random never
# with 2 or 3, and nearly every match begins as the one before. With words, all six numbers come up with Prando, but still in 7 of 10
# matches the first die is that of the match before. Mersenne Twister of random-seedable is fair.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit prando@6.0.1 random-seedable@1.0.8 java-random@0.4.0 >/dev/null
got=$(
  node - <<'JS'
const own = (module) => module.default ?? module;
const Prando = own(require("prando"));
const JavaRandom = own(require("java-random"));
const { PCG, MersenneTwister } = require("random-seedable");
const first = {
  "Prando, numbers": (match) => new Prando(match).next(),
  "Prando, words": (match) => new Prando(`match ${match}`).next(),
  "java-random, numbers": (match) => new JavaRandom(match).nextDouble(),
  "random-seedable PCG, numbers": (match) => new PCG(match).float(),
  "random-seedable MersenneTwister, numbers": (match) => new MersenneTwister(match).float(),
};
for (const [name, random] of Object.entries(first)) {
  const seen = new Set();
  let before = 0, same = 0;
  for (let match = 1; match <= 6000; match++) {
    const die = Math.floor(random(match) * 6) + 1;
    seen.add(die);
    same += die === before;
    before = die;
  }
  console.log(`${name}: ${[...seen].sort().join(" ")}, as before in ${Math.round((100 * same) / 6000)} %`);
}
JS
)
echo "$got"
want="Prando, numbers: 4 5 6, as before in 100 %
Prando, words: 1 2 3 4 5 6, as before in 71 %
java-random, numbers: 1 4 5 6, as before in 100 %
random-seedable PCG, numbers: 1, as before in 100 %
random-seedable MersenneTwister, numbers: 1 2 3 4 5 6, as before in 16 %"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
