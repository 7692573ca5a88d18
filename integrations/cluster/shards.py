#!/usr/bin/env python3
"""Audits levels in shards, whose reports are files, on as many machines as there are.

    shards.py plan DIR LEVEL... [--shards N] [--ticks N]    says what there is to do
    shards.py work DIR [--part K/N] [--minutes M]           makes reports that are missing
    shards.py status DIR                                    counts the reports
    shards.py merge DIR [--json OUT] [-- ARGUMENT...]       joins the reports that are there, at any time

A report has the name of everything that it depends on, so nothing is made twice, and nothing old is taken for new.
"""
import argparse
import ctypes
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FAN_IN = 8  # Reports that are joined at once. Smaller: more files between; larger: a late report makes more work.
ATTEMPTS = 3  # How often a shard is begun whose program is killed.
INCOMPLETE = 3  # The exit code if reports are missing.


class Crashed(Exception):
    """The program was killed, or ended without a report. Another attempt may help."""


def name_of(*parts):
    """A file name for everything in `parts`."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:24]


def plan(levels, shards, ticks, seed=1, memory=1024, threads=1, sidle="sidle"):
    """The shards of all levels, the first of each level first, so that a part of the work covers all of them."""
    program = shutil.which(sidle)
    if program is None:
        sys.exit(f"there is no program `{sidle}`: build it with `cargo build --release`, or name it with --sidle")
    program = os.path.abspath(program)
    checked = subprocess.run([program, "check", "--json", *levels], capture_output=True, text=True)
    contents = {report["file"]: report["contents"] for report in json.loads(checked.stdout)}
    options = ["--ticks", ticks, "--seed", seed, "--memory", memory]
    version = hashlib.sha256(Path(program).read_bytes()).hexdigest()
    tasks = []
    for number in range(1, shards + 1):
        for level in dict.fromkeys(levels):
            # The text has the expectations, which are no part of a level's hash.
            text = Path(level).read_bytes() if os.path.isfile(level) else b""
            played = (contents.get(level) or {}).get("hash")
            shard = [*options, "--shard", f"{number}/{shards}"]
            key = name_of(version, level, played, hashlib.sha256(text).hexdigest(), *shard)
            tasks.append({"key": key, "level": level, "arguments": [*map(str, shard), "--threads", str(threads)]})
    return {"sidle": program, "folder": os.getcwd(), "tasks": tasks}


def die_with_parent():
    """Called in a child program: a worker that is killed takes it along. Only Linux can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def audit(sidle, folder, task, seconds=None):
    """Audits a shard. Returns the files of its report by name, or why there is none."""
    with tempfile.TemporaryDirectory(prefix="sidle-") as out:
        command = [sidle, "audit", task["level"], *task["arguments"], "--json", f"{out}/report.json"]
        made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, preexec_fn=die_with_parent)
        if made.returncode not in (0, 1, 2):
            raise Crashed(f"`sidle` ended with {made.returncode}: {made.stderr[-2000:].strip()}")
        files = {path.name: path.read_bytes() for path in Path(out).iterdir()}
        # A level with errors has an empty report.
        if not json.loads(files.get("report.json", b"[]")):
            return made.stderr[-2000:].strip() or "it has no report"
        return files


