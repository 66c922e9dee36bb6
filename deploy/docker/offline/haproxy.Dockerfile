FROM debian:12-slim
RUN apt-get -qq update \
    && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends haproxy >/dev/null \
    && rm -rf /var/lib/apt/lists/*
USER haproxy
STOPSIGNAL SIGUSR1
ENTRYPOINT ["haproxy"]
CMD ["-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
