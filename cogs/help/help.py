"""`/help` and `/rules`: what this is, how to begin, and each game's rules as short pages with pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.base.language import current, gettext, pgettext
from bot.engine.errors import Refusal
from bot.engine.menus import first_line
from bot.engine.options import NAMES, fields_of
from bot.engine.positions import read_scene
from bot.engine.sentences import either
from bot.games.game import Game
from bot.matches.computers import LEVELS
from bot.matches.model import Stage
from cogs.help.topics import ABOUT, ACT, BEGINNINGS, FRONT, PICKER, STEPS, TOPICS, rules_of
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import (
    PRIMARY,
    SECONDARY,
    SUCCESS,
    ComponentId,
    Control,
    button,
    on_button,
    page_buttons,
    select,
    whole_number,
    words_button,
)
from cogs.kit.hooks import Hooks
from cogs.kit.layout import OPTIONS, OutgoingMessage, beside, fit, message_of, option, picture_of, rows, text
from cogs.kit.replies import (
    answer,
    anywhere,
    defer,
    defer_if_slow,
    defer_in_place_if_slow,
    in_all_places,
    is_bots_dm,
    named_game,
    show,
    suggest_game,
)
from cogs.kit.sentences import host_words
from cogs.matches.game_commands import act_in_words, action_kinds, seated_here, suggest_lines
from cogs.matches.match import Match
from cogs.play.screens import draw_panel
from renderers.contract import Picture
from renderers.kit.crop import tile_of

EASY, QUICK = "easy", "quick"
LENGTHS = (QUICK, "usual", "long")
"""The first match alone is the easiest and the shortest."""
LEVEL_CHOICES = [app_commands.Choice(name=words, value=key) for key, words in LEVELS.items()]
LENGTH_CHOICES = [app_commands.Choice(name=NAMES[key], value=key) for key in LENGTHS]


async def _suggest_lesson(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the lessons of the game that is typed."""
    game = interaction.client.games.get(str(interaction.namespace.game).lower())
    named = {at: f"{at}. {gettext(each.title)}" for at, each in enumerate(game.lessons if game else (), 1)}
    fitting = {at: name for at, name in named.items() if typed.casefold() in name.casefold()}
    return [app_commands.Choice(name=name, value=at) for at, name in fitting.items()][:OPTIONS]


