"""What the translator writes, and that it refuses, by file and line, whatever it does not know."""

from pathlib import Path

import pytest

from tools import engine
from tools.translator.module import Translation, translate_module
from tools.translator.modules import Unknown

CLASSES = """
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

class Card(NamedTuple):
    suit: str
    augen: int = 0

class Rank(IntEnum):
    LOW = 1
    HIGH = 2

@dataclass(frozen=True)
class Trick:
    cards: tuple[Card, ...]

    @property
    def augen(self) -> int:
        return sum(card.augen for card in self.cards)

    def with_card(self, card: Card, *, twice: bool = False) -> "Trick":
        return replace(self, cards=(*self.cards, card, card) if twice else (*self.cards, card))
"""


def translated(folder: Path, source: str, *more: str, names: tuple[str, ...] = ("wanted",)) -> Translation:
    """`source` as cards.py; `more`: the source of a module deck.py."""
    (folder / "cards.py").write_text(source, encoding="utf-8")
    for other in more:
        (folder / "deck.py").write_text(other, encoding="utf-8")
    return translate_module(folder, "cards", names, head="// head")


def body(folder: Path, *lines: str, before: str = "") -> list[str]:
    """What becomes of the lines of a function `wanted(x, y)`."""
    source = f"{before}\ndef wanted(x, y):\n" + "".join(f"    {line}\n" for line in lines)
    _, _, function = translated(folder, source).javascript.partition("function wanted(x, y) {\n")
    return function.partition("\n}\n\n// ")[0].splitlines()


# --- What it knows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("python", "javascript"),
    [
        ("x == 1", "py.eq(x, 1)"),
        ("x != y", "!py.eq(x, y)"),
        ("x > y", "py.lt(y, x)"),
        ("0 <= x < 10", "(py.le(0, x) && py.lt(x, 10))"),
        ("x is None", "(x === null)"),
        ("x not in (1, 2)", "!py.has([1, 2], x)"),
        ("x and y", "py.both(x, () => y)"),
        ("x or y or 3", "py.either(x, () => py.either(y, () => 3))"),
        ("x == 1 and y", "(py.eq(x, 1) && y)"),
        ("not x", "!py.truth(x)"),
        ("1 if x else 2", "(py.truth(x) ? 1 : 2)"),
        ("x // 2 - y % 3", "py.sub(py.floordiv(x, 2), py.mod(y, 3))"),
        ("-x", "py.sub(0, x)"),
        ("10 ** 20", "py.pow(10, 20)"),
        ("12345678901234567890", "12345678901234567890n"),
        ("[x, *y]", "py.list([x, ...y])"),
        ("(x,)", "[x]"),
        ("{x, 1}", "py.set([x, 1])"),
        ("{'kind': x, 're': y}", "py.record({ kind: x, re: y })"),
        ("{'12': x}", 'py.dict([["12", x]])'),  # JavaScript would sort it to the front
        ("{'__proto__': x}", 'py.dict([["__proto__", x]])'),
        ("{**x, 'a': 1}", 'py.dict([...py.pairs(x), ["a", 1]])'),
        ("x[1:]", "py.slice(x, 1, null)"),
        ("x['a']", 'py.at(x, "a")'),
        ("f'{x}`${y}\\n'", "py.text`${x}\\`$${y}\\n`"),
        ("[one for one in x if one]", "py.list(py.each(x, (one) => one, (one) => py.truth(one)))"),
        ("sum(one for one in x)", "py.sum(py.each(x, (one) => one))"),
        ("any(one for one in x)", "py.any((function* () { for (const one of x) { yield one; } })())"),
        ("tuple(one for one in x)", "py.each(x, (one) => one)"),
        ("{one: 1 for one in x}", "py.dict(py.each(x, (one) => [one, 1]))"),
        ("(lambda new: new)(x)", "((new$) => new$)(x)"),
        ("x.append(y)", "py.lists.append(x, y)"),
        ("', '.join(x)", 'py.texts.join(", ", x)'),
        ("x.get(y, 0)", "x.get(y, 0)"),
        ("dict.fromkeys(x, 0)", "py.fromkeys(x, 0)"),
        ("type(x) is int", "(py.type(x) === py.int)"),
    ],
)
def test_expressions(tmp_path: Path, python: str, javascript: str) -> None:
    assert body(tmp_path, f"return {python}") == [f"return {javascript};"]


