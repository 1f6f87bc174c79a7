#!/usr/bin/env bash
# brackets-manager@1.11.1, brackets-memory-db@1.0.6 (npm)
# Input: a double elimination of four with the default settings, in which the better seed wins each match; then with
# grandFinal: "simple".
# Guess: six matches, the last between the winners of both brackets, as only a second defeat puts somebody out.
# Behaviour: five matches. By default there is no grand final; the final standings put the winner of the upper bracket first and that of
# the lower bracket second, with one defeat, without a match for the title.
# Output seen: "default: 5 matches, 2 groups, first P1, second P2", "simple: 6 matches, 3 groups, first P1, second P2".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit brackets-manager@1.11.1 brackets-memory-db@1.0.6 >/dev/null
got=$(
  node - <<'JS'
const { InMemoryDatabase } = require("brackets-memory-db");
const { BracketsManager } = require("brackets-manager");

const READY = 2;

async function play(name, settings) {
  const manager = new BracketsManager(new InMemoryDatabase());
  await manager.create.stage({ tournamentId: 0, name, type: "double_elimination", seeding: ["P1", "P2", "P3", "P4"], settings });
  for (let played = 0; ; played++) {
    const data = await manager.get.tournamentData(0);
    const match = data.match.find((each) => each.status === READY);
    if (!match) {
      const standings = await manager.get.finalStandings(0);
      const [first, second] = [1, 2].map((rank) => standings.find((each) => each.rank === rank).name);
      console.log(`${name}: ${played} matches, ${data.group.length} groups, first ${first}, second ${second}`);
      return;
    }
    const better = match.opponent1.id < match.opponent2.id;
    await manager.update.match({
      id: match.id,
      opponent1: { result: better ? "win" : "loss" },
      opponent2: { result: better ? "loss" : "win" },
    });
  }
}

play("default", {}).then(() => play("simple", { grandFinal: "simple" }));
JS
)
want='default: 5 matches, 2 groups, first P1, second P2
simple: 6 matches, 3 groups, first P1, second P2'
diff <(echo "$want") <(echo "$got") && echo "as stated"
