#!/usr/bin/env python3
"""Audits public levels, of which levels.json has the addresses, and nothing else.

    audit.py REPOSITORIES OUT [--ticks N] [--jobs N] [--only TEXT] [--sidle PATH]

REPOSITORIES is a folder of clones, as OWNER/NAME, OWNER+NAME or NAME. Each level is taken from the named commit. Nothing is downloaded,
and no level belongs into this repository.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
SHARDS = HERE.parent.parent / "integrations" / "cluster" / "shards.py"
KINDS = ("escape", "trap", "stuck", "unreached", "snag", "squeeze", "leak")
UNITS_PER_METRE = 32.0  # Of a map, for `sidle`.


def clone_of(folder, repository):
    """The clone of a repository, bare or not. `None` if it is not there."""
    names = (repository, repository.replace("/", "+"), repository.split("/")[1])
    for path in (folder / name / inner for name in names for inner in ("", "repo")):
        if path.is_dir() and subprocess.run(["git", "-C", path, "cat-file", "-e", "HEAD"], capture_output=True).returncode == 0:
            return path
    return None


def extract(clone, entry, path, out):
    """Writes a level's file, and a level that names it with its player. Returns the path of the latter, or why there is none."""
    shown = subprocess.run(["git", "-C", clone, "show", f"{entry['commit']}:{path}"], capture_output=True)
    if shown.returncode != 0:
        return None, shown.stderr.decode().strip()
    name = re.sub(r"\W", "-", f"{entry['repository'].split('/')[1]}-{Path(path).stem}")
    mesh = out / f"{name}{Path(path).suffix}"
    mesh.write_bytes(shown.stdout)
    return level_around(mesh, entry, name)


def level_around(mesh, entry, name):
    """Writes the level around a mesh, which starts where the bare mesh would."""
    checked = subprocess.run([entry["sidle"], "check", "--json", mesh], capture_output=True, text=True)
    report = json.loads(checked.stdout)[0]
    if not report["ok"]:
        return None, "; ".join(problem["message"] for problem in report["problems"] if problem["severity"] == "error")
    scale = UNITS_PER_METRE / entry.get("units_per_metre", UNITS_PER_METRE)
    x, y, z = (along * scale for along in report["mesh"]["spawn"])
    lines = ["format = 1", f'name = "{name}"', "[spawn]", f"position = [{x}, {y + 0.2}, {z}]", 'controller = "swept"', "[limits]", "kill_y = -1e6", "[player]"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in entry["body"].items()]
    lines += ["[[mesh]]", f'file = "{mesh.name}"', f"scale = {scale}"]
    level = mesh.with_suffix(".toml")
    level.write_text("\n".join(lines) + "\n")
    return level, None


def table(report):
    """A line for each level: its findings by kind, and its floor."""
    print(f"{'level':44}", *(f"{kind:>9}" for kind in KINDS), "    floor  reached")
    total = Counter()
    for level in report:
        found = Counter(finding["kind"] for finding in level["findings"])
        total += found
        coverage = level["coverage"]
        share = coverage["reached_m2"] / max(coverage["floor_m2"], 1e-9)
        print(f"{level['level'][:44]:44}", *(f"{found[kind]:9}" for kind in KINDS), f"{coverage['floor_m2']:9.0f} {share:8.1%}")
    print(f"{len(report):3} levels{'':34}", *(f"{total[kind]:9}" for kind in KINDS))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, metavar="REPOSITORIES")
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--ticks", type=int, default=2_000_000, help="ticks of each level [2000000]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="levels at a time [all processors]")
    parser.add_argument("--only", default="", metavar="TEXT", help="only levels whose address contains it")
    parser.add_argument("--sidle", default="target/release/sidle", help="the program [target/release/sidle]")
    given = parser.parse_args()
    manifest = json.loads((HERE / "levels.json").read_text())
    files = given.out / "levels"
    files.mkdir(parents=True, exist_ok=True)
    levels = []
    for entry in manifest["repositories"]:
        clone = clone_of(given.repositories, entry["repository"])
        entry |= {"body": manifest["players"][entry["player"]], "sidle": given.sidle}
        for level in entry["levels"]:
            address = f"{entry['repository']}/{level['path']}"
            if given.only not in address:
                continue
            made, why = extract(clone, entry, level["path"], files) if clone else (None, "there is no clone")
            if made is None:
                print(f"left out: {address}: {why}", file=sys.stderr)
            else:
                levels.append(os.path.relpath(made))
    if not levels:
        sys.exit("no level is there")
    shards = [sys.executable, SHARDS]
    subprocess.run([*shards, "plan", given.out, *levels, "--ticks", str(given.ticks), "--sidle", given.sidle], check=True)
    work = [subprocess.Popen([*shards, "work", given.out, "--part", f"{job}/{given.jobs}"]) for job in range(1, given.jobs + 1)]
    for process in work:
        process.wait()
    merged = subprocess.run([*shards, "merge", given.out], stdout=subprocess.DEVNULL).returncode
    report = given.out / "report.json"
    if report.exists():
        table(json.loads(report.read_text()))
    return merged


if __name__ == "__main__":
    sys.exit(main())
