"""The data stored about a person: shown, exported and deleted. Independent of Discord and SQL."""
