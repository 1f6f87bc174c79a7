"""Processes beside the bot: they draw pictures, think for computer players, and make reports."""
