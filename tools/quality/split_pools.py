#!/usr/bin/env python3
"""Splits the wordings of the generator's free layouts: a third of each pool is held back from tuning.

    split_pools.py POOLS OUT       writes OUT/open and OUT/held, folders for generate.py --pools

The third is drawn by the pool's own name, so that it is the same on every machine and does not move when
another pool changes. A pool of one wording goes into both: without it nothing could be printed.
"""

import random
import sys
import zlib
from pathlib import Path

import yaml

NAMES = ("labels", "sections", "titles", "sentences", "phrases")


def split(node, name: str):
    """The open and the held part of a pool, or of a tree of pools."""
    if isinstance(node, dict):
        parts = {str(key): split(below, f"{name}/{key}") for key, below in node.items()}
        return {k: p[0] for k, p in parts.items()}, {k: p[1] for k, p in parts.items()}
    wordings = [w.strip() for w in node.split("|") if w.strip()] if isinstance(node, str) else [str(w) for w in node or []]
    if len(wordings) < 2:
        return wordings, wordings
    order = list(range(len(wordings)))
    random.Random(zlib.crc32(name.encode())).shuffle(order)
    held = set(order[: max(1, round(len(wordings) / 3))])
    return [w for i, w in enumerate(wordings) if i not in held], [w for i, w in enumerate(wordings) if i in held]


def main(pools: Path, out: Path):
    for name in NAMES:
        parts = split(yaml.safe_load((pools / f"{name}.yaml").read_text(encoding="utf-8")), name)
        for kind, part in zip(("open", "held"), parts):
            (out / kind).mkdir(parents=True, exist_ok=True)
            (out / kind / f"{name}.yaml").write_text(yaml.safe_dump(part, allow_unicode=True, width=10_000), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
