#!/usr/bin/env bash
# Ends the service that `make demo` left running, and waits for its end.
set -euo pipefail
cd "$(dirname "$0")/../.."

pidfile=${LAVRA_DATA_DIR:-data}/lavra.pid
[ -s "$pidfile" ] || exit 0
pid=$(cat "$pidfile")
# The pid may have passed to another program since: look before killing.
if [ -r "/proc/$pid/cmdline" ] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q 'lavra up'; then
	kill -TERM "$pid"
	for _ in $(seq 1 120); do
		kill -0 "$pid" 2>/dev/null || break
		sleep 0.25
	done
	if kill -0 "$pid" 2>/dev/null; then
		echo "lavra up (pid $pid) did not end within 30 s; killing it. Nothing accepted is lost." >&2
		kill -KILL "$pid"
	fi
	echo "Stopped lavra up (pid $pid)."
fi
rm -f "$pidfile"
