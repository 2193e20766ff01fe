"""Style sheets, formatted and checked: `python -m tools.styles`, or with `--check` to change nothing.
One declaration a line; colours and sizes of text only from the tokens at the top of look.css.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cssbeautifier  # type: ignore[import-untyped]
import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, ParseError, QualifiedRule

FOLDER: Final = Path(__file__).resolve().parent.parent / "static" / "css"
LIMIT: Final = 210_000  # bytes of all sheets
# What names a colour or takes one; `transparent`, `currentColor` and those of forced colours are none of ours.
COLOUR: Final = re.compile(
    r"#[0-9a-f]{3,8}\b|(?<!-)\b(?:rgba?|hsla?|oklch|black|white|red|green|blue|gray|grey|silver|gold)\b(?!-)",
    re.IGNORECASE,
)
SIZES: Final = frozenset(f"var(--f{size})" for size in (34, 24, 19, 16, 13, 11)) | {"inherit"}
SIZE_IN_FONT: Final = re.compile(r"(?:(?:normal|italic|\d00)\s+)*((?:\w+\((?:[^()]|\([^()]*\))*\)|[^\s/(])+)")
# Read across a room, or drawn in the size of its card, sheet or picture: the television and the table view, a playing
# card, a certificate, a seat at a tournament; and points on paper.
SCALES: Final = re.compile(r"\.(?:tv|tv-code|typed-code|large|pc|engraving|signed|ticket|felt)\b|^svg|svg$|::marker")
QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
AT_RULE: Final = re.compile(r"@[a-z-]+", re.IGNORECASE)
OF_RULES: Final = {"media", "supports", "container", "keyframes"}
OF_DECLARATIONS: Final = {"font-face", "page"}
LARGEST_FIRST: Final = {"height", "min-height", "max-height"}  # `100vh`, and for newer browsers `100dvh`


def main(arguments: Sequence[str]) -> int:
    """Format the sheets, or with `--check` only tell which are not; print the problems and return how the run ends."""
    problems = list(problems_of_all())
    for path in sheets():
        source = path.read_text(encoding="utf-8")
        if source != formatted(source):
            if "--check" in arguments:
                problems.append(f"{path.name}: not formatted; `python -m tools.styles` does it")
            else:
                path.write_text(formatted(source), encoding="utf-8")
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


def sheets() -> Sequence[Path]:
    return sorted(FOLDER.glob("*.css"))


def formatted(source: str) -> str:
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.newline_between_rules = False
    options.space_around_combinator = True
    options.end_with_newline = True
    return str(cssbeautifier.beautify(source, options))


def problems_of_all() -> Iterator[str]:
    for path in sheets():
        for line, problem in find_problems(path.read_text(encoding="utf-8")):
            yield f"{path.name}:{line}: {problem}"
    weight = sum(path.stat().st_size for path in sheets())
    if weight > LIMIT:
        yield f"All sheets weigh {weight} bytes, more than {LIMIT}."


def find_problems(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and problem."""
    yield from _in_block(tinycss2.parse_stylesheet(source, skip_comments=True, skip_whitespace=True), ())


