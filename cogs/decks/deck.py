"""`/deck`: a player's decks, which are private unless the player shows them, and the buttons to build."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext, ngettext, speaking
from bot.engine.errors import Refusal
from bot.engine.sentences import echo
from bot.engine.spelling import name_key
from bot.engine.wording import Choice
from bot.games.game import Game
from bot.matches.model import MatchInfo
from bot.parts.decks.lists import (
    LONGEST,
    TEXT,
    DeckRefused,
    cards_named,
    clean_deck_name,
    left_out,
    read_lines,
)
from bot.parts.decks.lists import (
    Form as ListForm,
)
from bot.parts.decks.ports import KeptDeck
from bot.parts.decks.service import DeckService
from cogs.decks.bench import (
    DECKS,
    beginnings_by_word,
    bench_at,
    bench_of,
    building_of,
    entries_to_begin,
    look_here,
    look_to_bring,
    pool_of_list,
    pool_of_shelf,
    ready_deck,
)
from cogs.decks.posts import (
    FROM_DECK,
    Bench,
    compose_card,
    compose_choice,
    compose_deck,
    compose_decks,
    compose_deletion,
    compose_faults,
    compose_group,
    compose_list,
    compose_shown,
    shelf_and_group,
)
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, Control, button, whole_number
from cogs.kit.form_fields import upload, written
from cogs.kit.forms import Asked, Form, Typed, typed_words
from cogs.kit.layout import OutgoingMessage, fit, safe
from cogs.kit.replies import (
    answer,
    defer,
    defer_if_slow,
    defer_in_place,
    offer,
    offer_words,
    ordered,
    post_beside,
    publish_pending_elsewhere,
    request_of,
    show,
    suggesting,
)
from cogs.matches.game_commands import compose_played
from cogs.play.panel import NOT_OPEN, TURN_PASSED, Panel
from cogs.play.screens import may_bring
from cogs.workshop.card_games import games_with, suggesting_games, the_game
from cogs.workshop.uploads import content_of_upload

# Decks from lists: finds the game of a list, and has the form to paste one into.


IMPORT = "deckimport"
"""The verb of the form; its path is the key of the named game, if any."""
FILE = "file"
"""The key of the field that takes a list as a file."""
LARGEST_LIST = 4 * TEXT
"""The most bytes of such a file."""


def typed_list(game: str, name: str, listed: str = "") -> Typed:
    """Return the form for pasting a list: for a game, or for the game whose cards are in the list."""
    return typed_words(ComponentId(IMPORT, path=(game,) if game else ()), {"name": name, "list": listed})


class DeckImport:
    """Makes decks from lists."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.forms.handle(IMPORT, Form(self._asked, self._take_in, N_("No deck was made from this list")))

    async def _asked(self, _interaction: Interaction, typed: Typed) -> Asked:
        game = self.bot.games.get(typed.press.first.lower())
        title = gettext("A deck of {game}", game=game.title) if game else gettext("A deck from a list")
        cards, example = gettext("Cards, one on each line"), "2 TID-01\n2 TID-02\n1 TID-04"
        return Asked(
            title,
            [
                written("name", gettext("Name"), typed.one("name"), LONGEST, needed=True),
                written("list", cards, typed.one("list"), TEXT, example=example, lines=True),
                upload(FILE, gettext("Or a file with such a list"), required=False),
            ],
        )

    async def _take_in(self, interaction: Interaction, typed: Typed) -> None:
        """Make a deck from a list and show it. The text of a refused file is shown in the form."""
        if typed.files:
            listed = {"list": ((await listed_in(interaction, typed))[: TEXT + 1],)}
            await self.bot.forms.attempt(interaction, Typed(typed.press, {**typed.values, **listed}))
            return
        name, words = typed.one("name"), typed.one("list")[: TEXT + 1]
        game = await game_of_list(self.bot, interaction, words, typed.press.first)
        pool = await pool_of_list(self.bot, interaction.guild_id, game, words)
        entries = read_lines(words, building_of(game), pool)
        deck = await self.bot.services.of(DeckService).create(interaction.user.id, game.key, name, entries)
        told = left_out(words, building_of(game), pool)
        await answer(interaction, compose_deck(await bench_of(self.bot, interaction, deck), told))


async def listed_in(interaction: Interaction, typed: Typed) -> str:
    """Return the typed list, or else the list in the file. Raises `Refusal`."""
    file = typed.files.get(FILE)
    if file is None or typed.one("list").strip():
        return typed.one("list")
    return (await content_of_upload(interaction, file, LARGEST_LIST)).decode("utf-8-sig", "replace")


