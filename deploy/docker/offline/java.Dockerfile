FROM debian:12-slim
RUN apt-get -qq update \
    && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends openjdk-17-jre-headless >/dev/null \
    && rm -rf /var/lib/apt/lists/*
