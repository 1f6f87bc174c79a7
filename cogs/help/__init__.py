"""`/help`, the glossary, and the greeting of a new server."""
