"""The bot's own avatar, banner and emojis."""
