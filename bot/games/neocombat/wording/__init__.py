"""The wording of Neo-Combat: names, sentences, typed commands, the text board, rulebook pages."""
