#!/usr/bin/env bash
# Brings up what the Docker tests need: a daemon, the base image and the sandbox image. What is there is left as it is.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! docker info >/dev/null 2>&1; then
  missing=""
  command -v dockerd >/dev/null || missing="$missing docker.io"
  command -v iptables >/dev/null || missing="$missing iptables"
  command -v debootstrap >/dev/null || missing="$missing debootstrap"
  # shellcheck disable=SC2086
  [ -z "$missing" ] || { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >/dev/null; }
  setsid dockerd >/var/log/dockerd.log 2>&1 </dev/null &
  for _ in $(seq 120); do docker info >/dev/null 2>&1 && break; sleep 0.5; done
  docker info >/dev/null || { echo "docker.sh: dockerd did not start:"; tail -20 /var/log/dockerd.log; exit 1; }
fi

command -v docker-registry >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends docker-registry >/dev/null; }

has_image() { docker image inspect "$1" >/dev/null 2>&1; }

if ! has_image mneme-base:trixie && ! has_image mneme-sandbox:latest; then
  command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap >/dev/null; }
  # not every machine has each of these files
  mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } |
    grep -vE '^ *#' | grep -oE 'https?://[^ ]*debian[^ ]*' | grep -v security | head -1)
  root=$(mktemp -d)
  debootstrap --variant=minbase --include=ca-certificates trixie "$root" "$mirror" >/dev/null
  rm -f "$root"/var/cache/apt/archives/*.deb
  tar -C "$root" -c . | docker import -c 'CMD ["/bin/bash"]' - mneme-base:trixie >/dev/null
  rm -rf "$root"
fi
has_image mneme-sandbox:latest || bash sandbox/build.sh --base mneme-base:trixie --target full --tag mneme-sandbox:latest >/tmp/sandbox-build.log 2>&1 ||
  { tail -30 /tmp/sandbox-build.log; exit 1; }
echo "docker.sh: $(docker info --format '{{.ServerVersion}}'), sandbox image $(docker image inspect --format '{{.Id}}' mneme-sandbox:latest | cut -c8-19)"