@pytest.mark.parametrize(
    ("python", "javascript"),
    [
        ("z = x|z += y|return z", "let z = x;|z = py.iadd(z, y);|return z;"),
        ("x[0] = y", "py.put(x, 0, y);|return null;"),
        ("for z in x:|    y(z)", "for (const z of x) {|y(z);|}|return null;"),
        ("for z in x:|    continue|return z", "let z;|for (z of x) {|continue;|}|return z;"),
        (
            "for z in x:|    y(lambda: z)",
            "let z;|for (z of x) {|y((() => z));|}|return null;",
        ),
        (
            "match x:|    case z:|        pass|z = 1",
            "let z;|{|const subject$ = x;|if (true) {|z = subject$;|}|}|z = 1;|return null;",
        ),
        ("if x:|    z = 1|return y", "let z;|if (py.truth(x)) {|z = 1;|}|return y;"),
        ("a, *b = x|return b", "let [a, ...b] = x;|return b;"),
        ("if (z := x):|    return z", "let z;|if (py.truth((z = x))) {|return z;|}|return null;"),
        ("raise ValueError(x)", "throw new py.ValueError(x);"),
        (
            "try:|    x()|except ValueError:|    pass",
            "try {|x();|} catch (error$) {|if (!(error$ instanceof py.ValueError)) throw error$;|}|return null;",
        ),
        (
            "match x:|    case 1:|        y()|    case _:|        x()",
            "{|const subject$ = x;|if (py.eq(subject$, 1)) {|y();|} else if (true) {|x();|}|}|return null;",
        ),
        (
            "match x:|    case z:|        return z",
            "let z;|{|const subject$ = x;|if (true) {|z = subject$;|return z;|}|}|return null;",
        ),
    ],
)
def test_statements(tmp_path: Path, python: str, javascript: str) -> None:
    assert body(tmp_path, *python.split("|")) == javascript.split("|")


@pytest.mark.parametrize(
    ("python", "javascript"),
    [
        ("Card('Herz')", 'new Card("Herz")'),
        ("Card(augen=x, suit=y)", "new Card(y, x)"),
        ("Rank.HIGH", "Rank.HIGH"),
        ("Rank(x)", "py.member(Rank, x)"),
        ("[one for one in Rank]", "py.list(py.each(Rank, (one) => one))"),
        ("Trick(**x)", "py.construct(Trick, x)"),
        ("x.with_card(y, twice=True)", "x.with_card(y, true)"),
        ("x.augen", "x.augen"),
        ("replace(x, cards=())", "py.replace(x, { cards: [] })"),
        ("x._replace(suit=y)", "py.replace(x, { suit: y })"),
        ("isinstance(x, (Card, tuple))", "py.isinstance(x, [Card, py.tuple])"),
    ],
)
def test_classes_are_used(tmp_path: Path, python: str, javascript: str) -> None:
    everything = "Card, Rank, Trick"
    assert body(tmp_path, everything, f"return {python}", before=CLASSES)[1:] == [f"return {javascript};"]


def test_classes_are_written(tmp_path: Path) -> None:
    written = translated(tmp_path, f"{CLASSES}\ndef wanted():\n    return Card, Rank, Trick").javascript
    assert 'class Card extends py.NamedTuple("suit augen", { augen: () => 0 }) {\n}' in written
    assert "class Rank extends py.IntEnum {\n}\npy.members(Rank, { LOW: 1, HIGH: 2 });" in written
    assert "get augen() {\nreturn py.sum(py.each(this.cards, (card) => card.augen));\n}" in written
    assert "with_card(card, twice = false) {" in written


def test_keywords_find_their_places(tmp_path: Path) -> None:
    called = "def called(a, b=1, *, c=(), **more):\n    return a, b, c, more\n"
    assert body(tmp_path, "return called(x, c=y)", before=called) == ["return called(x, undefined, y);"]
    assert body(tmp_path, "return called(x, d=y)", before=called) == [
        'return called(x, undefined, undefined, py.dict([["d", y]]));'
    ]


def test_only_what_is_reached_is_written(tmp_path: Path) -> None:
    source = "from deck import card\ndef wanted():\n    return card()\ndef unwanted():\n    del x\n"
    deck = "SUITS = 4\ndef card():\n    return SUITS\nclass Unwanted(Exception):\n    pass\n"
    written = translated(tmp_path, source, deck).javascript
    assert "nwanted" not in written
    assert written.index("const SUITS = 4;") < written.index("function card()") < written.index("function wanted()")


def test_two_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    source = "import deck\ndef card():\n    return deck.card()\ndef wanted(card_of_deck):\n    return card()\n"
    written = translated(tmp_path, source, "def card():\n    return 1\n").javascript
    assert "function card_of_cards() {\nreturn card_of_deck();" in written
    assert "card_of_deck$" in written


