"""Makes the catalogue of the octal games of up to three digits: their periods, each with a certificate.

    python3 tools/octal.py [CODE ...] [--tesuji PROGRAM] [--heaps N] [--time T] [--total-time S]

For each code, by default all from 0.001 to 0.777, it calls `tesuji nim-values CODE --certificate FILE` with more and
more heaps until a period is proved. Each certificate is checked before its row counts. It writes
docs/results/octal-games.csv and docs/results/octal-games.tar.gz after every game, and continues
from them: a game whose period is known is left alone, the others are computed again where --heaps is
larger than before. At --total-time it stops.
"""

import argparse
import csv
import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time

from machine import machine

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"
COLUMNS = ["code", "preperiod", "period", "heaps", "largest"]


def codes():
    """The codes, with trailing zeros dropped as the program writes them."""
    for number in range(1, 512):
        yield "0." + f"{number:03o}".rstrip("0")


def read(path):
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        return {row["code"]: row for row in csv.DictReader(file)}


def replace(path, content):
    """Writes a file under another name first, so that a kill leaves the old one."""
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as file:
        file.write(content)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def save(path, rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows[code] for code in codes() if code in rows)
    replace(path, text.getvalue().encode())


def unpack(path):
    if not path.exists():
        return {}
    with tarfile.open(path) as archive:
        files = [(entry.name, archive.extractfile(entry).read()) for entry in archive]
    return {name.removesuffix(".tesuji"): content for name, content in files}


