"""Search for a rule by the words that players use, including rules that have no parameter."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.texts.games import own_names
from dokoclub.clubs.texts.questions import QUESTIONS, Question
from dokoclub.clubs.texts.rulebook import flatten_rules, in_words
from dokoclub.clubs.texts.rules import PARAMETERS, VALUES
from dokoclub.ui.texts import Named, get_name
from scoring.game.extras import EXTRAS
from scoring.rules.kinds import SOLOS
from scoring.rules.rules import Rules

# Words of players in both languages, by question; screen texts are searched as well.
SYNONYMS: Final[Mapping[str, str]] = {
    "re_needs_120": "120 121 Augen Gewinngrenze card points limit win",
    "kontra_needs_121": "120 121 Augen Gewinngrenze card points limit win",
    "schwarz": "kein Stich ohne Augen null no trick whitewash",
    "at_120": "gespalten Gespaltenes unentschieden geteilt halbe-halbe Patt draw split tie even",
    "feigheit": "Feigling feige Angsthase Bangbüx nicht angesagt zu wenig angesagt coward timid",
    "ansage": "Re Kontra doppelt verdoppeln Ansage Contra double announcement",
    "ansage_points": "Re Kontra zwei Punkte Ansage Contra",
    "ansage_double_loser": "verdoppeln Verlierer",
    "gegen_die_alten_as": "Gegen die Alten Omas old ladies grannies",
    "raises": "Tuck Klopfen Klopfer Spritze Spritzen Stuhlbein Zipp Rere Subkontra kontern Gegenkontra knock raise",
    "absage_points": "Absage Absagen keine 90 keine 60 keine 30 schwarz angesagt no 90",
    "limits": "Schneider Stufen keine 90 60 30 schwarz gespielt steps",
    "steps": "jede Stufe verdoppelt Gewinnstufen Potenzen zwei hoch doubling steps",
    "against": "Absage verfehlt verloren geplatzt failed",
    "no_winner_keeps": "keiner gewinnt niemand beide verloren nobody wins",
    "extras": (
        "Sonderpunkt Fuchs Charly Karlchen Doppelkopf Extrapunkt Dulle gefangen Fuchs am End Karlchen gefangen "
        "Klabautermann zweiter Fuchs Herz durch Fuchsfang bonus fox"
    ),
    "doppelkopf": "40 Augen volle Lusche zwei Paare full ones",
    "karlchen_card": "Karlchen Charly Lieschen Müller Kreuz Bube Kreuz Dame letzter Stich last trick",
    "karlchen_cap": "Karlchen Charly höchstens",
    "gegen_die_alten": "Alten Omas Contra gewinnt old ladies grannies",
    "gegen_die_alten_solo": "Alten Omas old ladies grannies",
    "gegen_die_alten_armut": "Alten Omas old ladies grannies",
    "loser_can_gain": "Hintertür Verlierer gewinnen umdrehen drehen back door",
    "solos": (
        "Solo Damensolo Bubensolo Königssolo Könige Fleischlos Knochenlos Knochenmann Farbsolo Trumpfsolo Assesolo Ass "
        "Zehnersolo reines Kölner eigene Soli aces"
    ),
    "armut": "Armut Trumpfabgabe schieben Trumpfschwäche poverty",
    "solo_factor": "dreifach Solo zählt mal triple",
    "solo_factor_for": "dreifach Solist allein Gegner einfach mehrfach triple",
    "solo_points": "Solopunkt Solo als Sonderpunkt",
    "solo_points_to": "Solopunkt Solo als Sonderpunkt",
    "by_kind": (
        "Festpreis Spielwert Soli verschieden viel wert Pauschale Hochzeit Punkt Armut Punkt Fleischloser teurer Solo "
        "gilt als angesagt stille Hochzeit stilles Solo fixed price silent"
    ),
    "bock": "Bock Bockrunde Bockspiel Doppelbock Bocks",
    "bock.effect": "Bock doppelt double",
    "bock.length": "Bockrunde Länge wie viele Spiele length",
    "bock.triggers": "Bock Herzstich Herz durch 120:120 verlorenes Re verlorenes Solo Nullspiel Auslöser triggers",
    "bock.overlap": "Doppelbock Bock im Bock",
    "bock.max_level": "Doppelbock Trippelbock vierfach",
    "bock.overflow": "Doppelbock angehängt",
    "bock.solo_extends_at": "Solo im Bock verlängert",
    "bock.in_solo": "Bock im Solo",
    "bock.several": "mehrere Anlässe zwei Auslöser auf einmal",
    "pflichtsolo": "Pflichtsolo Vorführung vorgeführt Pflicht compulsory",
    "games_per_list": "24 Spiele Liste Runde Länge length",
    "dealer_after_solo": "Geber geben nach Solo noch einmal geben dealer",
    "notation": "plus minus Zettel aufschreiben nur plus nur minus Minuspunkte schreiben notation",
    "points_times": "mal 30 mal 10 dreißiger Zettel Zehnerzettel geschrieben mal multiply",
    "payments": (
        "Strafe Abzug Minuspunkt Hochzeit jeder zahlt Karlchen verloren Dulle verloren Sonderpunkt unter null negativ "
        "deduction payment"
    ),
    "offender_pays": "falsche Karte falsch bedient Renonce verworfen nicht bedient revoke wrong card",
    "deck": "Neunen ohne Neunen mit Neunen Karten Blatt 40 48 scharfes Doppelkopf nines",
    "call_cards": (
        "Ansagezeit Ansagezeitpunkt Frist bis wann angesagt wird "
        "fünfte Karte 5. Karte 9. Karte 13. Karte elf Karten Zeitpunkt deadline"
    ),
    "skip_steps": "Stufe überspringen auslassen skip",
    "solo_leads": "Solist kommt raus Aufspiel Ausspiel lead",
    "solo_leads_first": "Solist kommt raus erstes Solo Ausspiel lead",
    "solo_leads_duties": "Solist kommt raus Pflichtsolo Vorführung Ausspiel lead",
    "redeals": (
        "neu geben einwerfen Einwurf schmeißen Schmeißen werfen fünf Neunen fünf Könige Könige 80 Augen sieben Volle "
        "wenig Trümpfe zusammenwerfen redeal throw in kings nines"
    ),
    "marks": "Schwein Schweine Schweinchen Superschweine Hyperschweine Genscher Frösche pigs",
    "forced_ansage": "Pflichtansage 30 Augen erster Stich drei Farben Zwangsansage forced",
    "table_notes": "Vorbehalt Hochzeit klären Notiz sonst zweite Dulle Reihenfolge Abwerfen notes",
}


class Instead(NamedTuple):
    """A rule without a parameter. `words`: how players call it; `advice`: what to do; `question`: where."""

    words: str
    title: Promise
    advice: Promise
    question: str = ""


WITHOUT: Final[Sequence[Instead]] = (
    Instead(
        "fünf Spieler Geber gewinnt mit Re zu fünft dealer of five",
        _("The dealer of five wins with Re"),
        _("Five shares do not sum to zero: write a penalty row."),
    ),
    Instead(
        "Verdopplung mitnehmen nächstes Spiel Spieler verdoppelt carry",
        _("Doubling that losers take along"),
        _("Enter such points by hand."),
    ),
    Instead(
        "zweiter Fuchs doppelter Fuchs second fox",
        _("The second fox counts double"),
        _("Add a bonus point “Zweiter Fuchs” with 2 points."),
        "extras",
    ),
    Instead(
        "Schwarze Sau Ramsch schwarze Dame black lady",
        _("Schwarze Sau, Ramsch"),
        _("Add it as a solo of your own; a fixed price goes under “By kind of game”."),
        "solos",
    ),
    Instead(
        "negativer Sonderpunkt Minuspunkt Sonderpunkt unter null negative bonus",
        _("Bonus points below zero"),
        _("Add a payment from hand to hand."),
        "payments",
    ),
    Instead(
        "vor dem Ausspielen angesagt muss weiter ansagen",
        _("Early callers must go on"),
        _("It concerns the table only: write a note."),
        "table_notes",
    ),
    Instead(
        "Vorführung an dritter Stelle vorgeführt dritter forced third",
        _("The forced soloist plays third"),
        _("It concerns the table only: write a note."),
        "table_notes",
    ),
    Instead(
        "Schweine gelten als angesagt Schweinchen Ansage",
        _("Schweine count as called"),
        _("Tick that they force a call: the entry form then reminds you."),
        "marks",
    ),
    Instead(
        "andere Grenze unter 100 unter 80 keine 100 other limits",
        _("Limits other than 90, 60, 30"),
        _("Enter such points by hand."),
    ),
    Instead(
        "allein jede Stufe doppelt jeder Punkt zweimal steps doubled alone",
        _("Alone each step counts twice"),
        _("Enter such points by hand."),
    ),
    Instead(
        "unaufgelöst ohne Partner allein nur einfach unresolved",
        _("Without a partner only once"),
        _("Write a penalty row instead of the game."),
    ),
    Instead(
        "Stufe ohne Ansage step without call",
        _("A step without its call"),
        _("Enter such points by hand."),
    ),
    Instead(
        "vier Klopfen zählen fünf vier Klopfer four knocks",
        _("Four knocks count five"),
        _("Allow five further calls and tap five."),
        "raises",
    ),
    Instead(
        "zweite Dulle sticht die erste Herz Zehn Dullen Kartenspiel Trumpffolge",
        _("Rules of card play only"),
        _("It changes no points: write a note."),
        "table_notes",
    ),
    Instead(
        "Geld Cent Euro Einsatz Kasse Abrechnung abrunden aufrunden teurer ab money stake round down",
        _("Money"),
        _("See the club's money settings."),
    ),
    Instead(
        "Regeltext einfügen Text vorlesen Regeln importieren paste",
        _("Paste a rule text"),
        _("Twelve questions set up the rules faster."),
        "twelve",
    ),
)

_WORD: Final = re.compile(r"\w+")
_PLAIN: Final = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "s"})
_SMALL: Final = frozenset(("der", "die", "das", "ein", "eine", "und", "oder", "im", "in", "bei", "mit", "the", "of"))
SHORTEST: Final = 2
STEM: Final = 5  # letters that are enough where nothing has the whole word


class Found(NamedTuple):
    questions: list[Question]
    instead: list[Instead]


def search_rules(typed: str, rules: Rules) -> Found:
    """Return the rules that have all typed words, best first; failing that, all their beginnings."""
    wanted = [word for word in _words(typed) if len(word) >= SHORTEST and word not in _SMALL] or _words(typed)
    if not wanted:
        return Found([], [])
    texts = {question: list(_texts_of(question, rules)) for question in QUESTIONS.values()}
    for words in (wanted, [word[:STEM] for word in wanted]):
        ranks = {question: _rank(words, weighted) for question, weighted in texts.items()}
        questions = sorted((question for question, rank in ranks.items() if rank), key=lambda one: -ranks[one])
        instead = [one for one in WITHOUT if _rank(words, [(1, _words(f"{one.words} {one.title}"))])]
        if questions or instead:
            return Found(questions, instead)
    return Found([], [])


def _rank(wanted: Sequence[str], texts: Sequence[tuple[int, list[str]]]) -> int:
    """Return how well all wanted words are met; 0 if one is missing."""
    total = 0
    for word in wanted:
        best = max((weight * _meets(word, known) for weight, words in texts for known in words), default=0)
        if not best:
            return 0
        total += best
    return total


def _meets(word: str, known: str) -> int:
    if known == word:
        return 3
    if known.startswith(word):
        return 2
    return int(len(word) > SHORTEST and word in known)


def _texts_of(question: Question, rules: Rules) -> Iterator[tuple[int, list[str]]]:
    """Yield words with their weight: label and players' words before answers, and these before explanations."""
    for key in question.parameters:
        yield 4, _words(str(PARAMETERS[key].label))
        yield 4, _words(SYNONYMS.get(key, ""))
        yield 2, [word for value in VALUES.get(key, {}).values() for word in _words(str(value))]
        yield 1, _words(str(PARAMETERS[key].sentence))
    yield 1, _words(str(question.chapter.title))
    yield 2, _words(_own_words(question, rules))


def _own_words(question: Question, rules: Rules) -> str:
    """Return names that a table gives, and those of the registries that the question lists."""
    registries: Mapping[str, Mapping[str, Named]] = {"extras": EXTRAS, "solos": SOLOS}
    registry = registries.get(question.key, {})
    mine = flatten_rules(rules)
    told = [
        in_words(key, mine[key], own_names(rules)) for key in question.parameters if isinstance(mine.get(key), dict)
    ]
    return " ".join([*(get_name(one) for one in registry.values()), *told])


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().translate(_PLAIN).replace("ae", "a").replace("oe", "o").replace("ue", "u"))
