# plyglot's page for browsers as a container, run by an unprivileged user:
#
#   docker build --tag plyglot .
#   docker run --rm --publish 7590:7590 --env PLYGLOT_TOKEN=WORD plyglot
#
# and then http://localhost:7590/?token=WORD. Whatever else the program does:
#
#   docker run --rm --interactive plyglot plyglot best chess
#
# FROM names Rust's oldest version that this project compiles with.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /plyglot
COPY . .
RUN cargo build --release --locked

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin plyglot
COPY --from=build /plyglot/target/release/plyglot /usr/local/bin/plyglot
USER 10001
WORKDIR /tmp
EXPOSE 7590
# Whoever can reach the port has to know the word; without one nothing is served.
CMD ["sh", "-c", "exec plyglot web --host 0.0.0.0 --token \"${PLYGLOT_TOKEN:?is not set: docker run --env PLYGLOT_TOKEN=WORD}\""]
