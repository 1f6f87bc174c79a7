"""`/roll` and `/dice` as people see them: public, private, revealed later, verified the next day."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.components import walk_components
from structlog.testing import capture_logs

from bot.engine.fair import commitment
from bot.parts.dice.notation import read
from bot.parts.dice.service import RollService
from tests.cogs.club import Club
from tests.cogs.places import STRANGE_SERVER, slash_in
from tests.cogs.players import (
    click,
    components_of,
    control,
    controls_of,
    labels_of,
    pictures_of,
    said,
    words_of,
)

DAY = 86_400
SCRIPT = Path(__file__).parents[4] / "docs" / "verify_roll.py"


def public(result: InteractionResult) -> ResponseMessage:
    """Return the public part of an answer."""
    assert not result.response.ephemeral
    return result.response


def id_of(message: Any) -> str:
    """Return the id of a roll from its button."""
    return control(message, "Fair dice").rpartition(":")[2]


def fingerprint_in(words: str) -> str:
    return re.search(r"Fingerprint of the seed: `([0-9a-f]{64})`", words)[1]  # type: ignore[index]


async def proof(member: MemberActor, message: Any) -> str:
    """Press the button "Fair dice" of a roll; return the answer."""
    return said(await click(member, message, "Fair dice"))


def texts(message: ResponseMessage) -> list[str]:
    """Return the texts of a message payload."""
    return [part["content"] for part in walk_components(message.components) if part["type"] == 10]


async def next_day(club: Club) -> None:
    """Advance the clock by a day, without any periodic task."""
    club.env.backend.advance_clock(DAY)
    await club.env.settle()


def run_script(*words: str) -> str:
    """Run the program of the documentation, with only the standard library."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


async def ask(member: MemberActor, club: Club, text: str, **options: Any) -> InteractionResult:
    return await member.slash(club.channel, "roll", expression=text, **options)


async def test_a_public_roll_shows_the_total_first_and_every_die(club: Club) -> None:
    shown = public(await ask(club.ann, club, "4d6kh3+2 fireball"))
    told = words_of(shown)
    found = re.search(r"4d6kh3 \((.*)\) \+ 2 = \*\*(\d+)\*\*", told)
    assert found is not None, told
    dice = found[1].split(", ")
    kept = [int(die) for die in dice if "~" not in die]
    dropped = [int(die.strip("~")) for die in dice if "~" in die]
    assert (len(kept), len(dropped)) == (3, 1)
    assert dropped[0] <= min(kept)
    assert int(found[2]) == sum(kept) + 2
    assert "Ann rolled `4d6kh3+2` · fireball" in told.replace("**", "")
    assert told.startswith(f"## {found[2]}\n")
    (picture,) = pictures_of(shown)
    assert picture["description"].startswith(f"{found[2]}, from 4d6kh3 (")
    assert f"{dropped[0]} dropped" in picture["description"]


async def test_a_pool_is_explained_and_at_most_a_dozen_dice_are_drawn(club: Club) -> None:
    """The help explains the notation."""
    told = words_of(public(await ask(club.ann, club, "10d10>=7")))
    assert "This compares the total. `/roll 10d10 t7` counts the dice." in told
    assert "`/roll 4d6 t<3` counts" in words_of(public(await ask(club.ann, club, "4d6 < 3")))
    for plain in ("3d6>=10", "1d20>=7", "10d10 t7", "2d6+3"):
        assert "counts the dice" not in words_of(public(await ask(club.ann, club, plain)))
    assert "keeps the dice that show 3; `kh3`" in words_of(public(await ask(club.ann, club, "4d6k3")))
    assert "`/roll 3d6!5` explodes." in words_of(public(await ask(club.ann, club, "3d6!=5")))
    for text, pictures in (("12d6", 1), ("13d6", 0), ("7", 0)):
        assert len(pictures_of(public(await ask(club.ann, club, text)))) == pictures, text
    help_ = said(await club.ann.slash(club.channel, "dice help"))
    for written in re.findall(r"`([0-9(][^` ]*)`", help_):
        assert read(written).root is not None


async def test_words_of_the_notation_are_rolled_or_asked_about_in_both_languages(club: Club) -> None:
    """A rule that is not understood is never rolled as a label, and its author alone is asked."""
    for text in ("4d6 drop lowest strength", "4W6 den niedrigsten weg Stärke"):
        told = words_of(public(await ask(club.ann, club, text)))
        assert told.count("~~") == 2, told
    asked = await ask(club.ann, club, "1d20 stealth with advantage")
    assert asked.response.ephemeral
    assert '"advantage" is a word of the dice' in said(asked)
    assert "10*d6+d6" in said(await ask(club.ann, club, "d66"))
    await club.ann.slash(club.channel, "me language", language="de")
    assert "„Vorteil“ ist ein Wort der Würfel" in said(
        await ask(club.ann, club, "1w20 Schleichen mit Vorteil")
    )
    assert "Sag, ob Würfel einmal neu fallen" in said(await ask(club.ann, club, "2w10 Einsen neu würfeln"))


