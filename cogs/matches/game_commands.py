"""The commands of each game, generated from its actions and options: a new game needs no cog.

And what `/act` takes: an action of the match at hand as one line, "move SMG-3 C7".
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from inspect import Parameter, Signature
from itertools import zip_longest
from typing import Any, get_args

import msgspec
from discord import app_commands

from bot.base.clock import in_time
from bot.base.language import ENGLISH, current, gettext, speaking
from bot.engine.contract import Action, Resign
from bot.engine.errors import Refusal
from bot.engine.menus import first_line
from bot.engine.options import choices_of, fields_of, inner_type
from bot.engine.positions import read_command
from bot.engine.spelling import did_you_mean, name_key, typed
from bot.games.game import Game
from bot.matches.loaded_match import PlayResult
from bot.matches.model import MatchView
from bot.matches.play import seat_of
from bot.matches.timing import waits_since
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import play_button
from cogs.kit.layout import OutgoingMessage, fit, message_of, rows, text
from cogs.kit.replies import (
    CHOICE_TEXT,
    CHOICES,
    answer,
    defer,
    is_bots_dm,
    offer,
    offer_words,
    ordered,
    publish_pending_elsewhere,
    request_of,
    suggesting,
)
from cogs.kit.sentences import (
    UNCHANGED,
    accent,
    following_of,
    has_more,
    in_short,
    status_in_words,
    weighed_lines,
    what_happened,
)
from cogs.matches.opening import (
    AT_ZERO_CHOICES,
    OPENING_FIELDS,
    WANTED_CHOICES,
    OpeningTerms,
    description_of,
    option_suggestions,
    parameters,
    suggest_clock,
    suggest_grace,
)
from cogs.matches.opening_form import MatchForm, open_typed, words_of_options
from cogs.play.screens import ORDERS, compose_panel, menu_of

MOST_OPTIONS = 25
"""The most options of one command, by Discord's limit."""
MOST_OWN_OPTIONS = 14
"""The most options of a game in its own command. Wishes that do not fit are in `/match new` alone."""
WORD = app_commands.Range[str, 1, 100]
LIST = app_commands.Range[str, 1, 1000]
"""A list, for example a deck of cards."""
LOOKING_UP = 1.5
"""Seconds in which an autocomplete may load a match that is not in memory; Discord waits three."""

Callback = Callable[..., Coroutine[Any, Any, None]]
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def game_commands(game: Game) -> app_commands.Group:
    """Return the group of a game's commands: `new`, and one for each of its actions."""
    group = app_commands.Group(name=game.key, description=fit(game.tagline, CHOICE_TEXT), guild_only=True)
    group.add_command(_opener(game))
    for kind in action_kinds(game):
        group.add_command(_mover(game, kind))
    if game.rules.ordered is not None:
        group.add_command(_orderer(game, game.rules.ordered.Orders))
    return group


def _opener(game: Game) -> app_commands.Command[Any, ..., None]:
    """Return `/<game> new` with the game's own options, up to Discord's limit.

    Further options can be typed in `/match new` and set in the lobby; `/match new` has all wishes.
    """

    async def opened(interaction: Interaction, /, **given: Any) -> None:
        said = {name: value for name, value in given.items() if value is not None}
        opening = OpeningTerms(
            **{name: said.pop(name) for name in ("seats", *OPENING_FIELDS) if name in said}
        )
        await open_typed(interaction.client, interaction, game, words_of_options(said), opening)

    fewest, most = game.rules.seats[0], game.rules.seats[-1]
    wanted: list[tuple[str, Any, str]] = [
        ("seats", app_commands.Range[int, fewest, most], f"The number of players, {fewest} to {most}")
    ]
    own = parameters(game.rules.Options)[:MOST_OWN_OPTIONS]
    wanted += own
    kinds: dict[str, type[Any]] = {
        **dict.fromkeys(("thread", "rated", "leave", "private", "anonymous"), bool),
        **dict.fromkeys(("at_zero", "wanted"), str),
    }
    wanted += [(name, kinds.get(name, WORD), told) for name, told in OPENING_FIELDS.items()][
        : MOST_OPTIONS - len(wanted)
    ]
    defaults = {"thread": False, "rated": True, "leave": True, "private": False, "anonymous": False}
    _sign(opened, [(name, kind, defaults.get(name)) for name, kind, _ in wanted])
    _describe(opened, {name: description for name, _, description in wanted})
    _offer_values(opened, dict.fromkeys([name for name, *_ in own], game.rules.Options))
    app_commands.choices(at_zero=AT_ZERO_CHOICES, wanted=WANTED_CHOICES)(opened)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="new", description=fit(f"Open a match of {game.title} here", CHOICE_TEXT), callback=opened
    )
    for name, *_ in own:
        if game.rules.suggestions(name):
            command.autocomplete(name)(_offering(game, name))
    command.autocomplete("clock")(suggest_clock)
    command.autocomplete("grace")(suggest_grace)
    return command


