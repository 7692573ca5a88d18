#!/usr/bin/env python3
"""Audits levels on a cluster of Ray, and joins the reports of their shards.

    ray_driver.py DIR LEVEL... [--shards N] [--ticks N] [--minutes M] [--address ADDRESS | --cpus N] [--ship FOLDER]

A worker that dies loses its shard, which another one begins again. A driver that dies is started again with the same words,
and goes on with what is missing. `shards.py merge DIR` joins what is there, at any time.
"""
import argparse
import hashlib
import io
import json
import os
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import ray

import shards

MOST_SHIPPED = 500 * 2**20  # Bytes. Larger: the memory of a machine is full of it.


def pack(program, folders):
    """The program, and folders below this one, as an archive."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.add(program, "sidle")
        for folder in map(os.path.normpath, folders):
            if os.path.isabs(folder) or folder.startswith(".."):
                sys.exit(f"--ship: `{folder}` is not below this folder: go to one that holds all of them")
            archive.add(folder, os.path.join("files", folder))
            if buffer.tell() > MOST_SHIPPED:
                sys.exit(f"--ship: the folders hold more than {MOST_SHIPPED >> 20} MB: name smaller ones, or use a shared folder")
    return buffer.getvalue()


def unpack(name, packed):
    """Unpacks an archive, once on each machine. Returns the program, and the folder to start it in."""
    home = Path(tempfile.gettempdir()) / f"sidle-{name}"
    if not home.exists():
        new = tempfile.mkdtemp(prefix="sidle-", dir=home.parent)
        with tarfile.open(fileobj=io.BytesIO(ray.get(packed))) as archive:
            archive.extractall(new, filter="data")
        try:
            os.rename(new, home)
        except OSError:  # Another worker was faster.
            pass
    return str(home / "sidle"), str(home / "files")


@ray.remote
def audit(plan, task, shipped):
    """A shard. Ray makes it again if its worker dies, or if the program crashes."""
    sidle, folder = unpack(*shipped) if shipped else (plan["sidle"], plan["folder"])
    return shards.audit(sidle, folder, task)


def drive(folder, plan, threads, minutes, ship):
    """Makes the missing reports."""
    packed = pack(plan["sidle"], ship) if ship else None
    # In a list, the reference stays one, and only a machine without the files asks for them.
    shipped = [hashlib.sha256(packed).hexdigest()[:16], ray.put(packed)] if ship else None
    place = {"sidle": plan["sidle"], "folder": plan["folder"]}
    remote = audit.options(num_cpus=threads, max_retries=shards.ATTEMPTS, retry_exceptions=True)
    waiting = shards.status(folder, plan)[1][::-1]
    total, done, began, running = len(waiting), 0, time.monotonic(), {}
    while waiting or running:
        # A few more than there are processors, so that none of them waits.
        most = 2 * max(int(ray.cluster_resources().get("CPU", 1) / threads), 1)
        while waiting and len(running) < most:
            task = waiting.pop()
            running[remote.remote(place, task, shipped)] = task
        ready, _ = ray.wait(list(running), num_returns=1, timeout=1)
        for reference in ready:
            task = running.pop(reference)
            try:
                outcome = ray.get(reference)
            except ray.exceptions.RayError as why:
                outcome = str(getattr(why, "cause", why))
            shards.settle(folder, task, outcome)
            done += 1
        spent = time.monotonic() - began
        if ready:
            left = spent / done * (total - done)
            print(f"{done} of {total} shards in {spent:.0f} s, about {left:.0f} s left", file=sys.stderr, flush=True)
        if minutes and spent > minutes * 60:
            for reference in running:
                ray.cancel(reference, force=True)
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shards.add_plan_arguments(parser)
    parser.add_argument("--minutes", type=float, metavar="M", help="end after that time, with the report so far")
    parser.add_argument("--address", help="the cluster, such as `auto` [one on this machine alone]")
    parser.add_argument("--cpus", type=int, help="processors of a cluster on this machine [all]")
    parser.add_argument("--ship", action="append", metavar="FOLDER", help="send the program and this folder to machines that share none; repeatable")
    parser.add_argument("--json", metavar="OUT", help="the joined report [DIR/report.json]")
    given = parser.parse_args()
    folder = Path(given.folder)
    plan = shards.plan(given.levels, given.shards, given.ticks, given.seed, given.memory, given.threads, given.sidle)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.json").write_text(json.dumps(plan, indent=1) + "\n")
    # Other machines do not have this module.
    ray.cloudpickle.register_pickle_by_value(shards)
    alone = {} if given.address else {"num_cpus": given.cpus, "include_dashboard": False}
    ray.init(address=given.address, log_to_driver=False, **alone)
    drive(folder, plan, given.threads, given.minutes, given.ship)
    ray.shutdown()
    return shards.conclude(folder, plan, given.json or str(folder / "report.json"))


if __name__ == "__main__":
    sys.exit(main())
