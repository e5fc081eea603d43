#!/usr/bin/env bash
# Starts a throw-away Postgres on loopback for the contract tests and exports MNEME_TEST_POSTGRES. Source it:
#   . .ci/postgres.sh          (or `.ci/postgres.sh stop` to end it)
# Idempotent: a server that runs already is used again. Debian's packages only; the server never runs as root.

_pg_root="${MNEME_POSTGRES_ROOT:-/tmp/mneme-postgres}"
_pg_port="${MNEME_POSTGRES_PORT:-54329}"

_pg_bin() {
  local folder
  for folder in /usr/lib/postgresql/*/bin; do
    if [ -x "$folder/initdb" ]; then
      echo "$folder"
      return 0
    fi
  done
  return 1
}

_pg_install() {
  _pg_bin >/dev/null && return 0
  echo "postgres: installing Debian's postgresql" >&2
  # The package must not start a server of its own.
  mkdir -p /etc/postgresql-common
  echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq postgresql >/dev/null 2>&1 ||
    { apt-get update -qq >/dev/null && apt-get install -y -qq postgresql >/dev/null; }
  _pg_bin >/dev/null
}

# As the user of the server: Postgres refuses to run as root.
_pg_as() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && runuser -u postgres -- "$@")
  else
    "$@"
  fi
}

_pg_start() {
  local bin
  _pg_install || { echo "postgres: cannot install the server" >&2; return 1; }
  bin="$(_pg_bin)"
  if ! _pg_as "$bin/pg_isready" -q -h 127.0.0.1 -p "$_pg_port"; then
    mkdir -p "$_pg_root"
    [ "$(id -u)" = 0 ] && chown postgres "$_pg_root"
    if [ ! -f "$_pg_root/data/PG_VERSION" ]; then
      _pg_as "$bin/initdb" -D "$_pg_root/data" -U mneme -A trust -E UTF8 --locale=C.UTF-8 >/dev/null || return 1
    fi
    # Its data is thrown away: no flush to disk is waited for.
    _pg_as "$bin/pg_ctl" -D "$_pg_root/data" -l "$_pg_root/log" -w -t 60 \
      -o "-c listen_addresses=127.0.0.1 -p $_pg_port -c unix_socket_directories=$_pg_root -c fsync=off -c full_page_writes=off -c max_connections=200" \
      start >/dev/null || { tail -5 "$_pg_root/log" >&2; return 1; }
  fi
  export MNEME_TEST_POSTGRES="postgres://mneme@127.0.0.1:$_pg_port/postgres"
  echo "postgres: $MNEME_TEST_POSTGRES" >&2
}

_pg_stop() {
  local bin
  bin="$(_pg_bin)" || return 0
  [ -f "$_pg_root/data/postmaster.pid" ] && _pg_as "$bin/pg_ctl" -D "$_pg_root/data" -m immediate stop >/dev/null
  rm -rf "$_pg_root"
}

if [ "${1:-start}" = stop ]; then _pg_stop; else _pg_start; fi
