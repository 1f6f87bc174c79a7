"""Where a command can be used that needs no match in the channel: also where the app is a person's alone."""

from __future__ import annotations

from typing import Final

from discord import app_commands

anywhere: Final = app_commands.allowed_installs(guilds=True, users=True)
in_all_places: Final = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
