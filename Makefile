# The first targets are commands of dev.py, the others modules, so that all of this also works without make.
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help packages install run test test-all test-days test-versions drawn-day cover check demo test-postgres has-postgres wheel test-wheel release docs clean
.PHONY: bench bench-bombs chaos proxies cluster screenshots looks axe

help packages install run test test-all test-days test-versions drawn-day cover check demo test-postgres has-postgres wheel test-wheel release docs clean:
	@$(PYTHON) dev.py $@ $(ARGS)

bench: MODULE = bench
bench-bombs: MODULE = bench.bombs
chaos proxies cluster looks axe: MODULE = bench.$@
screenshots: MODULE = docs.screenshots.make

bench bench-bombs chaos proxies cluster screenshots looks axe: install
	@.venv/bin/python -m $(MODULE) $(ARGS)
