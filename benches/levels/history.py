#!/usr/bin/env python3
"""Audits levels before and after commits that mended a fault, of which history.json has the addresses, and nothing else.

    history.py REPOSITORIES OUT [--ticks N] [--only TEXT] [--sidle PATH]

REPOSITORIES is a folder of clones, as for audit.py. A fault is found if `sidle audit diff` names it as closed: a finding of one of
the expected kinds, within REACH of the boxes that the commit changed, which the level has before and no longer after it.
"""
import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from audit import HERE, UNITS_PER_METRE, clone_of, level_around

REACH = 2.0  # Metres. Smaller: a walker that stops before a hole is not counted; larger: a fault next to it is taken for it.


def in_metres(point):
    """A point of a map, in the axes of a level."""
    x, y, z = (along / UNITS_PER_METRE for along in point)
    return [x, z, -y]


def box_in_metres(box):
    """A box of a map, in the axes of a level."""
    a, b = map(in_metres, box)
    return [list(map(min, a, b)), list(map(max, a, b))]


def levels_of(case, clone, out, number):
    """Writes the level before and after, and returns their paths, or why there are none."""
    made = []
    for when in ("before", "after"):
        shown = subprocess.run(["git", "-C", clone, "show", f"{case[when]}:{case['path']}"], capture_output=True)
        if shown.returncode != 0:
            return None, shown.stderr.decode().strip()
        folder = out / "levels" / f"{number:02}-{when}"
        folder.mkdir(parents=True, exist_ok=True)
        mesh = folder / f"level{Path(case['path']).suffix}"
        mesh.write_bytes(shown.stdout)
        level, why = level_around(mesh, case, f"history-{number}")
        if level is None:
            return None, why
        text = level.read_text()
        if "spawn" in case:
            text = re.sub(r"position = .*", f"position = {in_metres(case['spawn'])}", text, count=1)
        if "never" in case:
            boxes = (box_in_metres(box) for box in case["never"])
            never = ", ".join(f"{{ min = {low}, max = {high} }}" for low, high in boxes)
            text += f"[audit]\nnever = [{never}]\n"
        level.write_text(text)
        made.append(level)
    return made, None


def spots(finding):
    """Where a finding is: its place, the cubes of a metre that it covers, and the way of the air through a leak."""
    yield finding["at"]
    way = finding.get("way", [])
    for a, b in zip(way, way[1:]):
        yield from ([x + (y - x) * part / 16 for x, y in zip(a, b)] for part in range(17))
    for spot in finding.get("spots", []):
        yield [int(along) + 0.5 for along in spot.split(":")[-1].split(",")]


def is_near(finding, boxes):
    """Whether a finding lies within REACH of one of the boxes."""
    def off(at, box):
        return sum(max(low - x, 0.0, x - high) ** 2 for x, low, high in zip(at, *box)) ** 0.5

    return any(off(at, box) <= REACH for at in spots(finding) for box in boxes)


def judge(case, difference):
    """What `audit diff` says of the fault: the finding that it closes, or none."""
    boxes = [box_in_metres(box) for box in case["boxes"]]
    closed = (finding for finding in difference["closed"] if finding["kind"] in case["kinds"])
    return next((finding for finding in closed if is_near(finding, boxes)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, metavar="REPOSITORIES")
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--ticks", type=int, default=1_000_000, help="ticks of each level [1000000]")
    parser.add_argument("--only", default="", metavar="TEXT", help="only faults whose address or description contains it")
    parser.add_argument("--sidle", default="target/release/sidle", help="the program [target/release/sidle]")
    given = parser.parse_args()
    players = json.loads((HERE / "levels.json").read_text())["players"]
    results = Counter()
    for number, case in enumerate(json.loads((HERE / "history.json").read_text())["faults"], 1):
        address = f"{case['repository']}@{case['after'][:7]}:{case['path']}"
        if given.only not in f"{address} {case['what']}":
            continue
        clone = clone_of(given.repositories, case["repository"])
        case |= {"body": players[case["player"]], "sidle": given.sidle}
        levels, why = levels_of(case, clone, given.out, number) if clone else (None, "there is no clone")
        if levels is None:
            print(f"left out: {address}: {why}", file=sys.stderr)
            continue
        report = given.out / f"{number:02}.json"
        if not report.exists():
            command = [given.sidle, "audit", "diff", *levels, "--ticks", str(given.ticks), "--json", report]
            made = subprocess.run(command, capture_output=True, text=True)
            if not report.exists():
                print(f"left out: {address}: {made.stderr.strip()[:500]}", file=sys.stderr)
                continue
        found = judge(case, json.loads(report.read_text()))
        told = "told" if "never" in case else "untold"
        results[told, found is not None] += 1
        print(f"{number:2} {'found ' if found else 'missed'} {address}: {case['what']}: {found['id'] if found else '-'}", flush=True)
    for told in ("untold", "told"):
        found, all_of_it = results[told, True], results[told, True] + results[told, False]
        print(f"{told}: {found} of {all_of_it} found")


if __name__ == "__main__":
    main()
