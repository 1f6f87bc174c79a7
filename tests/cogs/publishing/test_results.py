"""The result post is made for a match of any length: with its file plain, compressed, or with a sentence."""

from __future__ import annotations

import gzip
import hashlib
import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine import audit
from bot.engine.audit import Audit, AuditDraw, decode, unpack
from bot.engine.fair import Stream
from bot.matches.deliveries import Delivery
from cogs.kit import layout
from cogs.kit.layout import UPLOAD
from cogs.publishing import audit_files
from cogs.publishing.audit_files import audit_file
from renderers.kit import gif
from tests.audited import audits, series
from tests.cogs.club import Club
from tests.cogs.league import ended as ended_by_moderator
from tests.cogs.league import keeper
from tests.cogs.players import click, said, words_of


async def ended(club: Club) -> tuple[Any, Audit]:
    """Start and end a match; return the last post in the channel, and the content of its file."""
    info = await club.started(club.ben)
    await ended_by_moderator(club)
    return club.channel.history()[-1], await club.service.history.audit(info.id)


async def fair_dice(club: Club, result: Any) -> Any:
    """Return the explanation of the button under a result, as shown to Ben."""
    return (await click(club.ben, result, "Fair dice")).response


async def checked(club: Club, fair: Any) -> str:
    return said(await click(club.ben, fair, "Check it"))


def names_of(post: Any) -> list[str]:
    return [each.filename for each in post.attachments]


def test_the_longest_readable_file_is_posted_compressed() -> None:
    (found,) = audits(series())
    source = Stream("long", bytes(32))
    for _ in range(200):  # hardly compressible text
        source.roll("dice", 6, 400)
    draws = tuple([AuditDraw.of(draw) for draw in source.draws] * 70)
    long = replace(found, draws=draws)
    content = audit.encode(long)
    assert UPLOAD < len(content) <= audit.LARGEST_FILE
    file = audit_file(long)
    assert file.attachment.filename == f"tablepost-{found.match}.json.gz"
    assert len(file.attachment.data) < audit_files.LONGEST_PACKED
    assert unpack(file.attachment.data) == content
    assert file.sha256 == hashlib.sha256(content).hexdigest()


def test_with_the_largest_film_and_board_a_message_has_room_for_the_file() -> None:
    assert gif.LIMIT + audit_files.LONGEST_PLAIN < UPLOAD


async def test_a_long_file_is_compressed_and_a_too_long_one_is_replaced_by_the_seed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match too long for any file has a result with its seed; but it cannot be verified."""
    monkeypatch.setattr(audit_files, "LONGEST_PLAIN", 100)
    result, given = await ended(club)
    (name,) = [each for each in names_of(result) if "json" in each]
    assert re.fullmatch(r"tablepost-[0-9a-z]{12}\.json\.gz", name)
    fair = await fair_dice(club, result)
    assert f"`gunzip {name}`" in words_of(fair)
    (file,) = [each for each in result.attachments if each.filename == name]
    content = gzip.decompress(await file.read())
    assert decode(content) == given
    assert hashlib.sha256(content).hexdigest() in words_of(fair)
    assert "**Checked:**" in await checked(club, fair)

    monkeypatch.setattr(audit_files, "LONGEST_PACKED", 100)
    result, given = await ended(club)
    assert not any("json" in name for name in names_of(result))
    fair = await fair_dice(club, result)
    assert "The audit file of this match is too large to be posted here." in words_of(fair)
    assert given.seed in words_of(fair)
    assert hashlib.sha256(audit.encode(given)).hexdigest() in words_of(fair)
    assert "**Checked:**" in await checked(club, fair)

    monkeypatch.setattr(audit, "LARGEST_FILE", 100)
    result, given = await ended(club)
    fair = await fair_dice(club, result)
    assert "This match has become too long for an audit file" in words_of(fair)
    assert given.seed in words_of(fair)
    told = await checked(club, fair)
    assert told == "This match has become too long for an audit file, so it cannot be checked."


async def test_if_discord_refuses_the_file_the_result_is_posted_without_it(club: Club) -> None:
    await club.started(club.ben)
    path = f"/channels/{club.channel.id}/messages"
    max_ = keeper(club)
    question = await max_.slash(club.channel, "match end")
    club.env.inject_error("POST", path, status=413, code=40005, message="Request entity too large", times=1)
    await max_.click(question.response, label="Yes, end it")
    result = club.channel.history()[-1]
    assert names_of(result) == ["board.png"]
    assert [parked.reason for parked in await club.bot.outbox.store.parked()] == []


@pytest.fixture
def faults_expected(request: pytest.FixtureRequest) -> list[str]:
    return ["LimitBroken"] if "beyond_discords_limits" in request.node.name else []


async def test_a_post_beyond_discords_limits_is_parked_reported_and_delays_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.started(club.ben)
    monkeypatch.setattr(layout, "ATTACHMENTS", 1)  # a board fits, a board with an audit file does not
    await ended_by_moderator(club)
    (parked,) = await club.bot.outbox.store.parked()
    assert isinstance(parked.delivery, Delivery)
    assert parked.delivery.kind == "result"
    told = [words_of(post) for post in club.ann.user.dm_channel.history()]
    assert any("A post of this match is larger than Discord allows" in each for each in told)
    assert not await club.bot.outbox.store.pending()
