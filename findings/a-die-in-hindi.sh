#!/usr/bin/env bash
# disnake==2.12.2 and interactions.py==5.16.0 (PyPI), which check the names of slash commands; discord.py==2.7.1 beside them
# Input: names that Discord's rule allows ("Application Command Naming": letters, figures, -, _, ' and all that Hindi and Thai are written
# with): "würfle", "サイコロ", Hindi "पासा" and Thai "ทอยลูกเต๋า" (dice), and "o'clock".
# Guess: what Discord allows, a library for Discord allows.
# Behaviour: disnake and interactions.py refuse Hindi and Thai, as signs of vowels and tones are no letters to Python's \w, though
# disnake's own message allows "other languages'/scripts' symbols". All three refuse the apostrophe, which joined the rule later.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >names.py <<'PY'
import sys
import warnings

warnings.filterwarnings("ignore")


async def nothing(ctx):
    pass


def make(library, name):
    if library == "disnake":
        from disnake import app_commands

        app_commands.SlashCommand(name, "Roll dice")
    elif library == "interactions.py":
        import interactions

        interactions.SlashCommand(name=name, description="Roll dice", callback=nothing)
    else:
        import discord

        async def callback(interaction: discord.Interaction):
            pass

        discord.app_commands.Command(name=name, description="Roll dice", callback=callback)


def taken(library, name):
    try:
        make(library, name)
    except ValueError:
        return "refused"
    return "taken"


words = {"German": "würfle", "Japanese": "サイコロ", "Hindi": "पासा", "Thai": "ทอยลูกเต๋า", "apostrophe": "o'clock"}
print(f"{sys.argv[1]}:", *(f"{kind} {taken(sys.argv[1], name)}," for kind, name in words.items()))
PY
got=$(
  for library in disnake==2.12.2 interactions.py==5.16.0 discord.py==2.7.1; do
    python3 -m venv "$library"
    "$library/bin/pip" install -qq --disable-pip-version-check "$library" "setuptools<81"
    "$library/bin/python" names.py "${library%%==*}" 2>/dev/null
  done
)
echo "$got"
want="disnake: German taken, Japanese taken, Hindi refused, Thai refused, apostrophe refused,
interactions.py: German taken, Japanese taken, Hindi refused, Thai refused, apostrophe refused,
discord.py: German taken, Japanese taken, Hindi taken, Thai taken, apostrophe refused,"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
