"""Cases evaluated in Python and in JavaScript: operations, values, values that both refuse, statements."""

DEFINITIONS = """
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum, StrEnum
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import category, normalize


class Party(StrEnum):
    RE = "re"
    KONTRA = "kontra"


class Call(IntEnum):
    NONE = 0
    RE = 1
    NO_90 = 2


class Pair(NamedTuple):
    one: object
    other: object = None


@dataclass(frozen=True)
class Card:
    suit: str
    augen: int = 0
    marks: object = field(default_factory=list)


def counted(upto):
    for number in range(upto):
        yield number
    yield from (number * 10 for number in range(upto))


def named(first, *more):
    return [first, *more]


def keyed(**more):
    return more
"""
# One a line. Values that JSON cannot express are turned into text or into a list on the way.
LINES = """
    # numbers
    [7 // 2, -7 // 2, 7 // -2, -7 // -2, 0 // -3, 6 // -3]
    [7 % 3, -7 % 3, 7 % -3, -7 % -3, 0 % -3, -6 % 3]
    [2**10, 2**0, 1 << 0, 1 << 40, -3 << 2]
    str(2**53 - 1), str(2**53), str(2**53 + 1), str(-(2**53) - 1)
    str(2**60 * 3 + 1), str(1 << 70), str(10**30 // 7), str(-(10**30) // 7), str(-(10**30) % 7)
    str(9007199254740991 + 2 - 2), 9007199254740993 - 9007199254740992, 2**60 == 1 << 60, 2**60 < 2**60 + 1
    abs(-5), abs(5), abs(0), abs(True), str(abs(-(10**20)))
    sum([]), sum([1, 2]), sum([True, True, 3]), sum(number for number in (1, 2, 3))
    0 * -1, -0, 0 - 0, str(0 * -5)
    True + True, True * 3, 5 - True, True == 1, False == 0, True < 2
    int("12"), int("-5"), int(" 7 "), int("007"), int(True), int(Call.NO_90), str(int("9" * 20))
    9007199254740991 // 2, 9007199254740991 // 4503599627370497, 9007199254740989 % 4503599627370496
    10**1000 > 10**999, abs(-(10**1000)) == 10**1000
    # equality
    1 == 1, 1 == "1", "a" == "a", None == None, None == 0, None == False, "" == False, 0 == ""
    [1] == [1], [1] == (1,), (1, 2) == (1, 2), (1, 2) == (2, 1)
    () == (), [] == (), [[1], (2,)] == [[1], (2,)]
    {} == {}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {"a": 1} == {"a": 2}, {"a": 1} == {"b": 1}, {1: 2} == {True: 2}
    {1, 2} == {2, 1}, {1} == {1, 2}, {1} == frozenset((1,)), {1} == [1], {} == set()
    Party.RE == "re", "re" == Party.RE, Party.RE == Party.KONTRA, Party.RE != "kontra", Party.RE == 0
    Call.RE == 1, Call.RE == True, Call.RE == Call.NO_90, Call.NONE == 0, Call.NONE == None
    Pair(1) == (1, None), (1, None) == Pair(1), Pair(1, 2) == Pair(1, 2), Pair(1) == [1, None]
    Card("Herz") == Card("Herz"), Card("Herz") == Card("Herz", 10), Card("Herz") == ("Herz", 0, [])
    # identity
    Party.RE is Party("re"), Party.RE is Party.KONTRA, None is None, Call(1) is Call.RE, True is (1 == 1)
    # order
    1 < 2, 2 <= 2, 2 > 3, 3 >= 3, Call.RE < Call.NO_90, Call.NO_90 >= 2, -1 < 0 < 1, 1 < 2 < 2
    "a" < "b", "B" < "a", "ä" < "z", "a" < "aa", "" < "a", "Z" < "Ä", "10" < "9"
    "\\uffee" < "\\U0001f0a1", "\\U0001f0a1" < "\\U0001f0a2", "a\\U0001f0a1" > "a\\ue000"
    (1, 2) < (1, 3), (1,) < (1, 0), () < (0,), [1, 2] <= [1, 2], (2, "a") > (1, "z"), (1, None) < (2, 1)
    {1} <= {1, 2}, {1} < {1}, {1, 2} >= {2}, {1, 3} <= {1, 2}, set() < {1}
    sorted([3, 1, 2]), sorted("cab"), sorted({"b": 1, "a": 2}), sorted([(2, "b"), (1, "z"), (2, "a")])
    sorted([True, 0, 2, False]), sorted([Pair(2, "x"), Pair(1, "y")]), sorted(["ä", "a", "z", "Z"])
    max([1, 3, 2]), max(1, 5), min("b", "a"), min([(2, 1), (1, 9)]), max(Call.RE, Call.NO_90), min([3])
    max([True, 1]) is True, min([0, False]) is False
    # truth
    [bool(x) for x in (0, 1, -1, "", "a", None, True, False)]
    [bool(x) for x in ([], [0], (), (0,), {}, {1: 1})]
    [bool(x) for x in (set(), {0}, Call.NONE, Call.RE, Party.RE, Pair(None), Card(""), range(0), range(2))]
    0 or 5, 1 and 2, "" or None, [] or "empty", None and 1, 1 and [] or 3, not [], not 0, not "a"
    all([]), all([1, 0]), any([]), any([0, 2]), any(x > 1 for x in (1, 2)), all(x for x in "ab")
    # texts
    len(""), len("äöü"), len("\\U0001f0a1\\U0001f0a2"), len("a\\u0301")
    "abc"[1], "abc"[-1], "abc"[1:], "abc"[:-1], "abc"[5:], "a\\U0001f0a1b"[1:2], "abc"[-2:]
    "a,b,,c".split(","), " a  b ".split(), "".split(), "\\u00a0x\\u2003y\\x1f".split(), "abc".split("bc")
    " \\t\\n x \\x1c\\x85".strip(), "\\ufeffx\\ufeff".strip() == "\\ufeffx\\ufeff", "x y".strip()
    "a:b:c".partition(":"), "abc".partition(":"), ":".partition(":")
    "re_fuchs".removeprefix("re_"), "fuchs".removeprefix("re_"), "".removeprefix("x")
    "re.fuchs".startswith("re."), "re".startswith(""), "".startswith("a"), Party.RE.startswith("r")
    "a-b-c".replace("-", "+"), "a.b".replace(".", "$&"), "\\u22125".replace("\\N{MINUS SIGN}", "-")
    "12".isdecimal(), "".isdecimal(), "1a".isdecimal()
    "\\u0661".isdecimal(), "\\u00b2".isdecimal(), "-1".isdecimal()
    "abc".isascii(), "".isascii(), "ä".isascii(), "\\x7f".isascii(), "\\x80".isascii()
    "Straße ΟΔΟΣ İı Ǆ ŉ".casefold(), "".casefold(), Party.RE.casefold(), "ﬁ".casefold(), "ẞ".casefold()
    ord("a"), ord("\\U0001f468"), chr(0x1F468), chr(65), [ord(sign) for sign in "a\\u0301\\U0001f468"]
    normalize("NFC", "A\\u0308"), normalize("NFKC", "\\ufb01"), normalize("NFC", ""), normalize("NFC", Party.RE)
    [category(sign) for sign in "aAǅʰא\\u0301\\u0903\\u20e31Ⅷ²_-([«»!+€^© \\u2028\\u2029\\x00\\u200d\\ue000\\ufdd0"]
    "re".capitalize(), "KONTRA".capitalize(), "".capitalize(), Party.RE.capitalize(), "äB".capitalize()
    ", ".join(["a", "b"]), "".join([]), "-".join("abc")
    ", ".join([Party.RE, "x"]), ", ".join(x for x in "ab")
    "{a} and {b}".format(**{"a": 1, "b": None}), "{a}{a}".format(**{"a": Party.RE}), "no gaps".format(**{})
    "a" + "b", "ab" * 2, "ab" * 0, "ab" * -1, Party.RE + "!", "x" + Party.RE
    "b" in "abc", "" in "abc", "x" not in "abc", Party.RE in "a re b", "re" in Party.RE
    str(5), str(None), str(True), str(Party.RE), str(Call.NO_90), str("a"), str()
    f"{1}{None}{True}{'a'}{Party.KONTRA}{Call.RE}", f"a`b${{c}}\\\\", f"{2**60}", f"{'x'}\\n\\t\\u00e4\\x04"
    [sign for sign in "a\\U0001f0a1"], list("ab"), tuple("ab"), [one for one in reversed("ab")]
    # tuples and lists
    [1, 2] + [3], (1,) + (2, 3), [0] * 3, (1, 2) * 2, [1] * -1, ((1,),) * 2, [[1]] * 2
    [1, 2, 3][1:], (1, 2, 3)[:2], [1, 2, 3][-2:], [1, 2, 3][0:-1], [][1:], (1, 2, 3)[5:], [1, 2, 3][-9:2]
    [1, 2, 3][0], (1, 2, 3)[-1], [None][0], Pair(1, 2)[1], Pair(1, 2)[0:1], [[1, 2], [3]][0][1]
    2 in [1, 2], 3 in (1, 2), None in [None], True in [1]
    "1" in [1], (1,) in [(1,)], [1] in [(1,)], Call.RE in (1,)
    [5, 6, 7].index(6), (1, True, 2).index(True), [Party.RE].index("re")
    len([1, 2]), len(()), len({1: 2}), len({1, 2})
    len(range(3, 7)), len(range(5, 2)), len(Pair(1)), len(Party)
    list((1, 2)), tuple([1, 2]), list({"a": 1}), tuple({"a": 1}.items())
    list(range(3)), list(Party), tuple(Pair(1, 2))
    list(enumerate("ab")), list(zip((1, 2), "ab", strict=True))
    list(zip((1, 2), "a", strict=False)), list(reversed([1, 2]))
    [*chain([1], (2,), "a")], [*counted(3)], next(counted(3))
    next((x for x in ()), "none"), next((x for x in (1,)), 2)
    3 in range(5), 5 in range(5), None in range(5), "3" in range(5), True in range(2), -1 in range(5)
    [a + b for a in (1, 2) for b in (10, 20) if a + b > 11], [[a for a in range(b)] for b in range(3)]
    [(key, value) for key, (value, _) in {"a": (1, 2)}.items()], [last for _, *last in [(1, 2, 3)]]
    named(1), named(1, 2, 3), named(*[4, 5]), keyed(a=1, b=2), keyed(**{"x": 1}, y=2)
    # dicts
    {"a": 1}["a"], {"a": None}.get("a", 5), {"a": 1}.get("b"), {"a": 1}.get("b", 2), {1: "x"}[True], {"re": 1}[Party.RE]
    list({"b": 1, "a": 2}), list({"b": 1, "a": 2, "b": 3})
    list({"12": 1, "3": 2}), list({"12": 1, "3": 2}.values())
    {(1, "a"): 2}[(1, "a")], {(1, ("a", 2)): 3}.get((1, ("a", 2))), (1, 2) in {(1, 2): 0}, (1, "2") in {(1, 2): 0}
    {(1, True): "x"}[(True, 1)], {("ab", "c"): 1}.get(("a", "bc")), {None: 1}[None], {Pair(1, 2): 3}[(1, 2)]
    {("a,1:b",): 1}.get(("a", "1:b")), {"\\0t": 1}.get(("x",)), {"\\0": 1}["\\0"], ("\\0s",) in {("\\0",): 1}
    {Call.RE: "x"}[1], {Party.RE: 1, "re": 2}["re"], [str(key) for key in {Party.RE: 1, "re": 2}], {2**60: 1}[1 << 60]
    {**{"a": 1, "b": 2}, "a": 3}, {"z": 0, **{"a": 1}}, {"a": 1} | {"b": 2, "a": 3}, dict([("a", 1)]), dict({"a": 1})
    dict.fromkeys("ab", 0), dict.fromkeys(["a", "a"])
    {key: key * 2 for key in "ab"}, {n % 2: n for n in range(4)}
    {"a": 1}.items() == [("a", 1)], list({"a": 1}.items()), "a" in {"a": 1}, "b" not in {"a": 1}, 1 in {1: 2}
    {"a": 1, "b": 2}.keys() <= {"a", "b", "c"}, {"a": 1}.keys() == {"a"}, sorted({"a": 1}.keys() | {"b"})
    sorted({"a": 1, "b": 2}.keys() - {"a": 0}.keys()), sorted({"a": 1, "b": 2}.keys() & {"b", "c"})
    [*{"a": 1, "b": 2}], len({}), dict(MappingProxyType({"a": 1})), isinstance(MappingProxyType({}), Mapping)
    # sets
    sorted({3, 1, 2, 1}), sorted({1, 2} | {3}), sorted({1, 2} & {2, 3})
    sorted({1, 2} - {2}), sorted(frozenset((1,)) | {2})
    {1, 2}.isdisjoint((3, 4)), {1}.isdisjoint([1]), {"re"}.isdisjoint({Party.RE})
    len({1, True, 1 == 1}), len({(1, 2), (1, 2)})
    sorted(set("aab")), (1, "a") in {(1, "a")}, None in {None}, Card("a", 1, None) in {Card("a", 1, None)}
    # enums, classes
    [party.value for party in Party], [call.name for call in Call]
    [*Party], Party("re"), Call(2), Party.RE.name
    Call.NO_90 + 1, Call.NO_90 - Call.RE, Call.RE * 3, -Call.RE, abs(Call.RE), sum(Call), max(Call)
    Pair(1).one, Pair(one=1, other=2).other, Pair(other=1, one=2).one, Pair(1)._replace(one=3), [*Pair(1, 2)]
    Card("a").augen, replace(Card("a"), augen=5).augen
    Card(**{"suit": "b"}).suit, Card("a").marks is Card("a").marks
    [one.name for one in fields(Card("a"))], [one.name for one in fields(Card)]
    getattr(Card("x"), "suit"), partial(named, 1)(2)
    type(1) is int, type(True) is int, type(True) is bool
    type("a") is str, type([]) is list, type(()) is tuple
    type({}) is dict, type({1}) is set, type(None) is int
    type(Party.RE) is str, type(Pair(1)) is tuple, type(1) is type(2)
    isinstance(1, int), isinstance(True, int), isinstance("a", str)
    isinstance(Party.RE, str), isinstance(Call.RE, int)
    isinstance([], (list, tuple)), isinstance((), list)
    isinstance(Pair(1), tuple), isinstance(Pair(1), Pair), isinstance((), Pair)
    isinstance({}, dict), isinstance({}, Mapping), isinstance(None, dict)
    isinstance({1}, set), isinstance(Card("a"), Card)
    isinstance(2**70, int), isinstance("a", (int, list))
    isinstance(1, bool), isinstance(Call.RE, Party), isinstance("re", Party)
    # JSON
    json.dumps({"a": [1, None, True, "ä\\U0001f0a1\\n\\x7f"], "b": {}})
    json.dumps([]), json.dumps((1, "x")), json.dumps(2**60)
    json.dumps({"b": 1, "a": {"x": Party.RE, "y": Call.RE}})
    json.dumps("\\"\\\\/"), json.dumps(False), json.dumps(None)
    json.loads("[1, {\\"a\\": null}, true, \\"\\\\u00e4\\"]")
    json.loads("{}") == {}, type(json.loads("[]")) is list
"""
FAILING = """
    1 // 0
    1 % 0
    1 + "1"
    "1" + 1
    [1] + (1,)
    None + 1
    {} + {}
    [] < ()
    1 < "1"
    None < 1
    {} < {}
    sorted([1, "a"])
    sorted([None, 1])
    {"a": 1}["b"]
    [1][1]
    [1][-2]
    (1, 2)[5]
    "a"[1]
    [].index(1)
    max([])
    min(())
    next(x for x in ())
    list(zip((1, 2), (1,), strict=True))
    {[1]: 2}
    {{}: 2}
    {1, [2]}
    [1] in {(1,): 2}
    int("")
    int("1.5")
    int("a")
    int("1 2")
    Party("solo")
    Call(9)
    len(None)
    len(5)
    [x for x in None]
    [x for x in 5]
    [*None]
    ", ".join([1])
    1 in "abc"
    getattr(Card("a"), "unheard")
    Card(**{"suit": "a", "unheard": 1})
    Card(**{"augen": 1})
    json.loads("{")
    json.loads("")
    "{a}".format(**{"b": 1})
    1 | "a"
    abs("a")
    abs(None)
    -"a"
    sum(["a"])
    None.suit
"""
STATEMENTS = {
    "a_list_is_changed_in_place": """
        numbers = [1]
        same = numbers
        numbers += [2]
        numbers.append(3)
        numbers.extend((4, 5))
        numbers.insert(0, 0)
        numbers[1] = "one"
        numbers[-1] = "last"
        return same
    """,
    "a_tuple_is_not": """
        numbers = (1,)
        same = numbers
        numbers += (2,)
        return [same, numbers]
    """,
    "a_dict_is_changed_in_place": """
        points = {"a": 1}
        same = points
        points |= {"b": 2}
        points["a"] += 5
        points["c"] = 3
        points.update({"d": 4})
        return same
    """,
    "a_set_is_changed_in_place": """
        seen = set()
        same = seen
        seen |= {1}
        seen.add(2)
        seen.update([2, 3])
        return sorted(same)
    """,
    "clearing": """
        points = {"a": 1, ("b", 1): 2}
        points.clear()
        points[("c", 1)] = 3
        return [list(points.items()), len(points)]
    """,
    "a_loop_leaves_its_last": """
        for number in (1, 2, 3):
            if number == 2:
                continue
        return number
    """,
    "sorting_is_stable": (
        "\n"
        "        # (1, …) and (True, …) are equal as far unchanged compared\n"
        '        rows = [Pair(1, "b"), Pair(True, "a"), Pair(0, "c"), Pair(1, "a")]\n'
        "        return [[str(one), other] for one, other in sorted(rows)]\n"
        "    "
    ),
    "functions_see_what_is_around_them": """
        level = 1
        raised = lambda number: number + level
        level = 10
        return raised(1)
    """,
    "functions_see_the_last_of_a_loop": """
        found = []
        for number in (1, 2, 3):
            found.append(lambda: number)
        return [one() for one in found]
    """,
    "a_case": """
        found = []
        for x in (1, "a", Party.RE, "re", None, Pair(1), [1], Card("b")):
            match x:
                case 1 | "a":
                    found.append("plain")
                case Party.RE:
                    found.append("party")
                case Pair() | Card():
                    found.append("ours")
                case other:
                    found.append(str(other is None))
        return found
    """,
    "something_caught": """
        found = []
        for text in ("1", "x", "{"):
            try:
                found.append(int(text))
            except (ValueError, RecursionError):
                found.append(None)
        return found
    """,
    "several_at_once": """
        first = second = [1]
        first.append(2)
        one, (two, *more) = 1, (2, 3, 4)
        one, two = two, one
        return [second, one, two, more]
    """,
    "a_walrus": """
        return [half for number in (2, 3, 4) if (half := number // 2) > 1]
    """,
    "a_generator_is_lazy": """
        asked = []
        def_ = next(number for number in counted(3) if asked.append(number) or number == 1)
        return [def_, asked]
    """,
}
