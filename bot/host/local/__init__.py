"""The local table: the same bot on SimCord's model of Discord, with a page in the browser for every seat."""
