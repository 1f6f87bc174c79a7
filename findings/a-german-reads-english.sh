#!/usr/bin/env bash
# simcord[preview]==3.2.1 (PyPI), a model of Discord whose page shows a bot as Discord's client does
# Input: a command whose name, description and option are synced with German words; the page is opened with locale="de".
# Guess: the picker of the page shows the German words, as a German client of Discord does; the model has stored them.
# Behaviour: it has stored them, but the page is given the English ones alone.
# Output seen: "stored: Würfle", "shown: roll, Roll dice, How often".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check 'simcord[preview]==3.2.1' discord.py==2.7.1 2>/dev/null
got=$(
  "$dir/python/bin/python" - 2>/dev/null <<'PY'
import asyncio
import json
import urllib.request

import discord
from discord import app_commands
from discord.ext import commands
from simcord import Env

GERMAN = {"roll": "wurf", "Roll dice": "Würfle", "times": "anzahl", "How often": "Wie oft"}
words = app_commands.locale_str


class Translator(app_commands.Translator):
    async def translate(self, string, locale, context):
        return GERMAN.get(string.message) if locale is discord.Locale.german else None


class Bot(commands.Bot):
    async def setup_hook(self):
        await self.tree.set_translator(Translator())
        await self.tree.sync()


bot = Bot("!", intents=discord.Intents.default())


@bot.tree.command(name=words("roll"), description=words("Roll dice"))
@app_commands.describe(times=words("How often"))
async def roll(interaction: discord.Interaction, times: int) -> None:
    await interaction.response.send_message("4")


async def main() -> None:
    env = Env(bot)
    guild = env.create_guild("Club", preferred_locale="de")
    channel = guild.create_text_channel("table")
    ann = guild.add_member(env.create_user("Ann"))
    await env.start()
    (stored,) = [each for by_id in env.backend.commands.values() for each in by_id.values()]
    print("stored:", stored["description_localizations"]["de"])
    async with env.preview(channel, viewers=[ann], locale="de", layout="channel") as preview:

        def ask(path, body=None, context=""):
            head = {"X-Simcord-Capability": preview.capability, "Content-Type": "application/json"}
            if context:
                head["X-Simcord-Context"] = context
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(preview.url.split("/#")[0] + path, data, head)
            return json.load(urllib.request.urlopen(request))

        page = await asyncio.to_thread(ask, "/api/pages", {"viewer_id": str(ann.id), "target_id": None})
        context = page["context"]["id"]
        (entry,) = (await asyncio.to_thread(ask, "/api/commands", None, context))["entries"]
        print("shown:", ", ".join([entry["invocation"], entry["description"], entry["options"][0]["description"]]))
    await env.shutdown()


asyncio.run(main())
PY
)
echo "$got"
want="stored: Würfle
shown: roll, Roll dice, How often"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
