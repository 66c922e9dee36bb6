# The context holds the Go of this machine, and the modules of our program as a proxy would give them.
FROM debian:12-slim
COPY go /usr/local/go
COPY modules /usr/local/modules
ENV GOPROXY=file:///usr/local/modules GOSUMDB=off
ENV GOPATH=/go GOTOOLCHAIN=local PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /go