async def game_of_list(bot: Client, interaction: Interaction, words: str, game: str) -> Game:
    """Return the named game, or the game with the most cards of a list, by number or name."""
    able = games_with(bot, DECKS, game)
    if len(able) > 1:
        known = {key: await _named(bot, interaction, each, words) for key, each in able.items()}
        able = {key: able[key] for key, number in known.items() if number == max(known.values())}
    return await the_game(bot, interaction, DECKS, able)


async def _named(bot: Client, interaction: Interaction, game: Game, words: str) -> int:
    pool = await pool_of_list(bot, interaction.guild_id, game, words)
    return cards_named(words, building_of(game), pool)


Name = app_commands.Range[str, 1, 100]
"""Longer than a name may be, so that the bot itself refuses longer ones with a sentence."""
Listed = app_commands.Range[str, 1, 6000]
AGAINST_MATCH = N_("Held against the cards of the match here.")
AGAINST_SERVER = N_("Held against the cards there are on this server.")


HELP = N_(
    "`/deck build` builds a deck with buttons, from nothing or from a ready deck; `/deck check` "
    "shows its errors, `/deck export` and `/deck import` export and import it. Nobody sees your decks "
    "unless you show them. When decks are chosen for a match, press **My decks**, or type `/deck "
    "play`."
)
PERSONAL_WORDS: Mapping[str, Callable[[int], str]] = {
    "decks": lambda n: ngettext("{number} deck", "{number} decks", n),
}
"""The words for a number of items of each kind of personal data."""


