# The context holds the pdfium that `make setup` fetched, where our Dockerfile's download would put it.
FROM debian:12-slim
COPY . /out
