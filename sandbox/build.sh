#!/usr/bin/env bash
# build.sh [--base IMAGE] [--target base|full] [--tag NAME]: builds the sandbox image, configured for the package
# registries as this host is. Only addresses and certificates are read from the host: no token, no password.
set -euo pipefail
cd "$(dirname "$0")"
base="debian:trixie-slim" target=full tag=mneme-sandbox
while [ $# -gt 0 ]; do
  case $1 in
  --base) base=$2 ;;
  --target) target=$2 ;;
  --tag) tag=$2 ;;
  *) echo "build.sh: unknown option $1 (see the head of this file)" >&2; exit 2 ;;
  esac
  shift 2
done

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
cp Dockerfile ./*.sh "$context/"
host=$context/host
mkdir "$host"
without_credentials() { sed -E 's#://[^/@]*@#://#g'; }

ca=${MNEME_CA_BUNDLE:-${NODE_EXTRA_CA_CERTS:-${SSL_CERT_FILE:-}}}
if [ -n "$ca" ] && [ -r "$ca" ]; then cp "$ca" "$host/ca.crt"; else : > "$host/ca.crt"; fi

: > "$host/pip.conf"
if command -v pip3 >/dev/null; then
  for key in index-url extra-index-url trusted-host; do
    value=$(pip3 config get "global.$key" 2>/dev/null || true)
    [ -z "$value" ] || echo "$key = $value" | without_credentials >> "$host/pip.conf"
  done
fi
npm config get registry | without_credentials > "$host/npm-registry"

# The apt mirror is passed on where this host is a Debian too; elsewhere the base image keeps its own.
: > "$host/apt-mirror"; : > "$host/apt-security-mirror"
if grep -qx 'ID=debian' /etc/os-release 2>/dev/null; then
  sources() { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    grep -vE '^ *#' | grep -oE 'https?://[^ ]*debian[^ ]*' | without_credentials; }
  sources | grep -v security | head -1 > "$host/apt-mirror" || true
  sources | grep security | head -1 > "$host/apt-security-mirror" || true
fi

: > "$host/go.env"
if command -v go >/dev/null; then
  for key in GOPROXY GOSUMDB GONOSUMDB GOPRIVATE; do
    value=$(go env "$key")
    [ -z "$value" ] || echo "$key=$value" | without_credentials >> "$host/go.env"
  done
fi
cargo_config=${CARGO_HOME:-$HOME/.cargo}/config.toml
if [ -r "$cargo_config" ]; then grep -viE 'token|password' "$cargo_config" > "$host/cargo-config.toml" || true
else : > "$host/cargo-config.toml"; fi
if [ -r "$HOME/.m2/settings.xml" ]; then sed '/<servers>/,/<\/servers>/d' "$HOME/.m2/settings.xml" > "$host/maven-settings.xml"
else : > "$host/maven-settings.xml"; fi

docker build --build-arg "BASE=$base" --target "$target" --tag "$tag" "$context"
