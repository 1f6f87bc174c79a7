#!/usr/bin/env bash
# pathfinding==1.0.23 (PyPI) and pathfinding 0.4.18 (npm), shortest ways on a grid
# Input: 400 random boards of 8 by 8 squares with walls; in Python squares that cost 1, 2 or 5, in JavaScript diagonal steps.
# Guess: the finders named after A* and Dijkstra find a cheapest way, also those that search from both ends ("Bi").
# Behaviour: a search from both ends stops where its halves meet first: in Python half of its ways with dear squares are
#   dearer than they need be, in JavaScript one in twelve with diagonals. Ways by jump points are sometimes longer, too.
# Output seen: "AStarFinder 0, DijkstraFinder 0, BiAStarFinder 188 of 381 too dear" and
#   "AStarFinder 0, DijkstraFinder 0, BiAStarFinder 17, BiDijkstraFinder 31, JumpPointFinder 8 of 390 too long".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check pathfinding==1.0.23
cd "$dir"
npm install --silent --no-audit --no-fund pathfinding@0.4.18 >/dev/null
got=$(
  python/bin/python - <<'PY'
import heapq
import random

from pathfinding.core.diagonal_movement import DiagonalMovement
from pathfinding.core.grid import Grid
from pathfinding.finder.a_star import AStarFinder
from pathfinding.finder.bi_a_star import BiAStarFinder
from pathfinding.finder.dijkstra import DijkstraFinder

SIZE = 8


def cheapest(board, start, end):
    costs, waiting = {start: 0}, [(0, start)]
    while waiting:
        cost, (x, y) = heapq.heappop(waiting)
        for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= u < SIZE and 0 <= v < SIZE and board[v][u]:
                dearer = cost + board[v][u]
                if dearer < costs.get((u, v), 1000):
                    costs[u, v] = dearer
                    heapq.heappush(waiting, (dearer, (u, v)))
    return costs.get(end)


told = []
for finder in (AStarFinder, DijkstraFinder, BiAStarFinder):
    draw, dear, ways = random.Random(3), 0, 0
    for _ in range(400):
        board = [[0 if draw.random() < 0.2 else draw.choice((1, 1, 2, 5)) for _ in range(SIZE)] for _ in range(SIZE)]
        free = [(x, y) for y in range(SIZE) for x in range(SIZE) if board[y][x]]
        start, end = draw.sample(free, 2)
        grid = Grid(matrix=board)
        way, _ = finder(diagonal_movement=DiagonalMovement.never).find_path(grid.node(*start), grid.node(*end), grid)
        least = cheapest(board, start, end)
        if least is not None:
            ways += 1
            dear += sum(board[step.y][step.x] for step in way[1:]) > least
    told.append(f"{finder.__name__} {dear}")
print(", ".join(told), "of", ways, "too dear")
PY
  cat >ways.mjs <<'JS'
import PF from "pathfinding";

const SIZE = 8;
let seed;
const below = (n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
};
const STEPS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x || y);
function shortest(board, start, end) {
  const lengths = new Map([[String(start), 0]]);
  const waiting = [[0, start]];
  while (waiting.length) {
    waiting.sort((a, b) => a[0] - b[0]);
    const [length, [x, y]] = waiting.shift();
    for (const [dx, dy] of STEPS) {
      const next = [x + dx, y + dy];
      if (board[next[1]]?.[next[0]] !== 0) continue;
      const longer = length + Math.hypot(dx, dy);
      if (longer < (lengths.get(String(next)) ?? 1000) - 1e-9) {
        lengths.set(String(next), longer);
        waiting.push([longer, next]);
      }
    }
  }
  return lengths.get(String(end));
}
const told = [];
let ways;
for (const name of ["AStarFinder", "DijkstraFinder", "BiAStarFinder", "BiDijkstraFinder", "JumpPointFinder"]) {
  let long = 0;
  ways = 0;
  seed = 5;
  for (let i = 0; i < 400; i++) {
    const board = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => Number(below(10) < 3)));
    const start = [below(SIZE), below(SIZE)];
    const end = [below(SIZE), below(SIZE)];
    if (String(start) === String(end)) continue;
    board[start[1]][start[0]] = board[end[1]][end[0]] = 0;
    const least = shortest(board, start, end);
    if (least === undefined) continue;
    ways++;
    const finder = new PF[name]({ diagonalMovement: PF.DiagonalMovement.Always });
    const way = PF.Util.expandPath(finder.findPath(...start, ...end, new PF.Grid(board)));
    const length = way.slice(1).reduce((sum, [x, y], k) => sum + Math.hypot(x - way[k][0], y - way[k][1]), 0);
    long += length > least + 1e-6;
  }
  told.push(`${name} ${long}`);
}
console.log(`${told.join(", ")} of ${ways} too long`);
JS
  node ways.mjs
)
echo "$got"
want="AStarFinder 0, DijkstraFinder 0, BiAStarFinder 188 of 381 too dear
AStarFinder 0, DijkstraFinder 0, BiAStarFinder 17, BiDijkstraFinder 31, JumpPointFinder 8 of 390 too long"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
