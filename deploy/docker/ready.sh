#!/usr/bin/env bash
# Makes this machine ready for `make test-docker`, for CI: an engine that answers, with all images.
# Whether a machine lets an engine work is tried first: one that does not is no fault of the tree.
#
# exit 0: ready, the engine runs; 3: this machine cannot, its last line says why and nothing is left
# running; else: it can, and our images cannot be made
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
offline=$top/deploy/docker/offline
disk=12000 memory=6000 # MB free

cannot() {
	"$offline/engine.sh" stop || true
	echo "docker: this machine cannot run containers: $*"
	exit 3
}

# works tries what the suite needs of an engine: an answer on a published port, the way out, limits.
works() {
	local name=lavra-probe-$$ port said tries
	timeout 60 docker run -d --rm --name "$name" -p 127.0.0.1::8080 --cap-drop ALL --security-opt no-new-privileges --pids-limit 16 --cpus 1 debian:12-slim \
		perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(LocalPort => 8080, Listen => 1) or die $!; while ($c = $s->accept) {print $c "here\n"; close $c}' >/dev/null || cannot "it does not start one"
	port=$(timeout 60 docker port "$name" 8080/tcp | sed 's/.*://')
	for ((tries = 0; tries < 20; tries++)); do
		said=$(timeout 5 bash -c "cat </dev/tcp/127.0.0.1/$port" 2>/dev/null) && [ -n "$said" ] && break
		sleep 0.5
	done
	timeout 60 docker rm -f "$name" >/dev/null 2>&1 || true
	[ "$said" = here ] || cannot "nothing answers on a published port"
	timeout 300 docker run --rm debian:12-slim apt-get -qq -o Acquire::Retries=3 -o APT::Update::Error-Mode=any update || cannot "no way from one to Debian's mirror"
	local status=0
	timeout 60 docker run --rm --memory 64m debian:12-slim tail /dev/zero >/dev/null 2>&1 || status=$?
	[ "$status" = 137 ] || cannot "memory is not limited"
}

[ "$(df -Pm "$top" | awk 'END {print $4}')" -ge "$disk" ] || cannot "less than $disk MB of disk"
[ "$(awk '/^MemAvailable/ {print int($2 / 1024)}' /proc/meminfo)" -ge "$memory" ] || cannot "less than $memory MB of memory"
started=$("$offline/engine.sh" start) || cannot "no engine starts"
if [ -n "$started" ]; then
	export "${started?}"
	[ "$(timeout 60 docker info -f '{{.Driver}}')" != vfs ] || cannot "its file system takes no layers"
	timeout 600 "$offline/images.sh" debian || cannot "the base image cannot be made"
	works
	"$offline/images.sh"
else
	timeout 60 docker version >/dev/null 2>&1 || cannot "no engine starts"
	timeout 300 docker pull -q debian:12-slim >/dev/null || cannot "its engine has no images"
	works
fi
echo "docker: ready"
