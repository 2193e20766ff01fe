"""A stripped script or style sheet means the same: checked strictly, and on every script of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from dokoclub.core.static_files import Unclear, strip_script, strip_style

SCRIPTS = sorted((Path(__file__).parents[2] / "static" / "js").rglob("*.js"))


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("// of no use\nlet a = 1;  // nor this\n\n", "let a=1;\n"),
        ("let a = /* is */ 1;", "let a=1;\n"),
        ("return /* over\n two lines */ a", "return\na\n"),  # where the language ends the statement
        ("  if (a) {\n    b();\n  }\n", "if(a){\nb();\n}\n"),
        ("const f = (a, b) => a + b;", "const f=(a,b)=>a + b;\n"),
        ("a + +b - -c", "a + +b - -c\n"),
        ("typeof a in b", "typeof a in b\n"),
        ("a ? .5 : b", "a?.5:b\n"),
        ("'// no  remark' + \"it's  'one'\"", "'// no  remark' + \"it's  'one'\"\n"),
        ("'a\\'//b'", "'a\\'//b'\n"),
        ("`a  // b\n   c`  ;", "`a  // b\n   c`;\n"),
        ("`a ${ b + `  ${ c }  ` /* d */ }  e`", "`a ${b + `  ${c}  `}  e`\n"),
        ("`${ { a: { b } }.a }  `", "`${{a:{b}}.a}  `\n"),
        ("`\\`  \\${ a  b`", "`\\`  \\${ a  b`\n"),
        ("a = /  [/'\"]  \\/ /g.exec(b)", "a=/  [/'\"]  \\/ /g.exec(b)\n"),
        ("x.replace(/\\/\\//g, '')", "x.replace(/\\/\\//g,'')\n"),
        ("return /a b/.test(c)", "return /a b/.test(c)\n"),
        ("(a + b) / c / d // e", "(a + b)/ c / d\n"),
        ("a.of / 2 / b", "a.of / 2 / b\n"),
        ("list[0] / 2 + '/'", "list[0]/ 2 + '/'\n"),
        ("5 / 2 / 'x'", "5 / 2 / 'x'\n"),
        ("class A { #b = 1; }", "class A{#b=1;}\n"),
    ],
)
def test_what_is_left(source: str, left: str) -> None:
    assert strip_script(source) == left


@pytest.mark.parametrize(
    "source",
    [
        "'a",
        '"a\n"',
        "`a",
        "`${a",
        "`${`a`",
        "/* a",
        "a = /b",
        "if (a) /b/.test(c)",
        "{}\n/a/g",
        "a++ / b",
        "a = \u00a0 1",
    ],
)
def test_what_is_not_clear_is_an_error(source: str) -> None:
    with pytest.raises(Unclear, match="line "):
        strip_script(source)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_of_ours_can_be_read(path: Path) -> None:
    """The rest is unchanged. Browser tests prove that it behaves the same: they get it stripped."""
    source = path.read_text("utf-8")
    left = strip_script(source)
    assert strip_script(left) == left
    assert len(left) < len(source)


def test_a_style_sheet_keeps_its_rules_and_its_texts() -> None:
    source = '/* Of\n no use. */\na { color: red; }\n\n  b::before { content: "/* said */  "; /* nor this */ }\n'
    left = " ".join(strip_style(source).split())
    assert left == 'a { color: red; } b::before { content: "/* said */ "; }'
    assert '"/* said */  "' in strip_style(source)
