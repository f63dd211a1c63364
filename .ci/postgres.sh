#!/usr/bin/env bash
# Starts a throw-away PostgreSQL on a loopback port for the book's tests and prints its URL.
# Usage: export TILESIGHT_TEST_POSTGRES="$(.ci/postgres.sh)"; stop it with `.ci/postgres.sh stop`.
set -euo pipefail
port="${TILESIGHT_POSTGRES_PORT:-55432}"
home="${TILESIGHT_POSTGRES_HOME:-${TMPDIR:-/tmp}/tilesight-postgres-$port}"

as_postgres() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

find_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

bin="$(find_bin)"
if [ "${1:-start}" = stop ]; then
  [ -n "$bin" ] && [ -d "$home/data" ] && as_postgres "$bin/pg_ctl" -D "$home/data" -m immediate stop >&2 || true
  rm -rf "$home"
  exit 0
fi
if [ -z "$bin" ]; then
  [ "$(id -u)" = 0 ] || { echo "PostgreSQL is not installed and only root may install it" >&2; exit 1; }
  { apt-get -o DPkg::Lock::Timeout=300 update && DEBIAN_FRONTEND=noninteractive \
      apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends postgresql; } >&2
  bin="$(find_bin)"
fi
[ -n "$bin" ] || { echo "PostgreSQL's server programs were not found after installing them" >&2; exit 1; }

if ! { [ -d "$home/data" ] && as_postgres "$bin/pg_ctl" -D "$home/data" status >/dev/null 2>&1; }; then
  rm -rf "$home"
  mkdir -p "$home"
  [ "$(id -u)" = 0 ] && chown postgres "$home"
  cd "$home"
  as_postgres "$bin/initdb" -D "$home/data" -A trust -E UTF8 --locale=C.UTF-8 >&2
  as_postgres "$bin/pg_ctl" -D "$home/data" -w -l "$home/log" \
    -o "-h 127.0.0.1 -p $port -k $home -c max_connections=60 -c fsync=off -c full_page_writes=off" start >&2
fi
user="$([ "$(id -u)" = 0 ] && echo postgres || id -un)"
echo "postgresql+psycopg://$user@127.0.0.1:$port/postgres"