def _mover(game: Game, kind: type[Any]) -> app_commands.Command[Any, ..., None]:
    """Return the command of one action."""
    fields = fields_of(kind)

    async def moved(interaction: Interaction, /, **given: str | None) -> None:
        words = {name: word for name, word in given.items() if word is not None}
        await defer(interaction)
        match_view = await _match_view(interaction, game)
        its_game = interaction.client.game_of(match_view.match)
        parse = partial(its_game.wording.parse, kind=_kind_in(its_game, kind), words=words)
        await _carry_out(interaction, match_view, parse)

    _sign(moved, [(each.name, _typed(each), Parameter.empty if each.required else None) for each in fields])
    _describe(moved, {each.name: description_of(each) for each in fields})
    _offer_values(moved, {each.name: kind for each in fields})
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=kind.__struct_config__.tag, description=fit(first_line(kind), CHOICE_TEXT), callback=moved
    )
    for field in fields:
        if not choices_of(field.type):
            command.autocomplete(field.name)(_suggester(game, kind, field.name))
    return command


def _orderer(game: Game, kind: Any) -> app_commands.Command[Any, ..., None]:
    """Return the command that sets standing orders of this type, and shows the present ones."""

    async def ordered(interaction: Interaction, /, **given: Any) -> None:
        said = {name: value for name, value in given.items() if value is not None}
        await _order(interaction, game, said)

    wanted = parameters(kind)
    _sign(ordered, [(name, annotation, None) for name, annotation, _ in wanted])
    _describe(ordered, {name: description for name, _, description in wanted})
    _offer_values(ordered, {name: kind for name, _, _ in wanted})
    return app_commands.Command(
        name="orders", description=fit(first_line(kind), CHOICE_TEXT), callback=ordered
    )


async def _order(interaction: Interaction, game: Game, said: Mapping[str, Any]) -> None:
    """Set the typed standing orders of a player; the others stay as they are."""
    await defer(interaction)
    match_view = await _match_view(interaction, game)
    game = interaction.client.game_of(match_view.match)
    if said and game.rules.ordered is not None:
        kind = game.rules.ordered.Orders
        kept = msgspec.to_builtins(match_view.orders or kind())
        orders = msgspec.convert({**kept, **said}, kind)
        played = await interaction.client.service.play.order(
            match_view.match.id, interaction.user.id, orders, request=request_of(interaction)
        )
        match_view = played.match_view
    await answer(
        interaction, compose_panel(game, match_view, (ORDERS,), menu=menu_of(game, match_view, (ORDERS,)))
    )
    if said:
        await publish_pending_elsewhere(interaction, match_view.match.id)


async def _carry_out(
    interaction: Interaction, match_view: MatchView, read: Callable[[Any, int], Action]
) -> None:
    """Do what is read in a view from a seat, show it, and publish it."""
    assert match_view.seat is not None
    game = interaction.client.game_of(match_view.match)
    action = read(match_view.view, match_view.seat)
    played = await interaction.client.service.play.act(
        match_view.match.id, interaction.user.id, [action], version=None, request=request_of(interaction)
    )
    following = await following_of(interaction.client, played.match_view)
    await answer(interaction, compose_played(game, played, following))
    await publish_pending_elsewhere(interaction, match_view.match.id)