def pack(path, certificates):
    """Without times, so that the same certificates are the same file."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for code in filter(certificates.get, codes()):
            entry = tarfile.TarInfo(f"{code}.tesuji")
            entry.size = len(certificates[code])
            archive.addfile(entry, io.BytesIO(certificates[code]))
    replace(path, gzip.compress(plain.getvalue(), mtime=0))


def computed(program, code, heaps, limit):
    """What the program says of this many heaps, and the certificate if it proves a period."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "certificate"
        call = [program, "nim-values", code, "--heaps", str(heaps), "--time", limit, "--json"]
        done = subprocess.run(call, stdout=subprocess.PIPE, check=False)
        if done.returncode not in (0, 3):
            sys.exit(f"{' '.join(call)} ended with {done.returncode}")
        report = json.loads(done.stdout)
        if report.get("period") is None:
            return report, None
        heaps = str(report["heaps"])
        call = [program, "nim-values", code, "--heaps", heaps, "--certificate", str(file)]
        if subprocess.run(call, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            print(f"{code} seems to have period {report['period']}, but has no certificate")
            return report | {"period": None, "preperiod": None}, None
        # The checker computes the values again, by the rules alone.
        subprocess.run([program, "verify", str(file)], stdout=subprocess.DEVNULL, check=True)
        return report, file.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("codes", nargs="*", default=[*codes()], metavar="CODE", help="the games")
    parser.add_argument("--tesuji", default="tesuji", help="the program")
    parser.add_argument("--heaps", type=int, default=200_000, help="how many heaps at most")
    parser.add_argument("--time", default="20s", help="the time for a number of heaps of a game")
    parser.add_argument("--total-time", type=float, default=900, help="stop after so many seconds")
    parser.add_argument("--results", type=pathlib.Path, default=RESULTS, help="the folder")
    own = parser.parse_args()
    table, proofs = (own.results / f"octal-games.{kind}" for kind in ("csv", "tar.gz"))
    rows = read(table)
    certificates = unpack(proofs)
    ends = time.monotonic() + own.total_time
    steps = [heaps for heaps in (10**power for power in range(3, 9)) if heaps < own.heaps]
    # More heaps than were too many in the time are not tried.
    slow = set()
    for heaps in [*steps, own.heaps]:
        for code in own.codes:
            row = rows.get(code)
            if code in slow or row and (row["period"] or int(row["heaps"]) >= heaps):
                continue
            if time.monotonic() > ends:
                print(f"stopped at {code} and {heaps} heaps; the same call continues")
                page(own.results / "octal-games.md", rows, certificates, proofs.stat().st_size)
                return
            report, certificate = computed(own.tesuji, code, heaps, own.time)
            row = {"code": code, "heaps": report["heaps"], "largest": report["largest"]}
            if row["heaps"] < heaps:
                slow.add(code)
            row["period"], row["preperiod"] = report.get("period"), report.get("preperiod")
            # Fewer heaps in less time say nothing new.
            if code in rows and int(rows[code]["heaps"]) > row["heaps"]:
                continue
            rows[code] = row
            if certificate is not None:
                certificates[code] = certificate
                pack(proofs, certificates)
            # Last, so that a row with a period has its certificate.
            save(table, rows)
    page(own.results / "octal-games.md", rows, certificates, proofs.stat().st_size)
    print(f"{sum(1 for row in rows.values() if row['period'])} of {len(rows)} have a proved period")


HEAD = """# Octal games of up to three digits

Made by `python3 tools/octal.py` on {date}, which continues from what is there; `--heaps N` looks further.
Last on {machine}; no figure here depends on it.

A digit *d* after the point says what may remain of a heap from which so many tokens are taken: nothing (1), one heap (2), two
heaps (4), or a sum of these (Guy and Smith, 1956). [octal-games.csv](octal-games.csv) has a row for each of the {total} codes
from 0.001 to 0.777: from which heap on the nim-values repeat (`preperiod`), the length of the `period`, how many `heaps` were
looked at, and the `largest` value among them. A row without a period is of a game whose values do not show one by that many
heaps; whether every finite octal game has a period is an open question.

Each period is proved: [octal-games.tar.gz](octal-games.tar.gz) has a certificate for each, {bytes} bytes together and {compressed}
compressed, from which `tesuji-check *.tesuji` computes the values again by the rules alone.

A period is proved here of **{known}** games; {without} of them break no heap, where every game has one. Of the other
{unknown} none was found up to the numbers of heaps below, which are at least {least:,}. Some of them have periods that begin later:
[A. Flammenkamp's tables](https://wwwhomes.uni-bielefeld.de/achim/octal.html) list them. The periods of 0.16 and 0.56 are those of
[Gangolli and Plambeck (1989)](../bibliography.md#gangolli-1989).

`tesuji nim-values 0.104 --heaps 500000000` finds in half a minute that the values of 0.104 repeat from heap 197,769,598 on, with
the period 11,770,282. The game is not counted here: its certificate takes the checker more than the work of 20 billion units
that it does by default.

## The longest periods

| code | from heap | period | largest value |
|---|---:|---:|---:|
{longest}

## The latest beginnings

| code | from heap | period | largest value |
|---|---:|---:|---:|
{latest}

## Not found here

By the number of heaps that were looked at, at least:

{open}
"""


def page(path, rows, certificates, size):
    known = [row for row in rows.values() if row["period"]]
    unknown = [row for row in rows.values() if not row["period"]]
    shown = lambda number: f"{int(number):,}"

    def table(key, count=20):
        best = sorted(known, key=lambda row: (-int(row[key]), row["code"]))[:count]
        line = "| `{}` | {} | {} | {} |".format
        return "\n".join(
            line(row["code"], shown(row["preperiod"]), shown(row["period"]), row["largest"]) for row in best
        )

    reached = {}
    for row in unknown:
        steps = [number * 10**power for power in range(3, 10) for number in (1, 3)]
        at_least = max((step for step in steps if step <= int(row["heaps"])), default=0)
        reached.setdefault(at_least, []).append(row["code"])
    lines = [
        f"* {shown(heaps)}: " + ", ".join(f"`{code}`" for code in sorted(codes))
        for heaps, codes in sorted(reached.items())
    ]
    text = HEAD.format(
        date=time.strftime("%Y-%m-%d"),
        machine=machine(),
        total=len(rows),
        bytes=shown(sum(len(certificate) for certificate in certificates.values())),
        compressed=shown(size),
        known=len(known),
        without=sum(1 for row in known if not set(row["code"]) & set("4567")),
        unknown=len(unknown),
        least=min(reached, default=0),
        longest=table("period"),
        latest=table("preperiod"),
        open="\n".join(lines) or "None.",
    )
    replace(path, text.encode())


if __name__ == "__main__":
    main()
