"""The options of a lobby: the host changes them in forms; a refusal opens the form again."""

from __future__ import annotations

from typing import Any

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.errors import BadOptions
from bot.engine.options import choosable
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.options import offered_options, read_options
from cogs.matches.opening import options_of_words
from cogs.matches.opening_form import example_of_options
from tests.cogs.calls import dms
from tests.cogs.club import Club
from tests.cogs.players import click, control, labels_of, said, words_of
from tests.cogs.test_forms import CHECKBOXES, RADIO, SELECT, TEXT, chosen, fields, reopened


async def opened(club: Club, panel: Any, label: str) -> Any:
    """Return the form behind a button of a lobby's options."""
    form = await click(club.ann, panel, label)
    assert form.modal is not None, said(form)
    return form


async def options_of(club: Club, game: str, **new: Any) -> Any:
    """Let Ann open a match of two, or of more, and its options."""
    await club.ann.slash(club.channel, "match new", game=game, **{"seats": 2, **new})
    return (await click(club.ann, club.channel.history()[-1], "Options")).response


def standing(form: Any) -> dict[str, Any]:
    """Return what an unchanged form sends."""
    said_there: dict[str, Any] = {}
    for key, field in fields(form).items():
        ticked = chosen(field) if "options" in field else []
        one = ticked[0] if ticked else ""
        said_there[key] = {RADIO: one, TEXT: field.get("value") or ""}.get(field["type"], ticked)
    return said_there


NAMES = ["set-up, seats, critical, hill, squad, kinds", "rounds, map, width, height, grid"]
REST = "most, only, start, ties"


async def test_the_host_changes_options_in_forms_and_the_lobby_shows_unusual_ones(club: Club) -> None:
    """In German too, every name of an option fits on its button; the lobby is in the server's language."""
    await club.lobby(club.ben, options="map=sticky-note", seats=2)
    post = club.channel.history()[-1]
    panel = (await click(club.ann, post, "Options")).response
    assert labels_of(panel) == [*NAMES, REST]
    await club.restart()
    form = await opened(club, panel, NAMES[1])
    assert chosen(fields(form)["map"]) == ["sticky-note"]
    await club.ann.submit_modal(form, {**standing(form), "map": ["open"]})
    form = await opened(club, panel, NAMES[0])
    assert [field["type"] for field in fields(form).values()] == [RADIO, SELECT, CHECKBOXES, TEXT, RADIO]
    assert chosen(fields(form)["_setup"]) == ["."]
    assert chosen(fields(form)["_ticked"]) == ["hill"]
    changed = {**standing(form), "_seats": ["3"], "_ticked": ["critical", "hill"], "squad": "99"}
    refused = await club.ann.submit_modal(form, changed)
    assert "The option squad must be a whole number from 1 to 30" in words_of(refused.response)
    assert (await club.here()).wanted == 2
    form = await reopened(club.ann, refused)
    assert standing(form) == changed
    told = await club.ann.submit_modal(form, {**changed, "squad": "3"})
    line = "Options squad: 3 · critical: yes · map: open"
    assert line in words_of(told.response).replace("**", "")
    lobby = words_of(club.channel.history()[-1]).replace("**", "")
    assert f"{line}\n" in lobby
    info = await club.here()
    assert (info.wanted, info.options.squad, info.options.map) == (3, 3, "open")
    form = await opened(club, panel, REST)
    await club.ann.submit_modal(form, {**standing(form), "only": "smg+rpg", "start": "half", "most": "2"})
    form = await opened(club, panel, REST)
    assert standing(form) == {"most": "2", "only": "smg+rpg", "start": "half", "ties": "shared"}
    await club.ann.submit_modal(form, {**standing(form), "only": ""})
    assert (await club.here()).options.only == ""
    club.speaks(club.ann, "de")
    panel = (await club.ann.slash(club.channel, "match options")).response
    assert labels_of(panel) == [
        "Zusammenstellung, Plätze, Volltreffer, Hügel, Trupp, Einheiten",
        "Runden, Karte, Breite, Höhe, eigene Karte",
        "höchstens, nur, Anfang, Gleichstand",
    ]
    assert "Optionen Trupp: 3 · Volltreffer: ja · Karte: open" in words_of(panel).replace("**", "")
    for label in labels_of(panel):
        assert fields(await opened(club, panel, label))