async def act_in_words(interaction: Interaction, line: str) -> None:
    """Carry out a typed action, after deferring. Raises `Refusal`."""
    match_view = await seated_here(interaction)
    game = interaction.client.game_of(match_view.match)
    await _carry_out(interaction, match_view, lambda *_: action_in_words(game, match_view, line))


async def seated_here(interaction: Interaction) -> MatchView:
    """Return the asker's view of their match in this channel; in their DM, of the only one that waits.

    Raises `Refusal`.
    """
    client, user = interaction.client, interaction.user.id
    if not is_bots_dm(interaction):
        assert interaction.channel_id is not None
        info = await client.service.in_channel(interaction.channel_id)
    else:
        waiting = [table.info for table in await client.service.player_matches(user) if waits_since(table)]
        if not waiting:
            raise Refusal.translated("No match waits for you. /me matches lists those you play in.")
        if len(waiting) > 1:
            raise Refusal.translated(
                "{number} matches wait for you: type it in the channel of the one that you mean, or press"
                " Play under its board.",
                number=len(waiting),
            )
        (info,) = waiting
    match_view = await client.service.match_view(info.id, user)
    seat_of(match_view.match, user)  # or the user reads that there is none
    return match_view


def action_in_words(game: Game, match_view: MatchView, line: str) -> Any:
    """Return the action of a line: "move SMG-3 C7", "move unit:SMG-3 to:C7", "end-turn".

    A line that is offered is what it was offered for; another one is read field by field, so that the refusal
    names the field. Raises `Refusal`.
    """
    first, *others = typed(line).split() or [""]
    if others and name_key(first).removeprefix("/") in (game.key, "act"):  # as it is typed without `/act`
        first, *others = others
    tag, rest = name_key(first).removeprefix("/"), " ".join(others)
    kinds = {kind.__struct_config__.tag: kind for kind in action_kinds(game)}
    wanted = name_key(f"{tag} {rest}")
    for action in match_view.legal:
        if kinds.get(tag) is type(action):
            said = [line_of(action, words) for words in _formatted(game, match_view, action)]
            if wanted in map(name_key, said):
                return action
    if tag not in kinds:
        sentence = gettext('"{word}" is no action of {game}.', word=first[:40], game=game.title)
        there_are = gettext("There are: {actions}.", actions=", ".join(kinds))
        raise Refusal(did_you_mean(sentence, tag, kinds, there_are))
    assert match_view.seat is not None
    try:
        return read_command(game.rules, game.wording, match_view.view, match_view.seat, f"{tag} {rest}")
    except ValueError:  # words where no field is, or a field twice
        fields = " ".join(f"{each.name.replace('_', '-')}:" for each in fields_of(kinds[tag]))
        raise Refusal.translated(
            '"{line}" cannot be read. Its form is: {form}',
            line=f"{tag} {rest}"[:100],
            form=f"{tag} {fields}".strip(),
        ) from None


def line_of(action: Action, words: Mapping[str, str]) -> str:
    """Return an action as the line that `/act` takes: "move SMG-3 C7".

    A word with blanks before another one, and one that may be left out, stand with their names.
    """
    kind = type(action)
    given = {each.name: words[each.name] for each in fields_of(kind) if words.get(each.name)}
    needed = [each.name for each in fields_of(kind) if each.required]
    bare = [
        name
        for at, name in enumerate(needed)
        if all(each in given and " " not in given[each] for each in needed[:at]) and name in given
    ]
    named = [f"{name.replace('_', '-')}:{word}" for name, word in given.items() if name not in bare]
    return " ".join([str(kind.__struct_config__.tag), *[given[name] for name in bare], *named])


