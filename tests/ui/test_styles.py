"""Style sheets: one declaration a line, colours and sizes from the tokens, nothing twice, nothing below 11 pixels."""

import re

import pytest

from tools import styles

TOKENS = (styles.FOLDER / "look.css").read_text(encoding="utf-8").partition("@media")[0]
SMALLEST = 11  # pixels


def found(css: str) -> list[str]:
    return [problem for _line, problem in styles.find_problems(css)]


def test_all_are_in_order() -> None:
    assert list(styles.problems_of_all()) == []
    assert [path.name for path in styles.sheets() if (css := path.read_text("utf-8")) != styles.formatted(css)] == []


def test_the_six_sizes_are_as_large_as_they_are_named() -> None:
    sizes = {int(name): float(rem) * 16 for name, rem in re.findall(r"--f(\d\d): ([\d.]+)rem;", TOKENS)}
    assert sizes == {34: 34, 24: 24, 19: 19, 16: 16, 13: 13, 11: 11}


def test_no_text_of_a_screen_is_too_small() -> None:
    """Where sizes follow the width of a column, their lower limit counts."""
    for path in styles.sheets():
        of_screens = path.read_text(encoding="utf-8").partition("@media print")[0]
        for size in re.findall(r"font(?:-size)?: [^;]*?(?:clamp|max)\(([\d.]+)rem", of_screens):
            assert float(size) * 16 >= SMALLEST, path.name


@pytest.mark.parametrize(
    ("css", "problem"),
    [
        ("p { colour: inherit }", "unknown property"),
        ("p { margin: 0; margin: 1px }", "declared twice"),
        ("p { color: #333 }", "no token"),
        ("p { border: 1px solid red }", "no token"),
        ("p { font-size: .9rem }", "none of the six"),
        ("p { font: 600 1rem/1.2 var(--serif) }", "none of the six"),
        ("p { margin: 0 !important }", "!important"),
        ("p { }", "declares nothing"),
        ("p { margin: 0 } p { padding: 0 }", "has a rule above"),
        ("@media (min-width: 1px) { p { color: #333 } }", "no token"),
        ("@container (min-width: 1px) { p { color: #333 } }", "no token"),
        ("@keyframes turn { to { colour: inherit } }", "unknown property"),
        ("@font-face { colour: inherit }", "unknown property"),
        ("p,\n@media (min-width: 1px) { margin: 0 }", "an at-rule among the selectors"),
        ("@media print { p, @page { margin: 0 } }", "an at-rule among the selectors"),
        ("p { @media (min-width: 1px) { margin: 0 } }", "a rule within a rule"),
        ("p,, q { margin: 0 }", "an empty selector"),
        ("p, { margin: 0 }", "an empty selector"),
        ("@media screen;", "has no block"),
        ("@medai print { p { margin: 0 } }", "unknown at-rule"),
    ],
)
def test_it_is_found(css: str, problem: str) -> None:
    assert len(found(css)) == 1
    assert problem in found(css)[0]


@pytest.mark.parametrize(
    "css",
    [
        "p { color: var(--gold); font: 600 var(--f16)/1.2 var(--serif) }",
        "p { height: 100vh; height: 100dvh }",
        "@media print { p { font-size: 9pt; border-color: #999 } }",
        ".pc { font: 600 calc(var(--w) * .54)/1 var(--serif) }",
        "[hidden] { display: none !important }",
        '[title="@media"], p:is(:hover, :focus) { margin: 0 }',
    ],
)
def test_it_is_let_pass(css: str) -> None:
    assert found(css) == []
