"""How good and how quick the seating plans are, beside the bound. `python -m bench.seating [people×rounds …]`.

`python -m bench.seating promised` takes those for which a time is promised, as `make bench` does.

Counted is processor time of one plan with all its starts, three seeds each; W and the bound are the same everywhere.
"""

import sys
import time

from scoring.tournament.ranking import RankRules, Result, rank_entrants
from scoring.tournament.reunions import lower_bound
from scoring.tournament.seating import Draw, count_larger_turns, plan_rounds
from scoring.tournament.sizes import table_sizes

SEEDS = (1, 2, 3)
# People and rounds that are hard, those of halls, and the largest.
CASES = (
    "12x8 13x6 13x8 14x8 15x8 16x5 16x8 17x4 17x8 18x6 18x8 "
    "20x5 20x6 20x8 21x5 21x8 22x5 23x5 24x6 24x8 28x8 32x3 32x8 40x8 100x3 168x8 400x12"
)
RANKED = (168, 8)
# What is promised, in seconds: `make bench` asks these alone.
AIMS = {"100x3": 0.5, "40x8": 10.0}
RANKING_AIM = 5  # milliseconds


def main() -> None:
    print(f"{'people × rounds':>16} {'bound':>6} {'W':>16} {'larger tables':>14} {'seconds':>18}")
    given = list(AIMS) if sys.argv[1:] == ["promised"] else sys.argv[1:]
    for case in given or CASES.split():
        people, rounds = (int(number) for number in case.split("x"))
        plan_case(people, rounds)
        if case in AIMS:
            print(f"{'promised':>16} {'':6} {'':>16} {'':>14} {AIMS[case]:18.1f}")
    rank_case(*RANKED)


def plan_case(people: int, rounds: int) -> None:
    found, turns, seconds = [], [], []
    for seed in SEEDS:
        start = time.process_time()
        plan = plan_rounds(Draw(people=tuple(range(1, people + 1)), rounds=rounds, seed=seed))
        seconds.append(f"{time.process_time() - start:.2f}")
        found.append(str(plan.reunions))
        turns.append(str(max(count_larger_turns(plan.rounds).values(), default=0)))
    bound = lower_bound(table_sizes(people), rounds)
    case = f"{people} × {rounds}"
    print(f"{case:>16} {bound:6} {' '.join(found):>16} {' '.join(turns):>14} {' '.join(seconds):>18}", flush=True)


def rank_case(people: int, rounds: int) -> None:
    held = [
        [
            {who: Result((who * 37 + number * 11) % 61 - 30, who % 3, who % 7) for who in range(first, first + 4)}
            for first in range(1, people, 4)
        ]
        for number in range(rounds)
    ]
    for rank_by in ("points", "place_points", "mean_round"):
        runs = []
        for _ in range(7):
            start = time.process_time()
            rank_entrants(held, RankRules(rank_by=rank_by))
            runs.append(time.process_time() - start)
        print(f"ranking of {people} × {rounds} by {rank_by}: {sorted(runs)[3] * 1000:.1f} ms (promised {RANKING_AIM})")


if __name__ == "__main__":
    main()
