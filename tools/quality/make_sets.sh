#!/usr/bin/env bash
# Makes documents that nobody has seen, and the file of sets that `make quality` and the scorecard take.
#
#   GENERATOR=folder make_sets.sh OUT
#
#   GENERATOR  the generator of the samples (generate.py); without it only the programs of others print
#   SEED       of the documents: by default one from 5000 on that is new each time. Seeds below 1000 are for tuning
#   POOLS      a folder of wordings that nobody may look at: a set of its own
#   DRAWN      every how many-th of the issuers' pages is drawn anew as a scan and a picture (4; 0: none)
#   PER_TYPE   free documents of each type (4); VARIANTS (text,scan); RENDERED documents of each program (40; 0: none)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
seed=${SEED:-$((5000 + $(date +%s) % 1000000))}
variants=${VARIANTS:-text,scan}
sets=$out/sets
echo "# made with seed $seed" > "$sets"

generate() { # SET SEED [--pools FOLDER]
  rm -rf "${out:?}/$1"
  (cd "$GENERATOR" && PYTHONDONTWRITEBYTECODE=1 python3 generate.py --free --seed "$2" --per-type "${PER_TYPE:-4}" --variants "$variants" --out "$out/$1" "${@:3}")
  echo "$1 $out/$1" >> "$sets"
}

if [ -n "${GENERATOR:-}" ]; then
  python3 "$here/split_pools.py" "$GENERATOR/brdocs/free/pools" "$out/pools"
  generate free-layouts "$seed"
  generate held-wordings $((seed + 1)) --pools "$out/pools/held"
  [ -z "${POOLS:-}" ] || generate sealed-wordings $((seed + 2)) --pools "$POOLS"
fi
echo "issuers-pages-opened $here/pages/open" >> "$sets"
echo "issuers-pages $here/pages/sealed" >> "$sets"
if [ "${DRAWN:-4}" != 0 ]; then
  python=$out/python/bin/python
  [ -x "$python" ] || python3 -m venv "$out/python"
  "$python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt"
  for group in open sealed; do
    rm -rf "$out/drawn-$group"
    PYTHONDONTWRITEBYTECODE=1 "$python" "$here/draw_pages.py" --each "${DRAWN:-4}" "$here/pages/$group" "$out/drawn-$group"
  done
  echo "issuers-pages-drawn-opened $out/drawn-open" >> "$sets"
  echo "issuers-pages-drawn $out/drawn-sealed" >> "$sets"
fi
if [ "${RENDERED:-40}" != 0 ]; then
  rm -rf "$out/printed" "$out/refused"
  "$here/../renderers/run.sh" "$out/printed" "$seed" "${RENDERED:-40}" $((${RENDERED:-40} / 4))
  mkdir -p "$out/refused"
  rm -rf "$out/printed/relatives-scan"
  mv "$out/printed/relatives" "$out/refused/relatives"
  echo "other-programs $(ls -d "$out"/printed/*/ | tr '\n' ' ')" >> "$sets"
  echo "none-of-the-types $out/refused" >> "$sets"
fi
echo "$sets"