async def test_rolls_of_a_channel_are_numbered_and_share_the_fingerprint_of_the_day(club: Club) -> None:
    """It is visible before the first roll; the proof is behind a button, also after a restart."""
    before = said(await ask(club.ann, club, "verify"))
    assert "next draw 0" in before
    rolled = public(await ask(club.ann, club, "1d20+1d4"))
    assert labels_of(rolled) == ["Fair dice"]
    assert not re.search(r"[0-9a-f]{16}|verify", words_of(rolled))
    await club.restart()
    first = await proof(club.ben, rolled)
    second = await proof(club.ann, public(await ask(club.ben, club, "2d6")))
    elsewhere = await proof(club.ann, public(await club.ann.slash(club.other, "roll", expression="2d6")))
    assert "Every die follows from a secret number, the seed" in first
    assert "draws 0 to 1" in first
    assert "draw 2" in second
    assert "draw 0" in elsewhere
    marks = [fingerprint_in(told) for told in (before, first, second, elsewhere)]
    assert marks[0] == marks[1] == marks[2] != marks[3]


async def test_the_seed_is_published_the_next_day_and_gives_the_same_dice(club: Club) -> None:
    """A roll is found by its id, or its number and day; anybody can verify it with the named script."""
    await ask(club.ann, club, "2d6+1d8")
    rolled, kept = [public(await ask(club.ann, club, text)) for text in ("3d6! stealth", "4d6kh3")]
    today, roll_id = club.env.now().date().isoformat(), id_of(rolled)
    asked = said(await ask(club.ben, club, f"verify {roll_id}"))
    promised = fingerprint_in(asked)
    assert asked == await proof(club.ben, rolled)
    assert re.search(r"secret until <t:\d+:f> \(<t:\d+:R>\)", asked)
    assert "Seed `" not in asked
    assert "rolled `2d6+1d8`" in said(await ask(club.ben, club, "verify 1"))
    await next_day(club)
    await club.restart()
    shown = said(await ask(club.ben, club, f"verify {roll_id}"))
    assert "the dice worked out again from it are the same" in shown
    seed = bytes.fromhex(re.search(r"Seed `([0-9a-f]{64})`", shown)[1])  # type: ignore[index]
    stream = re.search(r"stream `([^`]+)`", shown)[1]  # type: ignore[index]
    assert commitment(stream, seed) == promised

    shown = said(await club.eve.slash(club.channel, "dice verify", roll=id_of(kept)))
    command = re.search(r"```\npython verify_roll.py (.*)\n```", shown)
    gave = re.search(r"The draws gave (\d+): ([\d, ]+)", shown)
    assert command is not None
    assert run_script(*command[1].split()) == (
        f"The seed is the one that was committed to.\ndraw {gave[1]}, 4d6: {gave[2].replace(',', '')}\n"
    )

    assert "Nothing was rolled with number 1" in said(await ask(club.ben, club, "verify 1"))
    assert "rolled `2d6+1d8`" in said(await ask(club.ben, club, f"verify 1 {today}"))
    by_option = await club.ben.slash(club.channel, "dice verify", number=0, day=today)
    assert "Seed `" in said(by_option)
    assert "A day is written as" in said(await ask(club.ben, club, "verify 1 yesterday"))
    assert "no such roll" in said(await ask(club.ben, club, "verify nonsense"))
    for text in (f"verify {roll_id} 2026-05-01", f"verify 1 {today} 2026-05-01"):
        assert '"2026-05-01" is too much' in said(await ask(club.ben, club, text))


async def test_a_private_roll_is_visible_only_to_its_roller(club: Club) -> None:
    """It takes no number from the public stream: a gap would reveal what was rolled."""
    result = await ask(club.ann, club, "6d1000 trap", visibility="private")
    assert "Only you see this" in said(result)
    assert len(pictures_of(result.response)) == 1
    assert club.channel.history() == []
    roll_id = id_of(result.response)
    assert roll_id in said(await ask(club.ann, club, f"verify {roll_id}"))
    assert "no such roll" in said(await ask(club.ben, club, f"verify {roll_id}"))
    await ask(club.ann, club, "1d20", visibility="reveal later")
    assert "draw 0" in await proof(club.eve, public(await ask(club.ben, club, "1d20")))
    await next_day(club)
    private = await ask(club.ann, club, "1d20", visibility="private")
    assert "draw 0" in await proof(club.ann, private.response)


