#!/usr/bin/env bash
# tournament-pairings@2.0.1 and tournament-organizer@4.1.1 (npm; the second uses the first)
# Input: the fourth Swiss round of six players, after a, b and c have each met d, e and f. Without a rematch only two pairs can be made.
# Guess: three matches, one of them a rematch: with an even number nobody sits out.
# Behaviour: two matches, and two players have no opponent. The organizer makes a round with two byes of it and counts both as won.
# Output seen: "pairings: 2 matches, 2 without an opponent"; "organizer, six players, five rounds: byes".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit tournament-pairings@2.0.1 tournament-organizer@4.1.1 >/dev/null
cat >round.mjs <<'JS'
import { Swiss } from "tournament-pairings";
import Organizer from "tournament-organizer";

const met = (id) => ("abc".includes(id) ? ["d", "e", "f"] : ["a", "b", "c"]);
const players = [..."abcdef"].map((id) => ({ id, score: 1, receivedBye: false, avoid: met(id) }));
const round = Swiss(players, 4);
const alone = round.filter((match) => !match.player1 || !match.player2).length;
console.log(`pairings: ${round.length - alone} matches, ${alone} without an opponent`);

const manager = new (Organizer.default ?? Organizer)();
let byes = 0;
for (let event = 0; event < 50; event++) {
  const cup = manager.createTournament(`Cup ${event}`, { stageOne: { format: "swiss", rounds: 5 } });
  for (const name of "abcdef") cup.createPlayer(name);
  cup.startTournament();
  for (let number = 1; number <= 5; number++) {
    for (const match of cup.matches.filter((each) => each.round === number)) {
      if (match.player1.id && match.player2.id) cup.enterResult(match.id, 1, 0);
      else byes++;
    }
    if (number < 5) cup.nextRound();
  }
}
console.log(`organizer, six players, five rounds: ${byes ? "byes" : "no byes"}`);
JS
got=$(node round.mjs)
echo "$got"
want="pairings: 2 matches, 2 without an opponent
organizer, six players, five rounds: byes"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
