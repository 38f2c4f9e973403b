# syntax=docker/dockerfile:1
# domtool for hosts that reach it over HTTP, with a Chromium of its own.
#
#   docker build --tag domtool .
#   docker run --rm --publish 127.0.0.1:8931:8931 --env DOMTOOL_MCP_TOKEN=... domtool
#
# For many clients, `serve --http 0.0.0.0:8931` in place of its command; deploy/ has that for Kubernetes.
# Without a token of yours it makes one and prints it. Nothing is encrypted: other machines reach it through a tunnel or a proxy.

FROM rust:1-slim-trixie AS build
WORKDIR /domtool
COPY . .
RUN cargo build --release --locked --package domtool-cli

FROM debian:trixie-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates chromium fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji tini \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --home-dir /var/lib/domtool --uid 10001 domtool
COPY --from=build /domtool/target/release/domtool /usr/local/bin/domtool
COPY LICENSE-APACHE LICENSE-MIT /usr/local/share/doc/domtool/
# Not every runtime says that it is one; in a container Chromium is started without its sandbox, which needs namespaces of its own.
ENV container=oci
USER 10001
WORKDIR /var/lib/domtool
EXPOSE 8931
HEALTHCHECK --interval=30s --timeout=5s \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8931 && printf 'GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1:8931\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
# The browser's processes outlive those that started them; tini takes them in.
ENTRYPOINT ["tini", "--", "domtool"]
CMD ["mcp", "--http", "0.0.0.0:8931"]