def legal_lines(game: Game, match_view: MatchView, begun: str) -> dict[str, str]:
    """Return the lines of the legal actions that fit what is typed, best first.

    Each is sent in English, which can be read in every language, and shown in the current one. Before a
    letter is typed there are some of each kind, in turn.
    """
    shown: dict[str, str] = {}
    by_kind: dict[type[Any], list[str]] = {kind: [] for kind in action_kinds(game)}
    for action in match_view.legal:
        if type(action) in by_kind:
            sent, words = (line_of(action, said) for said in _formatted(game, match_view, action))
            if len(sent) <= CHOICE_TEXT and sent not in shown:
                shown[sent] = fit(words, CHOICE_TEXT)
                by_kind[type(action)].append(sent)
    starts = name_key(begun).split()
    if starts:
        words_of = {
            line: name_key(f"{line} {line.replace(':', ' ')} {shown[line]}").split() for line in shown
        }
        fitting = [
            line
            for line, parts in words_of.items()
            if all(any(part.startswith(start) for part in parts) for start in starts)
        ]
        called = {words: line for line, words in shown.items()}
        offered = dict.fromkeys([*fitting, *[called[words] for words in ordered(called, begun)]])
    else:
        in_turn = [line for lines in zip_longest(*by_kind.values()) for line in lines]
        offered = dict.fromkeys([line for line in in_turn if line is not None])
    return {line: shown[line] for line in list(offered)[:CHOICES]}


@suggesting
async def suggest_lines(interaction: Interaction, begun: str) -> list[app_commands.Choice[str]]:
    """Offer the asker's legal actions, for the words of `/act`."""
    match_view = await _glance(interaction)
    if match_view is None:
        return []
    game = interaction.client.game_of(match_view.match)
    offered = await interaction.client.workers.run_here(partial(legal_lines, game, match_view, begun))
    return offer((shown, sent) for sent, shown in offered.items())


async def _match_view(interaction: Interaction, game: Game) -> MatchView:
    assert interaction.channel_id is not None
    info = await interaction.client.service.in_channel(interaction.channel_id)
    if info.game != game.key:
        other = interaction.client.game_of(info)
        raise Refusal.translated(
            "The match in this channel is of {game}: its commands begin with /{command}.",
            game=other.title,
            command=other.key,
        )
    match_view = await interaction.client.service.match_view(info.id, interaction.user.id)
    seat_of(match_view.match, interaction.user.id)  # or the user reads that there is none
    return match_view


