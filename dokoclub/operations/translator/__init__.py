"""From Python to JavaScript, as mechanically as it goes: what is not known here is an error with its file and line.

`modules` reads the modules and follows who names whom, `scope` knows what a name means, `expressions`, `calls`,
`statements` and `classes` write it, `module` puts it together. Only what is reached from the wanted functions is
written. The meaning of Python's operators and types is in static/js/python.js. Nothing here knows the game.
"""