def _in_block(nodes: Iterable[Node], around: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for node in nodes:
        if isinstance(node, ParseError):
            yield node.source_line, node.message
        elif isinstance(node, QualifiedRule):
            selector = _text(node.prelude)
            if selector in seen and not around:
                yield node.source_line, f"{selector!r} has a rule above"
            seen.add(selector)
            yield from ((node.source_line, problem) for problem in _of_selectors(node.prelude, selector))
            yield from _in_rule(node, selector, around)
        elif isinstance(node, AtRule):
            yield from _in_at_rule(node, around)


def _of_selectors(prelude: Sequence[Node], selector: str) -> Iterator[str]:
    if AT_RULE.search(QUOTED.sub("", selector)):
        yield f"an at-rule among the selectors: {selector}"
    commas = [node.serialize() == "," for node in prelude if node.type not in ("whitespace", "comment")]
    if any(one and other for one, other in zip([True, *commas], [*commas, True], strict=True)):
        yield f"an empty selector: {selector}"


def _in_at_rule(node: AtRule, around: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    place = f"@{node.lower_at_keyword} {_text(node.prelude)}".strip()
    if node.content is None:
        yield node.source_line, f"{place} has no block"
    elif node.lower_at_keyword in OF_RULES:
        inside = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
        yield from _in_block(inside, (*around, place))
    elif node.lower_at_keyword in OF_DECLARATIONS:
        yield from _in_rule(node, place, (*around, place))
    else:
        yield node.source_line, f"unknown at-rule {place}"


def _in_rule(rule: QualifiedRule | AtRule, selector: str, around: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    found = tinycss2.parse_blocks_contents(rule.content or [], skip_comments=True, skip_whitespace=True)
    seen: dict[str, str] = {}
    if not found:
        yield rule.source_line, f"{selector!r} declares nothing"
    for one in found:
        if isinstance(one, ParseError):
            yield one.source_line, one.message
        elif isinstance(one, Declaration):
            value = _text(one.value)
            if one.name in seen and not (one.name in LARGEST_FIRST and "vh" in seen[one.name]):
                yield one.source_line, f"{one.name} is declared twice"
            seen[one.name] = value
            yield from ((one.source_line, problem) for problem in _of_declaration(one, value, selector, around))
        else:
            yield one.source_line, "a rule within a rule"


def _of_declaration(one: Declaration, value: str, selector: str, around: tuple[str, ...]) -> Iterator[str]:
    is_paper = any("print" in place for place in around)
    if not one.name.startswith("--") and one.name not in PROPERTIES:
        yield f"unknown property {one.name}; if there is one, add it to PROPERTIES"
    if one.important and not (value == "none" or (selector, one.name) in IMPORTANT):
        yield f"{selector} {{ {one.name}: {value} !important }}: raise the weight of the selector"
    if COLOUR.search(value) and not (selector.startswith(":root") or is_paper):
        yield f"a colour that is no token: {value}"
    if not (is_paper or SCALES.search(selector)):
        size = value if one.name == "font-size" else _size_in(value) if one.name == "font" else "inherit"
        if size not in SIZES:
            yield f"a size of text that is none of the six: {size}"


def _size_in(font: str) -> str:
    return SIZE_IN_FONT.match(font)[1]  # type: ignore[index]  # a value is never empty


def _text(nodes: Any) -> str:
    return " ".join(str(tinycss2.serialize(nodes)).split())


# What is hidden stays so; beside it these: against the styles that uPlot writes into elements, and for a page as one
# block, in columns or on paper, whatever it is elsewhere.
IMPORTANT: Final = frozenset(
    {
        (".chart :is(.uplot, .u-wrap)", "height"),
        (".chart canvas", "height"),
        (".columns", "display"),
        (".ways-on .button.quiet", "margin-left"),
        (".slots, .slots.unseen", "display"),
        (".seated > li .actions", "margin-left"),
        (".large .sheet thead tr + tr > :first-child", "position"),
        (".spans", "flex"),
        (".title > .spans", "flex"),
        (".ticks > div", "grid-template-columns"),
        (".pager > span", "margin-left"),
        (".payment a", "min-height"),
        (".tcard > ol > li:has(> b)", "grid-template-columns"),
        (".sign-here", "border-bottom-color"),
        (".strengths tr > *", "padding"),
        (".strengths tr > *", "border"),
        (".strengths .drawn", "padding-inline"),
        (".strengths a", "margin"),
        (".strengths td:first-child", "padding-top"),
    }
)
PROPERTIES: Final = frozenset(
    """
    -webkit-box-decoration-break -webkit-print-color-adjust -webkit-tap-highlight-color -webkit-text-size-adjust
    accent-color align-content align-items align-self animation appearance aspect-ratio background
    background-position background-size border border-block border-bottom border-bottom-color border-collapse
    border-color border-left border-radius border-right border-style border-top border-top-color
    border-top-width border-width bottom box-decoration-break box-shadow box-sizing break-after break-before
    break-inside caret-color clear clip-path color color-scheme column-gap column-span columns container-type
    content content-visibility counter-increment counter-reset cursor display field-sizing fill filter flex
    flex-basis flex-direction flex-grow flex-wrap float font font-display font-family font-size font-style
    font-variant-numeric font-weight forced-color-adjust gap grid grid-area grid-auto-columns grid-auto-flow
    grid-auto-rows grid-column grid-gap grid-row grid-row-end grid-row-start grid-template grid-template-areas
    grid-template-columns grid-template-rows height hyphens inset justify-content justify-items justify-self
    left letter-spacing line-height list-style margin margin-block margin-bottom margin-inline margin-left
    margin-right margin-top max-height max-width min-height min-width opacity order outline outline-color
    outline-offset overflow overflow-wrap overflow-x overscroll-behavior overscroll-behavior-x padding
    padding-block padding-bottom padding-inline padding-inline-start padding-left padding-right padding-top page
    place-content place-items place-self pointer-events position print-color-adjust resize right row-gap
    scroll-padding-block scroll-padding-bottom scroll-padding-top scrollbar-width size src stroke
    stroke-dasharray stroke-linejoin stroke-width table-layout text-align text-anchor text-decoration
    text-decoration-thickness text-overflow text-size-adjust text-transform text-underline-offset text-wrap top
    touch-action transform transform-origin transition translate user-select vector-effect vertical-align
    visibility white-space width word-spacing writing-mode z-index
    """.split()  # noqa: SIM905  # a list of them would take 200 lines
)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
