"""The Doppelkopf rules engine: facts in, points out. Standard library only.
Start with `rules.Rules` (everything a club may vary), `game.Game` (the facts of one game),
`score.score` (the winner, the reckoning, the points) and `sheet.fold_rows` (a whole list).
"""
