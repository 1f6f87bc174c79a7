"""How Neo-Combat speaks: names, sentences, typed commands, the text board, pages of the rules."""