def store(folder, files):
    """Writes a folder of files, which is there as a whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    for name, contents in files.items():
        (new / name).write_bytes(contents)
    try:
        new.rename(folder)
    except OSError:  # Somebody else was faster, with the same bytes.
        shutil.rmtree(new)


def report_of(folder, task):
    """The report of a task, which may not be there yet."""
    return Path(folder) / "reports" / task["key"] / "report.json"


def settle(folder, task, outcome):
    """Keeps what became of a task: the files of its report, or why there is none."""
    failure = Path(folder) / "failed" / f"{task['key']}.txt"
    if isinstance(outcome, dict):
        store(report_of(folder, task).parent, outcome)
        failure.unlink(missing_ok=True)
    else:
        failure.parent.mkdir(parents=True, exist_ok=True)
        failure.write_text(f"{task['level']} {' '.join(task['arguments'])}: {outcome}\n")


def work(folder, plan, part=(1, 1), minutes=None):
    """Makes the missing reports of a part of all tasks, one after the other."""
    end = time.monotonic() + minutes * 60 if minutes else None
    number, count = part
    for task in plan["tasks"][number - 1 :: count]:
        if report_of(folder, task).exists():
            continue
        for _ in range(ATTEMPTS):
            left = max(end - time.monotonic(), 0) if end else None
            try:
                settle(folder, task, audit(plan["sidle"], plan["folder"], task, left))
                break
            except subprocess.TimeoutExpired:
                return
            except Crashed as why:
                settle(folder, task, why)


def status(folder, plan):
    """How many reports there are, and of which tasks there is none."""
    missing = [task for task in plan["tasks"] if not report_of(folder, task).exists()]
    failures = {task["key"]: Path(folder) / "failed" / f"{task['key']}.txt" for task in missing}
    failed = [path.read_text() for path in failures.values() if path.exists()]
    return len(plan["tasks"]) - len(missing), missing, failed


def merge(folder, plan, json_out, arguments=()):
    """Joins the reports that are there, level by level, as a tree. Returns the exit code of the last `sidle audit merge`."""
    nodes = Path(folder) / "merged"
    known = set(os.listdir(nodes)) if nodes.exists() else set()
    used = set()

    def join(reports):
        """Joins some reports to one, unless that was done before."""
        if len(reports) < 2:
            return reports
        node = nodes / name_of(*(report.parent.name for report in reports))
        used.add(node.name)
        if not node.exists():
            with tempfile.TemporaryDirectory(prefix="sidle-") as out:
                call([plan["sidle"], "audit", "merge", *reports, "--json", f"{out}/report.json"])
                store(node, {path.name: path.read_bytes() for path in Path(out).iterdir()})
        return [node / "report.json"]

    def tree(level):
        """The joined report of a level. Its parts are always the same, so most of them are there the next time."""
        rows = [[report_of(folder, task)] for task in plan["tasks"] if task["level"] == level]
        rows = [[report for report in row if report.exists()] for row in rows]
        while len(rows) > 1:
            rows = [join(sum(rows[at : at + FAN_IN], [])) for at in range(0, len(rows), FAN_IN)]
        return rows[0]

    levels = dict.fromkeys(task["level"] for task in plan["tasks"])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        reports = sum(pool.map(tree, levels), [])
    ended = call([plan["sidle"], "audit", "merge", *reports, "--json", json_out, *arguments], shown=True)
    for node in known - used:  # They were of fewer reports.
        shutil.rmtree(nodes / node, ignore_errors=True)
    return ended


def call(command, shown=False):
    """Runs `sidle`, which ends with 1 if it has findings."""
    ended = subprocess.run(command, capture_output=not shown, text=True)
    if ended.returncode not in (0, 1):
        sys.exit(f"`sidle` ended with {ended.returncode}: {ended.stderr or ''}")
    return ended.returncode


def conclude(folder, plan, json_out, arguments=()):
    """Joins what is there, and says what is missing. Returns the exit code."""
    done, missing, failed = status(folder, plan)
    ended = merge(folder, plan, json_out, arguments) if done else INCOMPLETE
    print(f"{done} of {len(plan['tasks'])} reports", *failed, sep="\n", file=sys.stderr)
    return INCOMPLETE if missing else ended


def add_plan_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="folder of the reports")
    parser.add_argument("levels", metavar="LEVEL", nargs="+")
    parser.add_argument("--shards", type=int, default=1, help="shards of each level [1]")
    parser.add_argument("--ticks", type=int, default=20_000_000, help="ticks of each shard [20000000]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024, help="megabytes of each shard [1024]")
    parser.add_argument("--threads", type=int, default=1, help="threads of each shard [1]")
    parser.add_argument("--sidle", default="sidle", help="the program [sidle]")


def part_of(text):
    number, count = map(int, text.split("/"))
    if not 1 <= number <= count:
        raise argparse.ArgumentTypeError("expected K/N with K from 1 to N")
    return number, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    add_plan_arguments(commands.add_parser("plan"))
    for name in ("work", "status", "merge"):
        command = commands.add_parser(name)
        command.add_argument("folder", metavar="DIR")
        if name == "work":
            command.add_argument("--part", type=part_of, default=(1, 1), metavar="K/N", help="every N-th shard from the K-th on")
            command.add_argument("--minutes", type=float, metavar="M", help="end after that time")
        if name == "merge":
            command.add_argument("--json", metavar="OUT", help="the joined report [DIR/report.json]")
            command.add_argument("arguments", nargs="*", help="arguments of `sidle audit merge`, after `--`")
    given = parser.parse_args()
    folder = Path(given.folder)
    file = folder / "plan.json"
    if given.command == "plan":
        options = (given.shards, given.ticks, given.seed, given.memory, given.threads, given.sidle)
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(plan(given.levels, *options), indent=1) + "\n")
        return 0
    kept = json.loads(file.read_text())
    if given.command == "work":
        work(folder, kept, given.part, given.minutes)
        return 0
    if given.command == "merge":
        return conclude(folder, kept, given.json or str(folder / "report.json"), given.arguments)
    done, missing, failed = status(folder, kept)
    print(f"{done} of {len(kept['tasks'])} reports", *failed, sep="\n")
    return INCOMPLETE if missing else 0


if __name__ == "__main__":
    sys.exit(main())
