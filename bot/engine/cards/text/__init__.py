"""Card texts generated from card data: what is printed on a card is what it does (ARC-18).

Each word has its own sentence (`nodes.EffectNode.describe` and its like), built from the parts here: phrases
in their cases (`grammar`), players (`people`), amounts, and clauses in their word order (`clauses`). Every
clause and every phrase is a message of its own (`bot.engine.language`), because other languages inflect them.
"""