def _suggester(game: Game, kind: type[Any], field: str) -> Suggest:
    """Return the autocomplete of one field: the legal words that fit those typed already."""

    @suggesting
    async def suggested(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        match_view = await _glance(interaction)
        if match_view is None or match_view.match.game != game.key:
            return []
        given = {name: word for name, word in interaction.namespace if name != field and word}
        pinned = interaction.client.game_of(match_view.match)
        words = partial(legal_words, pinned, match_view, _kind_in(pinned, kind), field, given, typed)
        offered = await interaction.client.workers.run_here(words)
        return offer((shown, sent) for sent, shown in offered.items())

    return suggested


async def _glance(interaction: Interaction) -> MatchView | None:
    assert interaction.channel_id is not None
    match_view = interaction.client.service.cached_view(interaction.channel_id, interaction.user.id)
    if match_view is not None:
        return match_view
    return await in_time(_looked_up(interaction), LOOKING_UP)


async def _looked_up(interaction: Interaction) -> MatchView | None:
    try:
        return await seated_here(interaction)
    except Refusal:
        return None


def compose_played(game: Game, played: PlayResult, following: str = "") -> OutgoingMessage:
    """Return the answer after a command: its events, the position, the controls, and the next match."""
    match_view = played.match_view
    lines = weighed_lines(game, played.facts, match_view)
    controls = [] if match_view.match.stage.ended else [play_button(match_view.match.id)]
    controls += [what_happened(match_view.match.id)] if has_more(lines) else []
    return message_of(
        text(gettext(UNCHANGED) if played.unchanged else in_short(lines)),
        text(status_in_words(game, match_view)),
        text(following),
        *rows(controls),
        accent=accent(match_view.awaited),
    )


def action_kinds(game: Game) -> tuple[type[Any], ...]:
    """Return the types of a game's actions, without resignation."""
    union = game.rules.Action
    return tuple(kind for kind in get_args(union) or (union,) if kind is not Resign)


def _kind_in(game: Game, kind: type[Any]) -> type[Any]:
    """Return the action type of a command under the rules of a match, which may be former ones.

    Raises `Refusal` where they have no such action.
    """
    tag = kind.__struct_config__.tag
    for former in action_kinds(game):
        if former.__struct_config__.tag == tag:
            return former
    raise Refusal.translated(
        "This match is played under version {version} of the rules, which has no such command: use the"
        " buttons of its board.",
        version=game.rules.version,
    )


def legal_words(
    game: Game, match_view: MatchView, kind: type[Any], field: str, given: Mapping[str, str], typed: str
) -> dict[str, str]:
    """Return the words for a field in the legal actions that fit the given words, best match first.

    Each is sent in English, which can be read in every language, and shown in the current language.
    """
    shown: dict[str, str] = {}
    for action in match_view.legal:
        if type(action) is kind:
            sent, words = _formatted(game, match_view, action)
            if all(_is_word(word, sent.get(name, ""), words.get(name, "")) for name, word in given.items()):
                shown.setdefault(sent[field], words[field])
    called = {word: sent for sent, word in shown.items()}
    for english in shown:
        called.setdefault(english, english)
    offered = [called[word] for word in ordered(called, typed)]
    return {word: fit(shown[word], CHOICE_TEXT) for word in offered if len(word) <= CHOICE_TEXT}


def _is_word(given: str, *words: str) -> bool:
    """Whether the text of a field is one of these words."""
    return given.strip().casefold() in [word.casefold() for word in words]


def _formatted(game: Game, match_view: MatchView, action: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Return the words of an action in English, and in the current language."""
    words = game.wording.format(match_view.view, action)
    if current() is ENGLISH:
        return words, words
    with speaking(ENGLISH):
        return game.wording.format(match_view.view, action), words


def _typed(field: msgspec.structs.FieldInfo) -> Any:
    """Return the type of a typed field of an action, with its limits."""
    lists = (msgspec.inspect.VarTupleType, msgspec.inspect.ListType)
    return LIST if isinstance(inner_type(field.type), lists) else WORD


def _sign(callback: Callback, wanted: Iterable[tuple[str, Any, Any]]) -> None:
    """Give a callback the parameters from which discord.py makes the command's options."""
    parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Any)]
    for name, kind, default in wanted:
        annotation = kind | None if default is None and isinstance(kind, type) else kind
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default))
    callback.__signature__ = Signature(parameters)  # type: ignore[attr-defined]


def _describe(callback: Callback, descriptions: Mapping[str, str]) -> None:
    app_commands.describe(**descriptions)(callback)
    renamed = {
        name: name.replace("_", "-").lower() for name in descriptions if "_" in name or not name.islower()
    }
    if renamed:
        app_commands.rename(**renamed)(callback)


def _offer_values(callback: Callback, owners: Mapping[str, type[Any]]) -> None:
    """Make the values of enumerations fixed choices."""
    offered = {}
    for name, owner in owners.items():
        field = next(each for each in fields_of(owner) if each.name == name)
        values = choices_of(field.type)
        if 0 < len(values) <= CHOICES:
            offered[name] = [app_commands.Choice(name=value, value=value) for value in values]
    if offered:
        app_commands.choices(**offered)(callback)


def _offering(game: Game, option: str) -> Suggest:
    @suggesting
    async def offered(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = await option_suggestions(interaction.client, interaction.guild_id, game, option)
        return offer_words(ordered(words, typed))

    return offered


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    MatchForm(bot)
    for game in bot.games.values():
        bot.tree.add_command(game_commands(game))