def test_texts_that_are_marked_are_collected(tmp_path: Path) -> None:
    marks = "def say(text):\n    return text\ndef say_in(context, text):\n    return text\n"
    other = "def other():\n    return say('unheard')\n"
    source = f"{marks}{other}def wanted():\n    return say('Re'), say_in('game', 'Normal')\n"
    assert translated(tmp_path, source).texts == {"cards": ["Re", "game\x04Normal"]}


def test_what_is_offered_is_called_as_in_javascript(tmp_path: Path) -> None:
    written = translated(tmp_path, "def work_it_out():\n    return 1\n", names=("work_it_out",)).javascript
    assert "const work_it_out$ = exchange.offer(work_it_out);\n" in written
    assert written.endswith("\nexport { work_it_out$ as workItOut };\n")


# --- What it does not know -------------------------------------------------------------------------------------------


@pytest.mark.promise("translator")
@pytest.mark.parametrize(
    ("python", "told"),
    [
        ("x / 2", "Div"),
        ("~x", "Invert"),
        ("x ^ y", "BitXor"),
        ("x @ y", "MatMult"),
        ("1.5", "1.5"),
        ("b'x'", "b'x'"),
        ("...", "Ellipsis"),
        ("x[::2]", "a step"),
        ("x() < y() < 3", "compared twice"),
        ("f'{x:>3}'", "a format"),
        ("f'{x!r}'", "a format"),
        ("await x", "Await"),
        ("unheard", "unheard is not known"),
        ("open('file')", "open is not known"),
        ("print(x)", "print is not known"),
        ("round(x)", "round is not known"),
        ("sorted(x, key=y)", "sorted has no keyword key"),
        ("max(x, default=0)", "max has no keyword default"),
        ("zip(x, y)", "zip must say strict"),
        ("zip(*x, **y)", "zip has no keyword **"),
        ("x(y=1)", "nobody knows what is called"),
        ("x.unheard()", ".unheard() is not known"),
        ("x.upper()", ".upper() is not known"),
        ("x.unheard", "nothing has a value called unheard"),
        ("x.__class__", "__class__"),
        ("'{}'.format(x)", "filled by **"),
        ("'%s' % x + 'a'.join(x, sep=1)", "join has no keyword sep"),
        ("(lambda a=1: a)", "plain parameters"),
        ("math.sqrt(x)", "math.sqrt is not known"),
        ("math", "a module is no value"),
        ("partial(x, y, z=1)", "no keyword z"),
        ("lru_cache(x)", "functools.lru_cache is not known"),
        ("called(1, 2, c=3)", "no place for the keyword c"),
        ("called(*x, b=3)", "keywords beside a *"),
        ("called(1, a=3)", "no place for the keyword a"),
        ("[one async for one in x]", "async"),
        ("[lambda: one for one in x]", "a lambda in a comprehension"),
        ("tuple(x(lambda: one) for one in x)", "a lambda in a comprehension"),
    ],
)
def test_an_unknown_expression(tmp_path: Path, python: str, told: str) -> None:
    before = "import math\nfrom functools import lru_cache, partial\ndef called(a, b=1):\n    return a\n"
    with pytest.raises(Unknown, match=r"^cards\.py:7: ") as unknown:
        body(tmp_path, f"return {python}", before=before)
    assert told in str(unknown.value)


@pytest.mark.promise("translator")
@pytest.mark.parametrize(
    ("lines", "at", "told"),
    [
        (["while x:", "    pass"], 3, "While"),
        (["with x:", "    pass"], 3, "With"),
        (["del x"], 3, "Delete"),
        (["global z"], 3, "Global"),
        (["assert x"], 3, "Assert"),
        (["import os"], 3, "Import"),
        (["def z():", "    pass"], 3, "FunctionDef"),
        (["for z in x:", "    pass", "else:", "    pass"], 3, "the else of a loop"),
        (["for z in x:", "    break"], 4, "Break"),
        (["try:", "    pass", "finally:", "    pass"], 3, "a try has one except"),
        (["try:", "    pass", "except ValueError as z:", "    pass"], 3, "a try has one except"),
        (["try:", "    pass", "except KeyError:", "    pass"], 5, "KeyError is not caught"),
        (["raise ValueError from x"], 3, "a new exception"),
        (["raise"], 3, "a new exception"),
        (["raise KeyError(x)"], 3, "KeyError is not known"),
        (["match x:", "    case 1 if y:", "        pass"], 4, "the if of a case"),
        (["match x:", "    case [1, 2]:", "        pass"], 4, "MatchSequence"),
        (["match x:", "    case {'a': 1}:", "        pass"], 4, "MatchMapping"),
        (["match x:", "    case int(y):", "        pass"], 4, "MatchClass"),
        (["x[0], y = y"], 3, "nothing can be assigned to Subscript"),
        (["x[1:] = y"], 3, "changing a slice"),
        (["*x, y = y"], 3, "a * may only stand last"),
        (["x().y += 1"], 3, "changed in place"),
        (["z = yield x"], 3, "Yield"),
    ],
)
def test_an_unknown_statement(tmp_path: Path, lines: list[str], at: int, told: str) -> None:
    with pytest.raises(Unknown, match=rf"^cards\.py:{at}: ") as unknown:
        body(tmp_path, *lines)
    assert told in str(unknown.value)


