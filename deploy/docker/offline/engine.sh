#!/usr/bin/env bash
# A Docker engine for the tests, on a machine where none answers: dockerd by hand, as
# root, with everything of its own in .cache/docker. One that answers is used as it is.
#
#   engine.sh start    prints DOCKER_HOST=..., for eval; nothing where none can be had, and why
#   engine.sh stop     ends the engine that start began, and what runs in it; images stay
#   engine.sh remove   the same, and takes its images, containers and volumes away
set -euo pipefail
top=$(cd "$(dirname "$0")/../../.." && pwd)
home=$top/.cache/docker/engine
# Sockets have short names: their paths may have 107 bytes.
run=/run/lavra-docker-$(cksum <<<"$home" | cut -d' ' -f1)
host=unix://$run/docker.sock
patience=120 # seconds; 3 on an idle machine

answers() { docker -H "$1" version --format '{{.Server.Version}}' >/dev/null 2>&1; }

ours() { # the process id of our engine, if it lives
	local pid
	pid=$(cat "$run/docker.pid" 2>/dev/null) && [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = dockerd ] && echo "$pid"
}

start() {
	if command -v docker >/dev/null && answers "${DOCKER_HOST:-unix:///var/run/docker.sock}"; then return; fi
	if ! ours >/dev/null; then
		[ "$(uname -s)" = Linux ] && [ "$(id -u)" = 0 ] || { echo "no Docker engine answers, and only root on Linux may start one" >&2; return; }
		"$top/deploy/setup/packages.sh" docker >&2 || { echo "no Docker engine answers, and its packages cannot be installed" >&2; return; }
		mkdir -p "$home" "$run"
		rm -f "$run/docker.pid"
		# A session of its own: Ctrl-C in a test run is not for the engine.
		PATH=/usr/sbin:/usr/bin:/sbin:/bin setsid dockerd --data-root "$home/data" --exec-root "$run/exec" -H "$host" -p "$run/docker.pid" >"$home/dockerd.log" 2>&1 </dev/null &
	fi
	for ((i = 0; i < patience * 2; i++)); do
		if answers "$host"; then
			echo "DOCKER_HOST=$host"
			return
		fi
		[ "$i" -lt 10 ] || ours >/dev/null || break
		sleep 0.5
	done
	echo "dockerd does not start on this machine; its last lines:" >&2
	tail -5 "$home/dockerd.log" >&2
	stop
}

stop() {
	local pid
	pid=$(ours) || return 0
	kill "$pid"
	for ((i = 0; i < patience * 2; i++)); do
		if [ ! -d "/proc/$pid" ]; then
			ip link delete docker0 2>/dev/null || true
			return
		fi
		sleep 0.5
	done
	echo "dockerd, process $pid, does not end" >&2
	return 1
}

case "${1:-}" in
start) start ;;
stop) stop ;;
remove)
	stop
	rm -rf "$home" "$run"
	;;
*)
	echo "usage: $0 start|stop|remove" >&2
	exit 2
	;;
esac
