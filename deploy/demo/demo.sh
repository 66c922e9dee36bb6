#!/usr/bin/env bash
# Starts the service detached on this machine, feeds it the sample documents and
# says how to call it. A second run replaces the first. `make stop` ends it.
set -euo pipefail
cd "$(dirname "$0")/../.."

data=${LAVRA_DATA_DIR:-data}
listen=${LAVRA_LISTEN:-127.0.0.1:8080}
mkdir -p "$data"
deploy/demo/stop.sh

# A key of its own for this machine; it stays valid over runs.
keyfile=$data/demo.key
if [ ! -s "$keyfile" ]; then
	(umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$keyfile")
fi
key=$(cat "$keyfile")

lavra=${DEMO_BINARY:-bin/lavra}
export LAVRA_DATA_DIR=$data LAVRA_LISTEN=$listen LAVRA_BOOTSTRAP_KEYS="demo:$key"
setsid nohup "$lavra" up >"$data/lavra.log" 2>&1 </dev/null &
pid=$!
echo "$pid" >"$data/lavra.pid"

printf 'Starting lavra up (pid %s, log %s) ' "$pid" "$data/lavra.log"
for _ in $(seq 1 600); do # a busy machine takes its time
	if ! kill -0 "$pid" 2>/dev/null; then
		printf '\nlavra up ended at start. The end of its log:\n' >&2
		tail -n 20 "$data/lavra.log" >&2
		rm -f "$data/lavra.pid"
		exit 1
	fi
	if python3 - "$listen" <<'PY' 2>/dev/null
import sys, urllib.request
urllib.request.urlopen(f"http://{sys.argv[1]}/readyz", timeout=10)
PY
	then
		ready=1
		break
	fi
	printf '.'
	sleep 0.5
done
if [ -z "${ready:-}" ]; then
	printf '\nnot ready after 5 minutes; see %s\n' "$data/lavra.log" >&2
	exit 1
fi
printf ' ready\n\n'

LAVRA_URL="http://$listen" LAVRA_API_KEY=$key "$lavra" submit samples

cat <<TEXT

See the documents, each value with its place on the page: http://$listen/
Sign in with the key in $keyfile.

The service runs at http://$listen (pid $pid in $data/lavra.pid, log in $data/lavra.log). Call it:

  curl -H "Authorization: Bearer \$(cat $keyfile)" -F file=@samples/boleto-02.pdf http://$listen/extract/sync

The reference is at http://$listen/docs. \`make stop\` ends the service; what it read stays in $data/.
TEXT
