# Every target is a command of dev.py, so that all of this also works without make.
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help packages run test test-all test-days drawn-day cover check demo bench clean test-postgres has-postgres bench-scoring bench-bombs proxies chaos cluster screenshots looks axe lighthouse wheel test-wheel

help packages run test test-all test-days drawn-day cover check demo bench clean test-postgres has-postgres bench-scoring bench-bombs proxies chaos cluster screenshots looks axe lighthouse wheel test-wheel:
	@$(PYTHON) dev.py $@ $(ARGS)