async def test_the_log_and_custom_ids_reveal_no_roll(club: Club) -> None:
    with capture_logs() as told:
        private = said(await ask(club.ann, club, "6d9973 # the trap", visibility="private"))
        sealed = await ask(club.ann, club, "6d9973 # the trap", visibility="reveal later")
    dice = re.findall(r"\d+", re.search(r"6d9973 \((.*)\) =", private)[1])  # type: ignore[index]
    secret, announced = sealed.response, club.channel.history()[-1]
    dice += re.findall(r"\d+", re.search(r"6d9973 \((.*)\) =", words_of(secret))[1])  # type: ignore[index]
    ids = [each["custom_id"] for each in (*controls_of(secret), *controls_of(announced))]
    for hidden in ("9973", "trap"):
        assert hidden not in f"{told} {ids}"
    assert ids
    assert {each.split(":")[1] for each in ids} == {"reveal", "fairroll"}
    assert not [die for die in dice if len(die) > 3 and die in str(told)]


async def test_two_private_rolls_differ_only_in_the_answer_to_their_roller(club: Club) -> None:
    """Two worlds: others get the same payloads for every secret roll, apart from the commitment."""
    seen = []
    for text in ("1d6 gold", "90d9999kh3 ruin"):
        await ask(club.ann, club, text, visibility="reveal later")
        post = club.channel.history()[-1]
        assert (pictures_of(post), post.attachments) == ([], [])
        assert text.split()[1] not in words_of(post)
        seen.append((re.sub(r"[0-9a-f]{16}", "…", words_of(post)), labels_of(post)))
    assert seen[0] == seen[1]


async def test_a_sealed_roll_shows_the_channel_a_fingerprint_and_its_roller_the_dice(
    club: Club,
) -> None:
    """Only its roller reveals it, together with its seed, also after a restart."""
    result = await ask(club.ann, club, "5d1000 # the vault", visibility="reveal later")
    sealed, secret = club.channel.history()[-1], result.response
    assert "Ann has rolled, and will reveal it later" in words_of(sealed).replace("**", "")
    assert secret.ephemeral
    total = re.search(r"= \*\*([\d,]+)\*\*", words_of(secret))[1]  # type: ignore[index]
    assert [len(pictures_of(each)) for each in (sealed, secret)] == [0, 1]
    others = await proof(club.ben, sealed)
    for hidden in (total, "5d1000", "vault"):
        assert hidden not in words_of(sealed)
        assert hidden not in str(components_of(sealed))
        assert hidden not in others
    begun = re.search(r"The dice are sealed, under `([0-9a-f]{16})`", words_of(sealed))[1]  # type: ignore[index]
    roll_id, promised = id_of(sealed), fingerprint_in(others)
    assert promised.startswith(begun)
    own = await proof(club.ann, secret)
    assert fingerprint_in(own) == promised
    assert "5d1000" in own

    assert "has not been revealed yet" in said(await ask(club.ben, club, f"verify {roll_id}"))
    await club.restart()
    stranger = await click(club.ben, sealed, "Reveal")
    assert said(stranger) == "Only the one who rolled can reveal this."
    shown = public(await click(club.ann, secret, "Reveal"))
    assert total in words_of(shown)
    assert "the vault" in words_of(shown)
    assert len(pictures_of(shown)) == 1
    told = await proof(club.ben, shown)
    seed = bytes.fromhex(re.search(r"Seed `([0-9a-f]{64})`", told)[1])  # type: ignore[index]
    assert commitment(f"roll-{roll_id}", seed) == promised
    again = await click(club.ann, sealed, "Reveal")
    assert "has been revealed already" in said(again)
    assert "the same" in said(await ask(club.ben, club, f"verify {roll_id}"))


async def test_in_a_dm_every_roll_is_private_and_without_the_bot_its_stream_is_the_user_s(
    club: Club,
) -> None:
    """A user-installed app has a stream of its user there."""
    result = await club.ann.user.slash("roll", expression="2d6")
    roll_id = id_of(result.response)
    assert "Only you see this" in words_of(result.response)
    assert "no such roll" in said(await ask(club.ben, club, f"verify {roll_id}"))
    own = await club.ann.user.slash("roll", expression=f"verify {roll_id}")
    assert f"stream roll-p{club.ann.id}-" in words_of(own.response).replace("`", "")
    by_number = await club.ann.user.slash("dice verify", number=0)
    assert roll_id in words_of(by_number.response)

    for number, text in enumerate(("2d6", "1d20")):
        rolled = public(await slash_in(club, club.ann, STRANGE_SERVER, "roll", expression=text))
        told = said(await ask(club.ben, club, f"verify {id_of(rolled)}"))
        assert f"draw {number}" in told
        assert f"stream `roll-u{club.ann.id}-" in told


