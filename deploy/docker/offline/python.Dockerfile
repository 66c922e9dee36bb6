FROM debian:12-slim
RUN apt-get -qq update \
    && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends ca-certificates python3 python3-pip >/dev/null \
    && rm -rf /var/lib/apt/lists/*