class Help(commands.Cog):
    """Private pages that explain."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._pictures: dict[tuple[str, int, str], Picture] = {}
        """The scene of each page of the games' rules, in each language."""
        self._tiles: dict[tuple[str, str], Picture] = {}
        """The tile of each game on the first page, in each language."""
        bot.handle_presses(self)

    @app_commands.command()
    @anywhere
    @in_all_places
    @app_commands.describe(words="Your move in words, such as: move SMG-3 C7; nothing for the buttons")
    async def act(self, interaction: Interaction, words: app_commands.Range[str, 0, 1000] = "") -> None:
        """Your turn here, by buttons or in words; without a match, all that you can begin."""
        await defer(interaction)
        if words.strip():
            await act_in_words(interaction, words)
            return
        try:
            match_view = await seated_here(interaction)
        except Refusal:
            await answer(interaction, compose_steps(self.bot))
            return
        if match_view.match.stage is Stage.PLAYING:
            await answer(interaction, await draw_panel(self.bot, match_view, table=is_bots_dm(interaction)))
        else:
            await answer(interaction, compose_steps(self.bot))

    act.autocomplete("words")(suggest_lines)

    @app_commands.command(name="help")
    @anywhere
    @in_all_places
    async def tell_help(self, interaction: Interaction) -> None:
        """What this bot does, and how to begin."""
        await defer_if_slow(interaction)
        await answer(interaction, await self.front_page())

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        game="Which game", level="How strong the computer is; default: easy", length="Default: quick"
    )
    @app_commands.choices(level=LEVEL_CHOICES, length=LENGTH_CHOICES)
    async def play(
        self, interaction: Interaction, game: str = "", level: str = EASY, length: str = QUICK
    ) -> None:
        """Play alone now: a match against the computer, which begins at once."""
        await defer(interaction)
        if not game:
            await answer(interaction, compose_beginning(self.bot, "play", f"{level}-{length}"))
            return
        its_game = named_game(self.bot.games, game.lower())
        await self.bot.cog(Match).begin_alone(interaction, its_game, level, length)

    @app_commands.command()
    @anywhere
    @in_all_places
    @app_commands.describe(game="Which game", lesson="Which of its lessons; default: the first")
    async def learn(self, interaction: Interaction, game: str = "", lesson: int = 1) -> None:
        """Learn a game in a first match against the computer, with help at each step."""
        await defer(interaction)
        if not game:
            await answer(interaction, compose_beginning(self.bot, "learn"))
            return
        await self.bot.cog(Match).begin_lesson(interaction, named_game(self.bot.games, game.lower()), lesson)

    @app_commands.command()
    @anywhere
    @in_all_places
    @app_commands.describe(game="Which game")
    async def rules(self, interaction: Interaction, game: str = "") -> None:
        """Read the rules of a game, page by page."""
        await defer_if_slow(interaction)
        if not game and interaction.channel_id is not None:
            try:
                game = (await self.bot.service.in_channel(interaction.channel_id)).game
            except Refusal:
                game = next(iter(self.bot.games))
        await answer(interaction, await self._rules_page(game.lower(), 0))

    play.autocomplete("game")(suggest_game)
    learn.autocomplete("game")(suggest_game)
    learn.autocomplete("lesson")(_suggest_lesson)
    rules.autocomplete("game")(suggest_game)

    async def press_help(self, interaction: Interaction, press: ComponentId) -> None:
        """Show another topic in the same message."""
        give = await _own_page(interaction)
        topic = press.path[-1] if press.path else FRONT
        await give(interaction, await self.front_page() if topic == FRONT else self.help_page(topic))

    async def press_begin(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask which game is meant."""
        give = await _own_page(interaction)
        await give(interaction, compose_beginning(self.bot, *press.keys(2)))

    async def press_rules(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the rules for the user who presses the button under a board."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._rules_page(press.first, 0))

    async def press_page(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of the rules."""
        await defer_in_place_if_slow(interaction)
        game, page = press.path if len(press.path) == 2 else ("", "")
        await show(interaction, await self._rules_page(game, whole_number(page)))

    def help_page(self, topic: str) -> OutgoingMessage:
        """Return the help with one topic open: one of `TOPICS`, one of a part, or the key of a game."""
        game = self.bot.games.get(topic)
        told = commands_of(game) if game else _topic(self.bot, topic)
        rules = []
        if game and game.rulebook:
            rules.append(button(gettext("Rules of {game}", game=game.title), rules_of(game), PRIMARY))
        return message_of(
            text(gettext(ABOUT)),
            *rows(_beginnings(self.bot.hooks)),
            text(told),
            _topics(self.bot, topic),
            *rows(rules),
            text(host_words(self.bot.host)),
        )

    async def front_page(self) -> OutgoingMessage:
        """Return the first page for a new user: the games with a picture each, and the first steps."""
        tiles = {key: await self._tile(game) for key, game in self.bot.games.items() if game.rulebook}
        return compose_front(self.bot, tiles)

    async def tile_of(self, key: str) -> bytes:
        """Return the small picture of a game as PNG. Raises `LookupError` where it has none."""
        game = self.bot.games[key]
        if not game.rulebook:
            raise LookupError(key)
        return (await self._tile(game)).png

    async def _tile(self, game: Game) -> Picture:
        place = game.key, current().code
        if place not in self._tiles:
            drawn = await self._picture(game, 0)
            self._tiles[place] = await self.bot.workers.run_here(partial(tile_of, drawn))
        return self._tiles[place]

    async def _rules_page(self, key: str, number: int) -> OutgoingMessage:
        game = named_game(self.bot.games, key.lower())
        if not game.rulebook:
            return self.help_page(key)
        number = min(max(number, 0), len(game.rulebook) - 1)
        return compose_rules(game, number, await self._picture(game, number))

    async def _picture(self, game: Game, number: int) -> Picture:
        place = game.key, number, current().code
        if place not in self._pictures:
            scene = read_scene(game.rulebook[number].scene, game.rules, game.wording)
            drawn = await self.bot.draw_view(
                game, scene.view, scene.names, recent=scene.recent, focus=scene.focus
            )
            self._pictures[place] = drawn
        return self._pictures[place]


async def _own_page(interaction: Interaction) -> Callable[[Interaction, OutgoingMessage], Awaitable[None]]:
    """Defer a page for the user who presses: it replaces their page, or follows a public post. Return the
    function that sends it.
    """
    if interaction.message is not None and not interaction.message.flags.ephemeral:
        await defer_if_slow(interaction)
        return answer
    await defer_in_place_if_slow(interaction)
    return show


def compose_front(bot: Client, tiles: Mapping[str, Picture]) -> OutgoingMessage:
    """Return the front page, with the tile of each game that has one, and the host."""
    lines = [
        beside(f"**{game.title}**\n{gettext(game.tagline)}", tiles.get(key), key)
        for key, game in bot.games.items()
    ]
    return message_of(
        text(gettext(ABOUT)),
        *lines,
        text("\n".join([gettext(line) for line in (ACT, *bot.hooks.front_lines, PICKER)])),
        *rows(_beginnings(bot.hooks)),
        _topics(bot, FRONT),
        text(host_words(bot.host)),
    )


def compose_steps(bot: Client) -> OutgoingMessage:
    """Return what `/act` offers where nothing can be played: to learn, to play, to open, my matches, help."""
    mine = button(gettext("My matches"), ComponentId("mymatches", path=("new",)))
    onward = [mine, button(gettext("Help"), ComponentId("help"))]
    return message_of(text(gettext(STEPS)), *rows([*_beginnings(bot.hooks), *onward]))


def _topics(bot: Client, topic: str) -> Control:
    topics = {**TOPICS, **bot.hooks.topics}
    titles = {FRONT: gettext("The games"), **{key: gettext(each.title) for key, each in topics.items()}}
    titles |= {key: gettext("Commands of {game}", game=game.title) for key, game in bot.games.items()}
    options = [option(title, key, default=key == topic) for key, title in titles.items()]
    return select(gettext("Choose a topic"), ComponentId("help"), options[:OPTIONS])


def _beginnings(hooks: Hooks) -> list[Control]:
    styles = {"learn": SUCCESS, "play": PRIMARY}
    return [
        button(gettext(beginning.label), ComponentId("begin", path=(key,)), styles.get(key, SECONDARY))
        for key, beginning in {**BEGINNINGS, **hooks.beginnings}.items()
    ]


def compose_beginning(bot: Client, wanted: str, how: str = "") -> OutgoingMessage:
    """Return the question which game to play now, to open or to learn.

    `how` are level and length of a match alone, such as "normal-long": easy and quick at first, the others
    one press away.
    """
    beginnings = {**BEGINNINGS, **bot.hooks.beginnings}
    beginning = beginnings.get(wanted, beginnings["learn"])
    games = {key: game for key, game in bot.games.items() if game.computers or wanted != "play"}
    lines = [f"**{game.title}**: {gettext(game.tagline)}" for game in games.values()]
    ways = {f"{level}-{length}": (level, length) for length in LENGTHS for level in LEVELS}
    how = how if how in ways else f"{EASY}-{QUICK}"
    presses = [
        button(
            game.title,
            ComponentId("playnow", path=(key, *ways[how])) if wanted == "play" else beginning.press(game),
            PRIMARY,
            emoji=on_button(key),
        )
        for key, game in games.items()
    ]
    choices = [
        option(
            gettext(
                "{level}, {length}", level=pgettext("computer", LEVELS[level]), length=gettext(NAMES[length])
            ),
            way,
            default=way == how,
        )
        for way, (level, length) in ways.items()
    ]
    chooser = (
        [select(gettext("Stronger or longer"), ComponentId("begin", path=("play",), slot="s"), choices)]
        if wanted == "play"
        else []
    )
    back = button(gettext("Back"), ComponentId("help", path=("start",)))
    return message_of(
        text(gettext(beginning.question)), text("\n".join(lines)), *rows(presses), *rows(chooser), back
    )


def compose_rules(game: Game, number: int, picture: Picture) -> OutgoingMessage:
    """Return one page of a game's rules, with the way to the others."""
    page, pages = game.rulebook[number], len(game.rulebook)
    turn = page_buttons(lambda to: ComponentId("page", path=(game.key, str(to))), number, pages)
    first = max(0, min(number - OPTIONS // 2, pages - OPTIONS))
    options = [
        option(f"{at + 1}. {gettext(each.title)}", str(at), default=at == number)
        for at, each in list(enumerate(game.rulebook))[first : first + OPTIONS]
    ]
    chooser = select(gettext("Go to a page"), ComponentId("page", path=(game.key,), slot="s"), options)
    head = f"### {game.title} {number + 1}/{pages}: {gettext(page.title)}"
    controls = rows([*turn, *words_button(game)])
    return message_of(text(f"{head}\n{gettext(page.text)}"), picture_of(picture), *controls, chooser)


def commands_of(game: Game) -> str:
    """Return the list of a game's commands and their descriptions."""
    lines = [
        f"**{game.title}**: {gettext(game.tagline)}",
        f"`/{game.key} new`: {gettext('open a match of it here')}",
    ]
    for kind in action_kinds(game):
        fields = " ".join(f"{each.encode_name.replace('_', '-')}:" for each in fields_of(kind))
        words = gettext(first_line(kind))
        lines.append(f"`/{game.key} {kind.__struct_config__.tag}{' ' + fields if fields else ''}`: {words}.")
    return fit("\n".join(lines), 3000)


def _topic(bot: Client, topic: str) -> str:
    """Return the text of a topic, with the paragraphs of parts; of the first one where there is none."""
    topics = {**TOPICS, **bot.hooks.topics}
    topic = topic if topic in topics else "start"
    with_cards = [key for key, game in bot.games.items() if game.cards is not None]
    commands = either([f"`/{key} new cards:`" for key in with_cards])
    further = [paragraph for key, paragraph in bot.hooks.paragraphs if key == topic]
    return "\n".join([gettext(each, commands=commands) for each in (topics[topic].text, *further)])


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Help(bot))
