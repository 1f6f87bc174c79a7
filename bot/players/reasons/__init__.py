"""Why a computer player does something, in a sentence: for `/match hint`, `/match review` and who asks.

Each file is of one game, and knows what may be known of the board and of the action alone: given the public's
view it tells nothing of any hand. A hint and an answer to why are made by the same function.
"""
