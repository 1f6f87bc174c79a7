"""The pure vocabulary that all games share: no Discord, no database, no clock, no files."""
