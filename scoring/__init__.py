"""The Doppelkopf rules engine: facts in, points out. Standard library only.

Start with `rules.Rules` (what a club may vary), `game.Game` (what a table knows about one game),
`score.score` (who won, the reckoning, the points) and `sheet.fold_rows` (a whole list).
"""