@app_commands.guild_only()
class Decks(commands.GroupCog, group_name="deck", group_description="Build, keep, share and play your decks"):
    """Commands and controls for the asker's decks."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.personal_words.update(PERSONAL_WORDS)
        self.decks = bot.services.of(DeckService)
        DeckImport(bot)
        bot.handle("deck", self.press_deck)
        bot.handle("mydecks", self.press_my_decks)
        bot.hooks.brought.append(_my_decks)
        bot.hooks.paragraphs.append(("decks", HELP))

    # Commands

    @app_commands.command()
    @app_commands.describe(
        name="Its name; the name of one of your decks continues that deck",
        start="A ready deck or a deck of yours to begin with; without it an empty deck",
        game="The game; only needed if several have decks",
    )
    async def build(self, interaction: Interaction, name: Name, start: Name = "", game: Name = "") -> None:
        """Build a deck with buttons, or go on with one of yours."""
        await defer(interaction)
        mine = await self.decks.store.decks(interaction.user.id)
        deck = next((each for each in mine if name_key(each.name) == name_key(name)), None)
        if deck is None:
            # The named game, else the only one with this ready deck, else that of `the_game`.
            able = list(games_with(self.bot, DECKS, game))
            begun = [key for key in able if start and ready_deck(self.bot.games[key], start) is not None]
            meant = await the_game(self.bot, interaction, DECKS, begun if len(begun) == 1 else able)
            entries = await entries_to_begin(self.bot, interaction.user.id, meant, start)
            deck = await self.decks.create(interaction.user.id, meant.key, name, entries)
        elif start:
            raise DeckRefused.translated(
                "You already have a deck called {name}: leave out the start to continue it, or "
                "choose another name.",
                name=echo(deck.name),
            )
        await answer(interaction, compose_deck(await bench_of(self.bot, interaction, deck)))

    @app_commands.command(name="list")
    async def list_decks(self, interaction: Interaction) -> None:
        """See all your decks."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._all(interaction))

    @app_commands.command(name="show")
    @app_commands.describe(deck="Which of your decks", public="Show it to everybody here; else only to you")
    async def show_deck(self, interaction: Interaction, deck: Name, public: bool = False) -> None:
        """Look at one of your decks, or show it to the others."""
        await defer_if_slow(interaction)
        bench = await self._named(interaction, deck)
        if not public:
            await answer(interaction, compose_deck(bench))
            return
        with speaking(await self.bot.languages.of_place(interaction)):
            page = compose_shown(bench)
        await answer(interaction, gettext("Everybody here sees it now."))
        if not await post_beside(interaction, page):
            told = gettext("Discord does not say whether it was posted. If you do not see it, show it again.")
            await answer(interaction, told)

    @app_commands.command()
    @app_commands.describe(
        deck="Which of your decks",
        form="By set numbers, by names alone as other tools do, or as a table for a spreadsheet",
    )
    async def export(self, interaction: Interaction, deck: Name, form: ListForm = "numbers") -> None:
        """Get a deck as text, to share or store it."""
        await defer_if_slow(interaction)
        await answer(interaction, compose_list(await self._named(interaction, deck), form))

    @app_commands.command(name="import")
    @app_commands.describe(
        name="Its name",
        listed="The cards, such as 2 TID-01, 1 TID-04; without them a form opens",
        game="The game; only needed if several have decks",
    )
    @app_commands.rename(listed="list")
    async def import_list(
        self, interaction: Interaction, name: Name, listed: Listed = "", game: Name = ""
    ) -> None:
        """Make a deck from a list of cards."""
        if not listed:
            typed = typed_list(self._named_game(game), clean_deck_name(name))
            await self.bot.forms.open(interaction, typed)
            return
        await defer(interaction)
        try:
            typed = typed_list(self._named_game(game), name, listed)
        except Refusal as fault:
            await self.bot.forms.refuse(interaction, typed_list("", name, listed), fault)
        else:
            await self.bot.forms.attempt(interaction, typed)

    @app_commands.command()
    @app_commands.describe(deck="Which of your decks", name="Its new name")
    async def rename(self, interaction: Interaction, deck: Name, name: Name) -> None:
        """Give a deck another name."""
        await defer(interaction)
        kept = await self.decks.find(interaction.user.id, deck)
        renamed = await self.decks.rename(interaction.user.id, kept.id, name)
        told = gettext("**{old}** is called **{new}** now.", old=safe(kept.name), new=safe(renamed.name))
        await answer(interaction, told)

    @app_commands.command()
    @app_commands.describe(deck="Which of your decks")
    async def delete(self, interaction: Interaction, deck: Name) -> None:
        """Delete a deck."""
        await defer_if_slow(interaction)
        await answer(interaction, compose_deletion(await self._named(interaction, deck)))

    @app_commands.command()
    @app_commands.describe(deck="Which of your decks")
    async def check(self, interaction: Interaction, deck: Name) -> None:
        """See all errors of a deck."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._checked(interaction, await self._named(interaction, deck)))

    @app_commands.command()
    @app_commands.describe(deck="Which of your decks")
    async def play(self, interaction: Interaction, deck: Name) -> None:
        """Bring a deck to the match of this channel while decks are chosen; nobody sees which."""
        await defer(interaction)
        await self._play(interaction, await self.decks.find(interaction.user.id, deck))

    @show_deck.autocomplete("deck")
    @export.autocomplete("deck")
    @rename.autocomplete("deck")
    @delete.autocomplete("deck")
    @check.autocomplete("deck")
    @play.autocomplete("deck")
    @build.autocomplete("name")
    @suggesting
    async def _suggest_deck(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        names = [deck.name for deck in await self.decks.store.decks(interaction.user.id)]
        return offer_words(ordered(names, typed))

    @build.autocomplete("start")
    @suggesting
    async def _suggest_start(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        word = str(interaction.namespace.game or "")
        try:
            games = [await the_game(self.bot, interaction, DECKS, games_with(self.bot, DECKS, word))]
        except Refusal:
            games = [self.bot.games[key] for key in games_with(self.bot, DECKS, word)]
        beginnings: dict[str, tuple[str, str]] = {}
        for game in games:
            mine = [deck.name for deck in await self.decks.store.decks(interaction.user.id, game.key)]
            beginnings |= beginnings_by_word(game, mine)
        offered = dict.fromkeys([beginnings[word] for word in ordered(beginnings, typed)])
        return offer((name, word) for word, name in offered)

    build.autocomplete("game")(suggesting_games(DECKS))
    import_list.autocomplete("game")(suggesting_games(DECKS))

    # Controls

    async def press_deck(self, interaction: Interaction, press: ComponentId) -> None:
        """Show another screen of a deck, add a card, or remove one."""
        await defer_in_place(interaction)
        deck, screen = press.keys(2)
        rest = press.path[2:]
        if deck == "all":
            await show(interaction, await self._all(interaction))
            return
        if deck == "open":
            deck, screen = screen, "d"
        kept = await self.decks.deck(interaction.user.id, deck)
        if screen == "p":
            await self._play(interaction, kept)
        elif screen == "xx":
            await self.decks.delete(interaction.user.id, deck)
            await show(interaction, await self._all(interaction))
        else:
            bench = await bench_of(self.bot, interaction, kept)
            await show(interaction, await self._screen(interaction, bench, screen, rest))

    async def press_my_decks(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the asker's decks for a match, or choose one for it."""
        await defer_in_place(interaction)
        panel = self.bot.cog(Panel)
        match_view = await panel.match_view(interaction, press)
        game = self.bot.game_of(match_view.match)
        if match_view.match.version != press.version:
            await panel.show_screen(interaction, match_view, note=gettext(TURN_PASSED))
        elif not may_bring(game, match_view):
            await panel.show_screen(interaction, match_view, note=gettext(NOT_OPEN))
        elif not press.path:
            mine = await self.decks.store.decks(interaction.user.id, game.key)
            benches = [await bench_at(self.bot, deck, match_view) for deck in mine]
            await show(interaction, compose_choice(game, press.match, press.version, benches))
        else:
            deck = await self.decks.deck(interaction.user.id, press.path[-1])
            actions = building_of(game).bring(match_view.view, deck.entries)
            choice = Choice("bring", fit(deck.name, 80), actions=actions)
            await panel.carry_out(interaction, press, match_view, choice)

    async def _screen(
        self, interaction: Interaction, bench: Bench, screen: str, rest: tuple[str, ...]
    ) -> OutgoingMessage:
        """Return the screen with this letter; the deck for an unknown one."""
        match screen:
            case "g":
                return self._group(bench, rest)
            case "c":
                return await self._card(interaction, bench, rest)
            case "n":
                return await self._copies(interaction, bench, rest)
            case "k":
                return await self._checked(interaction, bench)
            case "t":
                return compose_list(bench)
            case "x":
                return compose_deletion(bench)
            case _:
                return compose_deck(bench)

    def _group(self, bench: Bench, rest: tuple[str, ...]) -> OutgoingMessage:
        where, page = (*rest, "", "")[:2]
        key, group = shelf_and_group(where)
        shelf = next((each for each in bench.shelves if each.key == key), None)
        if shelf is None or (shelf.numbers is None and group not in bench.groups(shelf.pool)):
            raise DeckRefused.translated("These cards no longer exist. Go back to the deck.")
        return compose_group(bench, shelf, group, whole_number(page))

    async def _card(self, interaction: Interaction, bench: Bench, rest: tuple[str, ...]) -> OutgoingMessage:
        where, number = (*rest, "", "")[:2]
        pool = await self._pool(interaction, bench, where)
        known = number in bench.building.cards(pool)
        if not known and number not in dict(bench.deck.entries):
            return compose_deck(bench)
        picture = (
            await self.bot.draw_card(bench.game, number, pool, guild=interaction.guild_id) if known else None
        )
        return compose_card(bench, pool, where, number, picture)

    async def _copies(self, interaction: Interaction, bench: Bench, rest: tuple[str, ...]) -> OutgoingMessage:
        where, number, copies = (*rest, "", "", "")[:3]
        held = dict(bench.deck.entries).get(number, 0)
        wanted = int(copies) if copies.isdecimal() and len(copies) < 3 else held
        if wanted > held:
            pool = await self._pool(interaction, bench, where)
            card = bench.building.cards(pool).get(number)
            if card is None or wanted > card.most:
                raise DeckRefused.translated("No more copies of this card can be put into the deck.")
        largest = bench.building.largest
        deck = await self.decks.put(interaction.user.id, bench.deck.id, number, wanted, largest=largest)
        return await self._card(interaction, await bench_of(self.bot, interaction, deck), (where, number))

    async def _pool(self, interaction: Interaction, bench: Bench, where: str) -> str | None:
        """Return the hash of the cards among which a card was chosen: those of the deck, or of a shelf."""
        if where == FROM_DECK:
            return bench.pool
        return await pool_of_shelf(self.bot, interaction.guild_id, bench.game, where)

    # What commands and controls share

    def _named_game(self, word: str) -> str:
        """Return the key of the named game; "" for none. Raises `Refusal`."""
        return next(iter(games_with(self.bot, DECKS, word))) if word else ""

    async def _named(self, interaction: Interaction, name: str) -> Bench:
        return await bench_of(self.bot, interaction, await self.decks.find(interaction.user.id, name))

    async def _all(self, interaction: Interaction) -> OutgoingMessage:
        mine = [
            deck for deck in await self.decks.store.decks(interaction.user.id) if deck.game in self.bot.games
        ]
        return compose_decks([await bench_of(self.bot, interaction, deck, listed=True) for deck in mine])

    async def _checked(self, interaction: Interaction, bench: Bench) -> OutgoingMessage:
        match_view = await look_here(self.bot, interaction, bench.game)
        if match_view is not None:
            return compose_faults(await bench_at(self.bot, bench.deck, match_view), gettext(AGAINST_MATCH))
        return compose_faults(bench, gettext(AGAINST_SERVER))

    async def _play(self, interaction: Interaction, deck: KeptDeck) -> None:
        game = self.bot.newest_game(deck.game)
        match_view = await look_to_bring(self.bot, interaction, game)
        bench = await bench_at(self.bot, deck, match_view)
        if bench.faults:
            await answer(interaction, compose_faults(bench, gettext(AGAINST_MATCH)))
            return
        actions = building_of(game).bring(match_view.view, deck.entries)
        request = request_of(interaction)
        played = await self.bot.service.play.act(
            match_view.match.id, interaction.user.id, actions, version=None, request=request
        )
        await answer(interaction, compose_played(game, played))
        await publish_pending_elsewhere(interaction, match_view.match.id)


def _my_decks(info: MatchInfo) -> Control:
    return button(gettext("My decks"), ComponentId("mydecks", info.id, info.version))


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Decks(bot))