async def test_only_the_host_changes_options_and_only_in_the_lobby(club: Club) -> None:
    await club.lobby(club.ben, seats=2)
    post = club.channel.history()[-1]
    refused = said(await click(club.ben, post, "Options"))
    assert refused == "Only the host can change the options; ask Ann."
    panel = (await click(club.ann, post, "Options")).response
    label = labels_of(panel)[0]
    form = await opened(club, panel, label)
    await club.ann.slash(club.channel, "match start")
    late = "The match has begun, so its options are fixed."
    assert late in words_of((await club.ann.submit_modal(form, standing(form))).response)
    assert late in said(await click(club.ann, panel, label))
    assert said(await club.ann.slash(club.channel, "match options")) == late


async def test_unchanged_forms_change_nothing_and_contain_every_option(
    club: Club, subtests: pytest.Subtests
) -> None:
    """Also disabled options; only cards and squads, which a server adds, and rulings are in no form."""
    for key in GAMES:
        with subtests.test(key):
            panel = await options_of(club, key)
            before = await club.here()
            asked: set[str] = set()
            for label in labels_of(panel):
                form = await opened(club, panel, label)
                assert len(fields(form)) <= 5
                asked |= set(fields(form))
                if ticks := fields(form).get("_ticked"):
                    asked |= {each["value"] for each in ticks["options"]}
                await club.ann.submit_modal(form, standing(form))
            after = await club.here()
            assert (after.options, after.wanted) == (before.options, before.wanted)
            assert after.version == before.version
            names = {field.name for field in choosable(type(before.options))}
            assert asked >= names - {"cards", "squads"}
            await club.ann.slash(club.channel, "match leave")


async def test_a_custom_map_is_typed_in_the_form_and_removed_again(club: Club) -> None:
    panel = await options_of(club, "papyrus")
    own = "\n".join(["........", "........", "...##...", "...##...", "........", "........"])
    form = await opened(club, panel, NAMES[1])
    half = "\ud800"  # half of a surrogate pair: a forged form can have it, a row cannot
    told = await club.ann.submit_modal(form, {**standing(form), "grid": own + half})
    info = await club.here()
    assert (info.options.width, info.options.height) == (8, 6), words_of(told.response)
    form = await opened(club, panel, NAMES[1])
    assert standing(form)["grid"]
    await club.ann.submit_modal(form, {**standing(form), "grid": ""})
    assert (await club.here()).options == offered_options(GAMES["papyrus"].rules, {}, 2)


@pytest.mark.parametrize(
    ("game", "locale", "three", "two"),
    [
        ("papyrus", "en-US", "12 × 26 squares (map bookmark), squads of 10", "16 × 12 squares, squads of 10"),
        ("overcross", "en-US", "11 × 11 squares, seats 1 and 2 in the corners", "11 × 11 squares, decks of"),
        ("overcross", "de", "11 × 11 Felder, Plätze 1 und 2 in den Ecken", "11 × 11 Felder, Decks zu"),
    ],
)
async def test_the_lobby_shows_the_field_for_three_seats_and_again_for_two(
    club: Club, game: str, locale: str, three: str, two: str
) -> None:
    club.speaks(club.ann, locale)
    await club.ann.slash(club.channel, "match new", game=game, seats=3)
    post = club.channel.history()[-1]
    panel = (await club.ann.click(post, custom_id=control(post, "Options"))).response
    assert three in words_of(panel)
    form = await opened(club, panel, labels_of(panel)[0])
    told = await club.ann.submit_modal(form, {**standing(form), "_seats": ["2"]})
    assert two in words_of(told.response)
    assert (await club.here()).options == offered_options(GAMES[game].rules, {}, 2)


