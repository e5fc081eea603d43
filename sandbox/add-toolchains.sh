#!/bin/sh
# add-toolchains.sh: configures the further tool chains as they are on the host (/tmp/host).
set -eu
host=/tmp/host
[ ! -s "$host/ca.crt" ] || update-ca-certificates --fresh >/dev/null
goroot=$(go env GOROOT)
printf '\nGOTOOLCHAIN=auto\n' >> "$goroot/go.env"
cat "$host/go.env" >> "$goroot/go.env"
[ ! -s "$host/cargo-config.toml" ] || { mkdir -p /.cargo && cp "$host/cargo-config.toml" /.cargo/config.toml; }
[ ! -s "$host/maven-settings.xml" ] || cp "$host/maven-settings.xml" /etc/maven/settings.xml