@pytest.mark.promise("translator")
@pytest.mark.parametrize(
    ("source", "at", "told"),
    [
        ("class Wanted(Exception):\n    pass", 1, "such a class"),
        ("@total\nclass Wanted:\n    pass", 2, "such a class"),
        ("class Wanted:\n    x = 1", 2, "Assign in a class"),
        ("class Wanted:\n    @staticmethod\n    def make(self):\n        return 1", 3, "@staticmethod"),
        ("class Wanted:\n    def make():\n        return 1", 2, "begins with self"),
        ("class Wanted:\n    def __eq__(self, other):\n        return True", 2, "__eq__"),
        ("class Wanted(StrEnum):\n    name = 'a'", 2, "keeps name"),
        ("@cache\ndef Wanted():\n    return 1", 2, "such a definition"),
        ("async def Wanted():\n    return 1", 1, "only import and define"),
        ("def Wanted(a, /):\n    return 1", 1, "such parameters"),
        ("def Wanted(*a, b):\n    return 1", 1, "such parameters"),
        ("def Wanted(a=[]):\n    return 1", 1, "a default must be a constant"),
        ("Wanted = 1\nWanted = 2", 2, "Wanted is defined twice"),
        ("Wanted = 1\nprint(Wanted)", 2, "only import and define"),
        ("Wanted = 1\nif Wanted:\n    x = 2", 2, "only import and define"),
        ("from . import Wanted", 1, "only import and define"),
    ],
)
def test_an_unknown_definition(tmp_path: Path, source: str, at: int, told: str) -> None:
    with pytest.raises(Unknown, match=rf"^cards\.py:{at}: ") as unknown:
        translated(tmp_path, source, names=("Wanted",))
    assert told in str(unknown.value)


def test_a_method_that_could_be_pythons_own(tmp_path: Path) -> None:
    own = "class Own:\n    def get(self):\n        return 1\n"
    with pytest.raises(Unknown, match=r"^cards\.py:6: \.get\(\) could be Python's or ours"):
        body(tmp_path, "return Own().get()", before=own)


def test_two_methods_of_one_name_with_other_parameters(tmp_path: Path) -> None:
    two = "class One:\n    def go(self, a, b):\n        pass\nclass Two:\n    def go(self, b, a):\n        pass\n"
    with pytest.raises(Unknown, match=r"^cards\.py:9: several methods have that name"):
        body(tmp_path, "return One().go(1, b=2) or Two()", before=two)


def test_a_module_that_lacks_what_is_asked_of_it(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match=r"^cards\.py:3: deck has no card"):
        translated(tmp_path, "import deck\ndef wanted():\n    return deck.card", "SUITS = 4\n")


# --- What is committed -----------------------------------------------------------------------------------------------


@pytest.mark.promise("engine")
def test_what_is_committed_is_what_scoring_says() -> None:
    engine.main(["--check"])


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of the engine alone."""
    for path in [*engine.ROOT.glob("scoring/**/*.py"), engine.ROOT / engine.SCRIPT, engine.ROOT / engine.TEXTS]:
        copy = tmp_path / path.relative_to(engine.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(engine, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.promise("engine")
@pytest.mark.parametrize("name", ["bock", "seating"])
def test_a_changed_rule_makes_it_stale(copied: Path, name: str) -> None:
    path = copied / "scoring" / "game" / f"{name}.py"
    source = path.read_text(encoding="utf-8")
    path.write_text(source.replace("queue[1:]", "queue[2:]").replace("+ 1) % len(table)", "+ 2) % len(table)"), "utf-8")
    with pytest.raises(SystemExit, match=r"static/js/engine\.js is not what scoring/ says"):
        engine.main(["--check"])

    engine.main([])
    engine.main(["--check"])


@pytest.mark.promise("translator")
def test_a_construct_that_it_does_not_know_is_told(copied: Path) -> None:
    path = copied / "scoring" / "game" / "bock.py"
    source = path.read_text(encoding="utf-8")
    path.write_text(source.replace("    return 1 << level\n", "    return round(2.0**level)\n"), "utf-8")
    line = source[: source.index("    return 1 << level\n")].count("\n") + 1
    with pytest.raises(SystemExit, match=rf"^scoring/game/bock\.py:{line}: "):
        engine.main(["--check"])