@pytest.mark.parametrize(
    ("game", "options", "aim"),
    [
        ("overcross", "objective=flag", "Capture the flag: carry an enemy flag into your zone; "),
        ("overcross", "victims=both", "Assassination: kill the enemy Leader and Champion; "),
        ("neo-combat", "end=last", "the last player with varans; most kills, when turn "),
        ("papyrus", "hill=no rounds=9", "the last squad standing; after 9 rounds the most HP"),
        ("papyrus", "rounds=9", "the last squad standing; after 9 rounds the most units on the hill"),
        ("crossfire", "end=tie", "win an attack on the enemy base; a tie when a pack runs out"),
        ("arclash", "score=9", "first to 9 points"),
    ],
)
async def test_a_lobby_and_its_invitation_name_what_wins(
    club: Club, game: str, options: str, aim: str
) -> None:
    await club.ann.slash(club.channel, "match new", game=game, options=options, invite=club.ben.mention)
    assert f"**Aim** {aim}" in words_of(club.channel.history()[-1])
    (dm,) = dms(club.ben, "invites you")
    assert f"**Aim** {aim}" in words_of(dm)


async def test_a_named_set_up_sets_all_options_and_shows_its_duration(club: Club) -> None:
    """Quick, usual and long, in `/match new` and in the lobby."""
    panel = await options_of(club, "neo-combat", setup="quick")
    quick, usual = GAMES["neo-combat"].setups["quick"], GAMES["neo-combat"].setups["usual"]
    assert f"quick: {quick.length(2)}" in words_of(club.channel.history()[-1])
    assert (await club.here()).options.kills == 1
    form = await opened(club, panel, labels_of(panel)[0])
    assert chosen(fields(form)["_setup"]) == ["quick"]
    await club.ann.submit_modal(form, {**standing(form), "_setup": "usual"})
    info = await club.here()
    assert info.options == offered_options(GAMES["neo-combat"].rules, {}, 2)
    assert f"as usual: teams of 4 varans · {usual.length(2)}" in words_of(club.channel.history()[-1])


async def test_a_named_set_up_follows_the_number_of_seats(club: Club) -> None:
    """A set-up is defined for each number of seats, and a lobby keeps it when their number changes."""
    quick = GAMES["papyrus"].setups["quick"]
    panel = await options_of(club, "papyrus", setup="quick")
    form = await opened(club, panel, labels_of(panel)[0])
    await club.ann.submit_modal(form, {**standing(form), "_seats": ["3"]})
    assert (await club.here()).options == offered_options(GAMES["papyrus"].rules, quick.of(3).options, 3)
    assert f"quick: {quick.length(3)}" in words_of(club.channel.history()[-1])
    await club.ann.slash(club.channel, "match end")
    await club.ann.slash(club.other, "match new", game="crossfire", seats=4, setup="quick")
    info = await club.service.in_channel(club.other.id)
    assert (info.wanted, info.options.layout) == (4, "four-quick")


async def test_an_option_without_effect_for_the_seats_is_not_offered_crf_28(club: Club) -> None:
    panel = await options_of(club, "crossfire", options="end=points")

    first, more = labels_of(panel)
    assert more == "grid, end"
    form = await opened(club, panel, first)
    told = await club.ann.submit_modal(form, {**standing(form), "_seats": ["4"]})
    assert labels_of(told.response) == [first, "grid"]
    info = await club.here()
    assert (info.wanted, info.options.layout) == (4, "four")


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.setups], ids=lambda game: game.key)
def test_the_example_of_a_form_is_made_of_the_games_own_options(game: Game) -> None:
    typed = options_of_words(example_of_options(game))
    assert typed
    assert read_options(game.rules, typed, 2) == read_options(game.rules, game.setups["quick"].options, 2)


def test_options_as_text_take_other_quotes_and_blanks_and_refuse_one_that_is_there_twice() -> None:
    assert options_of_words("squad = ５ cards=“My set” map=open") == {
        "squad": "5",
        "cards": "My set",
        "map": "open",
    }
    with pytest.raises(BadOptions, match="The option squad is there twice: 5 and 6"):
        options_of_words("squad=5 squad=6")
    with speaking(language("de")), pytest.raises(BadOptions, match="steht zweimal da: 5 und 6"):
        options_of_words("squad=5 Squad=6")
