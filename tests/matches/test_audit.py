"""The audit file of an ended match, and what its verification needs."""

from __future__ import annotations

import hashlib
import json

import msgspec
import pytest

from bot.engine.contract import Outcome
from bot.engine.fair import Draw, Stream, commitment
from bot.matches.errors import WrongStage
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll, Whisper
from tests.matches.table import ANN, BEN, CLEO, Table


async def test_an_audit_has_all_draws_and_actions_including_secret_ones(table: Table) -> None:
    info = await table.open(rounds=1)
    await table.join(info.id, ANN, word="ötzi")
    await table.join(info.id, BEN)
    await table.start(info.id)
    await table.act(info.id, ANN, Choose(3), Whisper(1), Choose(2), Ready())
    await table.act(info.id, BEN, Choose(1), Ready())
    await table.act(info.id, ANN, Roll())
    with pytest.raises(WrongStage, match="when the match has ended"):
        await table.audit(info.id)
    last = await table.act(info.id, BEN, Roll())
    audit = await table.audit(info.id)
    assert json.loads(json.dumps(audit)) == audit
    assert list(audit) == [
        "format", "match", "game", "rules", "cards", "options", "seats", "commitment", "seed", "words",
        "draws", "actions", "outcome",
    ]  # fmt: skip
    assert audit["format"] == "tablepost-audit/1"
    assert audit["words"] == ["ötzi", ""]
    assert audit["options"] == {"rounds": 1, "whispers": True, "pace": "calm", "motto": ""}
    assert [draw["purpose"] for draw in audit["draws"]] == [
        "lucky number", "round 1 seat 1", "round 1 seat 2",
    ]  # fmt: skip
    assert audit["draws"][0].keys() == {"n", "purpose", "kind", "result", "sides", "count", "void"}
    assert [(row["seq"], row["seat"]) for row in audit["actions"]] == [
        (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1), (7, 0), (8, 1),
    ]  # fmt: skip
    assert audit["actions"][1]["action"] == {"do": "whisper", "to": 1}
    assert msgspec.convert(audit["outcome"], Outcome) == last.match_view.match.outcome


async def test_the_match_can_be_replayed_from_its_audit_alone(table: Table) -> None:
    info = await table.started(BEN, CLEO, rounds=2)
    for _ in range(2):
        await table.ready(info.id, ANN, BEN, CLEO, dice=3)
        await table.rolls(info.id, ANN, BEN, CLEO)
    audit = await table.audit(info.id)
    seed = bytes.fromhex(audit["seed"])
    assert hashlib.sha256(b"tablepost/1|" + info.id.encode() + b"|" + seed).hexdigest() == info.commitment
    rules, stream = DiceyRules(), Stream(audit["match"], seed, audit["words"])
    state = rules.setup(msgspec.convert(audit["options"], rules.Options), audit["seats"], stream)
    for row in audit["actions"]:
        rules.apply(state, row["seat"], msgspec.convert(row["action"], rules.Action), stream)
    assert [msgspec.convert(draw, Draw) for draw in audit["draws"]] == stream.draws
    assert rules.outcome(state) == msgspec.convert(audit["outcome"], Outcome)


async def test_an_abandoned_match_has_an_audit_without_an_outcome(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    await table.end(info.id)
    audit = await table.audit(info.id)
    assert audit["outcome"] is None
    assert (len(audit["draws"]), len(audit["actions"])) == (1, 1)
    assert commitment(info.id, bytes.fromhex(audit["seed"])) == audit["commitment"]
