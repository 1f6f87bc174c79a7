"""Check the rounds and places of a Swiss tournament: python verify_swiss.py FILE.json (needs networkx)."""

import hashlib
import json
import sys
from itertools import combinations
from pathlib import Path

import networkx


def once(pairs):
    """Refuse a key that is twice."""
    assert len(dict(pairs)) == len(pairs), "a key is twice in one object"
    return dict(pairs)


file = json.loads(Path(sys.argv[1]).read_bytes(), object_pairs_hook=once)
kind = file["kind"], file["rule"], len(file.get("teams") or range(file["seats"]))
assert kind == ("swiss", 2, 2), "it is no Swiss tournament of two by rule 2"
start = f"tablepost/1|{file['tournament']}|".encode() + bytes.fromhex(file["seed"])
assert hashlib.sha256(start).hexdigest() == file["commitment"], "the seed is not the one committed to"
lead = {each["number"]: min(each["number"], each.get("partner", 10**9)) for each in file["entrants"]}
people = {e: each for e, each in zip(lead, file["entrants"], strict=True) if each["seed"] and lead[e] == e}
games = []  # its round, {entrant: points in halves, None without a result} in seat order, whether not played
for game in file["games"]:
    seats = [lead[each] for each in game["seats"]]
    places = dict(zip(seats, game["places"] or seats, strict=True))
    won = 2 if list(places.values()).count(1) == 1 else 1
    halves = {e: (won if place == 1 else 0) if game["places"] else None for e, place in places.items()}
    games.append((game["round"], halves, len(halves) == 1 or game["how"] == "withdrawn"))
last = max([n for n, _, _ in games], default=0)


def points(e, n):
    """Return an entrant's points in halves after round n."""
    return people[e]["first_round"] - 1 + sum([halves.get(e) or 0 for at, halves, _ in games if at <= n])


def round_of(n, told):
    """Return the pairs in seat order and the byes of round n: by the criteria, or told if some are apart."""
    until = {e: each["after_round"] if each["leaving"] else n for e, each in people.items()}
    here = [e for e, each in people.items() if each["first_round"] <= n <= until[e]]
    assert sorted([e for each in told for e in each]) == sorted(here), f"round {n} has not everybody once"
    score = {e: points(e, n - 1) for e in here}
    order = sorted(here, key=lambda e: (-score[e], people[e]["seed"]))
    before = [list(halves) for at, halves, _ in sorted(games, key=lambda game: game[0]) if at < n]
    had = {e: [seats.index(e) for seats in before if len(seats) == 2 and e in seats] for e in here}
    balance = {e: had[e].count(0) - had[e].count(1) for e in here}
    group = {s: [e for e in order if score[e] == s] for s in score.values()}

    def cost(a, b, *criteria):
        words = f"tablepost-lot/1|{file['tournament']}|{n}|{min(a, b)}|{max(a, b)}"
        lot = int.from_bytes(hashlib.sha256(words.encode()).digest()[:6], "big")
        return sum([each << 80 * (5 - at) for at, each in enumerate((*criteria, lot))])

    def pair(a, b):
        again = sum([{a, b} == set(seats) for seats in before])
        seats = min(abs(balance[a]), abs(balance[b])) if balance[a] * balance[b] > 0 else 0
        own = group[score[a]]
        fold = abs(own.index(a) + len(own) // 2 - own.index(b)) if b in own else 0
        return cost(a, b, 0, again, seats, (score[a] - score[b]) ** 2, fold)

    bye = {e: (1, before.count([e]), 0, score[e] ** 2, len(here) - at) for at, e in enumerate(order)}
    byes = {e: cost(0, e, *each) for e, each in bye.items()}
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, byes[a] + byes[b] - pair(a, b)) for a, b in combinations(order, 2))
    pairs = set(told) if file["apart"] else networkx.max_weight_matching(graph)
    seed = {e: people[e]["seed"] for e in here}
    first = {e: (balance[e], had[e][-1:] == [0], (seed[e] + n) % 2, seed[e]) for e in here}
    pairs |= {(e,) for e in set(here).difference(*pairs)}
    return sorted([tuple(sorted(each, key=first.__getitem__)) for each in pairs])


def rank(e):
    """Return what places are sorted by."""
    tied = [other for other in people if points(other, last) == points(e, last)]
    met = [set(halves) for _, halves, _ in games if None not in halves.values()]
    own = [(halves, no) for _, halves, no in games if halves.get(e) is not None]
    direct, buchholz = 0, min(points(e, last), last) * (people[e]["first_round"] - 1)
    if all({a, b} in met for a, b in combinations(tied, 2)):
        direct = sum([halves[e] for halves, _ in own if len(set(tied) & set(halves)) == 2])
    for halves, unplayed in own:
        others = [worth[other] for other in halves if other != e]
        dummy = min([points(e, last), *others]) if others else max(points(e, last), last)
        buchholz += dummy if unplayed else sum(others)
    return -points(e, last), -direct, -buchholz, -[h[e] for h, _ in own].count(2), people[e]["seed"]


unrepeatable = file["forbidden"] or file["undone"]
for n in range(1, last + 1) if not unrepeatable else ():
    told = sorted([tuple(halves) for at, halves, _ in games if at == n])
    assert told == round_of(n, told), f"round {n} is another one"
worth = {}
for e, each in people.items():
    rounds = [at for at, halves, _ in games if halves.get(e) is not None] + [each["first_round"] - 1]
    worth[e] = points(e, last) + (last - max(rounds) if each["leaving"] else 0)
places = [people[e]["place"] for e in sorted(people, key=rank)]
assert file["stage"] != "ended" or places == [*range(1, len(places) + 1)], "the places are others"
left = "who met whom is" if file["apart"] else ""
left = "the pairings are" if unrepeatable else left
counted = f"{len(people)} entrants, {last} rounds" + (f" ({left} not checked)" if left else "")
print(f"{counted}: all agree with {file['commitment']}")
