#!/usr/bin/env python3
"""Writes documents that programs of others print, with their truth, in the form of samples/README.md. See README.md."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import printed
import renderers
import scan
from facts import Maker


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--out", required=True, type=Path, help="folder; one below it for each program")
    ap.add_argument("--seed", required=True, help="the same seed, the same documents")
    ap.add_argument("--count", type=int, default=40, help="documents of each program")
    ap.add_argument("--scans", type=int, default=0, help="how many of them are written as scans too")
    ap.add_argument("--only", action="append", choices=sorted(renderers.ALL), help="may be repeated")
    ap.add_argument("--work", type=Path, help="folder for the programs of npm and Maven, kept between runs")
    args = ap.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = args.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        for kind in args.only or renderers.ALL:
            print(f"{kind}: {write(kind, args, work)} documents")
    return 0


def write(kind: str, args, work: Path) -> int:
    draw, document_type, facts = renderers.ALL[kind]
    names = [f"{kind}-s{args.seed}-{i + 1:03d}" for i in range(args.count)]
    jobs = [(name, getattr(Maker("facts " + name), facts)() if facts else None) for name in names]
    made = dict(jobs)
    out, scans = args.out / kind, args.out / f"{kind}-scan"
    out.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, told in draw(jobs, work):
        pdf = (work / f"{name}.pdf").read_bytes()
        try:
            fields, pages = truth_of(document_type, told.pop("facts", made[name]), pdf, told)
        except ValueError as err:
            print(f"{name}: left out: {err}", file=sys.stderr)
            continue
        save(
            out,
            name,
            pdf,
            {"document_type": document_type, "tags": ["text"] + (["multi-page"] if pages > 1 else []), "pages": pages, "fields": fields},
        )
        if count < args.scans:
            scans.mkdir(exist_ok=True)
            save(scans, name, scan.scanned(pdf, Maker(name).r), {"document_type": document_type, "tags": ["scan"], "pages": pages, "fields": fields})
        count += 1
    return count


def truth_of(document_type, facts, pdf, told):
    if document_type == "NFE":
        return printed.invoice(facts, pdf, told)
    if document_type == "DESPESA_MEDICA":
        return printed.treatment(facts, pdf)
    if document_type == "BOLETO":
        return printed.slip(facts, pdf, told)
    return {}, printed.text_of(pdf)[1]


def save(folder: Path, name: str, pdf: bytes, truth: dict):
    (folder / f"{name}.pdf").write_bytes(pdf)
    (folder / f"{name}.truth.json").write_text(json.dumps({"file": f"{name}.pdf", **truth}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