async def test_typed_text_has_no_mentions_or_markup_and_undrawable_dice_are_in_text(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = "@everyone **loud** `code` <@123>"
    (shown, _) = texts(public(await ask(club.ann, club, "1d6", label=label)))
    assert "\\@\u200beveryone \\*\\*loud\\*\\* \\`code\\` \\<\\@\u200b123\\>" in shown
    (shown, dice) = texts(public(await ask(club.ann, club, "1d6[`@here` **x**]")))
    assert "`1d6['@here' **x**]`" in shown
    assert r"*\`\@here\` \*\*x\*\**" in dice

    def broken(*_given: Any) -> Any:
        raise RuntimeError("no canvas")

    monkeypatch.setattr("cogs.dice.roll.draw_roll", broken)
    with capture_logs() as told:
        shown = public(await ask(club.ann, club, "2d6"))
    assert "Ann rolled `2d6`" in words_of(shown).replace("**", "")
    assert pictures_of(shown) == []
    assert [each["event"] for each in told] == ["something went wrong"]


async def test_stats_privately_show_mean_probabilities_and_a_chart(club: Club) -> None:
    for result in (
        await ask(club.ann, club, "stats 4d6kh3"),
        await club.ann.slash(club.channel, "dice stats", expression="4d6kh3"),
    ):
        told = said(result)
        assert "Mean total **12.24**, standard deviation **2.85**, from 3 to 18" in told
        (picture,) = pictures_of(result.response)
        assert "mean 12.24, most likely 13 with 13.3%" in picture["description"]
    chance = said(await club.ann.slash(club.channel, "dice stats", expression="1d20 adv", **{"at-least": 11}))
    assert "11 or more **75.00%**" in chance
    assert "no exact odds" in said(await ask(club.ann, club, "stats 4d6!kh3"))
    assert "^" in said(await ask(club.ann, club, "stats 4d6kx"))


async def test_saved_rolls_are_stored_rolled_and_deleted(club: Club) -> None:
    save = "dice save"
    told = said(await club.ann.slash(club.channel, save, name="Fire *Ball*", expression="8d6 # hot"))
    assert "Fire *Ball*" in told
    await club.ann.slash(club.channel, save, name="sneak", expression="1d20+7 adv")
    assert "^" in said(await club.ann.slash(club.channel, save, name="bad", expression="8d"))
    assert "rolled itself" in said(await club.ann.slash(club.channel, save, name="d20", expression="1d6"))
    await club.restart()
    shown = await club.ann.slash(club.channel, "dice saved")
    assert labels_of(shown.response) == ["Fire *Ball*", "sneak"]
    rolled = words_of(public(await click(club.ann, shown.response, "sneak")))
    assert "Ann rolled `1d20+7 adv` · sneak" in rolled.replace("**", "")
    assert said(await ask(club.ann, club, "FIRE  *ball*")) == "Rolled."
    typed = words_of(club.channel.history()[-1])
    assert "rolled `8d6` · hot" in typed.replace("**", "")
    assert "^" in said(await ask(club.ben, club, "sneak"))
    await club.ann.slash(club.channel, "dice forget", name="sneak")
    assert "no roll of this name" in said(await club.ann.slash(club.channel, "dice forget", name="sneak"))
    gone = await click(club.ann, shown.response, "sneak")
    assert "forgotten this roll since" in said(gone)
    for number in range(12):
        await club.bot.services.of(RollService).save(club.ben.id, f"roll {chr(97 + number)}", "1d6")
    many = await club.ben.slash(club.channel, "dice saved")
    assert "roll a" in said(many)
    await club.ben.click(many.response, label="Next")
    assert labels_of(many.response)[:2] == ["roll k", "roll l"]


async def test_autocomplete_offers_only_the_user_s_saved_and_recent_rolls(club: Club) -> None:
    await club.ann.slash(club.channel, "dice save", name="sneak", expression="1d20+7 adv")
    await ask(club.ann, club, "3d8+1")
    await club.env.advance_time(1)
    await ask(club.ann, club, "2d4 # secret", visibility="private")
    offers = await club.ann.autocomplete(club.channel, "roll", "expression", "")
    assert [each["value"] for each in offers] == ["sneak", "2d4", "3d8+1"]
    offers = await club.ann.autocomplete(club.channel, "roll", "expression", "3d")
    assert [each["value"] for each in offers] == ["3d8+1"]
    assert await club.ben.autocomplete(club.channel, "roll", "expression", "") == []
    offers = await club.ann.autocomplete(club.channel, "dice forget", "name", "SN")
    assert [each["value"] for each in offers] == ["sneak"]
