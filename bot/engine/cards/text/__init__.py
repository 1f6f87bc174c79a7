"""Card texts generated from card data: the printed text of a card is exactly what it does (ARC-18).

Each word has its own sentence (`nodes.EffectNode.describe` and its like), built from the parts here: phrases
in their cases (`grammar`), players (`people`), amounts, and clauses in their word order (`clauses`). Every
clause and every phrase is a message of its own (`bot.base.language`), because other languages inflect them.
"""
