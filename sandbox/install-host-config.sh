#!/bin/sh
# install-host-config.sh apt|tools: puts what build.sh read from the host (/tmp/host) into the image.
set -eu
host=/tmp/host

. /usr/lib/mneme/write-sources.sh

case $1 in
apt)
  printf 'APT::Install-Recommends "false";\nAPT::Sandbox::User "root";\nAcquire::Retries "3";\n' > /etc/apt/apt.conf.d/90mneme
  rm -f /etc/apt/apt.conf.d/docker-clean
  # An image that is lost is built again: flushing each file to the disk, and manuals, would only take time.
  printf 'force-unsafe-io\npath-exclude=/usr/share/doc/*\npath-exclude=/usr/share/man/*\npath-exclude=/usr/share/locale/*\n' \
    > /etc/dpkg/dpkg.cfg.d/90mneme
  if [ -s "$host/apt-mirror" ]; then
    rm -f /etc/apt/sources.list
    . /etc/os-release
    write_sources debian "$VERSION_CODENAME"
  fi
  if [ -s "$host/ca.crt" ] && [ ! -e /etc/ssl/certs/ca-certificates.crt ]; then
    mkdir -p /etc/ssl/certs && cp "$host/ca.crt" /etc/ssl/certs/ca-certificates.crt
  fi
  ;;
tools)
  [ ! -s "$host/ca.crt" ] || sh /usr/lib/mneme/add-certificates.sh "$host/ca.crt"
  printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\ndisable-pip-version-check = true\n' > /etc/pip.conf
  cat "$host/pip.conf" >> /etc/pip.conf
  export SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
  git config --system safe.directory '*'
  git config --system advice.detachedHead false
  # npm comes from its own registry: Debian's package pulls in hundreds of others.
  registry=$(cat "$host/npm-registry")
  mkdir -p /usr/local/lib/node_modules/npm /usr/local/etc
  curl -fsSL "${registry%/}/npm/-/npm-10.9.4.tgz" | tar -xz --strip-components=1 -C /usr/local/lib/node_modules/npm
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
  mkdir -p /usr/local/lib/node_modules/npm
  printf 'registry=%s\naudit=false\nfund=false\nupdate-notifier=false\nprefix=/usr/local\n' "$registry" \
    > /usr/local/lib/node_modules/npm/npmrc
  npm install --global yarn@1.22.22 pnpm@9.15.9 >/dev/null
  printf 'registry "%s"\n' "${registry%/}" > /etc/yarnrc
  python3 -m venv /opt/python-tools && /opt/python-tools/bin/pip install --no-cache-dir --quiet uv poetry
  ln -sf /opt/python-tools/bin/uv /opt/python-tools/bin/uvx /opt/python-tools/bin/poetry /usr/local/bin/
  ;;
esac
