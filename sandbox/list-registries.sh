#!/bin/sh
# list-registries.sh: the host:port of every package registry that the tools of this image are configured to use,
# one a line. The configuration of the tools is the only source: mirrors are followed, nothing is assumed.
host_port() {
  sed -nE 's#^[a-z+]*(https?)://([^/@]*@)?([^/:]+)(:([0-9]+))?.*#\1 \3 \5#p' | while read -r scheme name port; do
    [ -n "$port" ] || { [ "$scheme" = https ] && port=443 || port=80; }
    echo "$name:$port"
  done
}
has() { command -v "$1" >/dev/null 2>&1; }
{
  cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -vE '^ *#' | grep -oE 'https?://[^ ]+'

  if has python3; then
    index=$(python3 -m pip config get global.index-url 2>/dev/null ||
      python3 -c 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)')
    echo "$index"
    python3 -m pip config get global.extra-index-url 2>/dev/null
    # An index may keep its files on another host: its own page says which.
    curl -fsSL --max-time 20 "${index%/}/pip/" | grep -oE 'href="https?://[^"]+' | head -1 | cut -c7-
  fi

  if has npm; then
    registry=$(npm config get registry)
    echo "$registry"
    curl -fsSL --max-time 20 "${registry%/}/npm/latest" | grep -oE '"tarball":"https?://[^"]+' | cut -c12-
  fi

  if has yarn; then yarn config get registry; fi

  if has cargo; then
    index=$(grep -ohE 'sparse\+https?://[^"]+' /.cargo/config.toml 2>/dev/null | head -1)
    [ -n "$index" ] || index=$(grep -aohE 'sparse\+https://index\.[a-z.]+/' "$(readlink -f "$(command -v cargo)")" | head -1)
    echo "${index#sparse+}"
    curl -fsSL --max-time 20 "${index#sparse+}config.json" | grep -oE '"(dl|api)": *"https?://[^"{]+' | grep -oE 'https?://.*'
  fi

  if has go; then
    go env GOPROXY | tr ',|' '\n\n' | grep -E '^https?://'
    sum=$(go env GOSUMDB)
    [ "$sum" = off ] || echo "https://${sum%% *}"
  fi

  if has mvn; then
    for jar in /usr/share/maven/lib/maven-model-builder-*.jar; do
      unzip -p "$jar" org/apache/maven/model/pom-4.0.0.xml 2>/dev/null | grep -oE '<url>https?://[^<]+' | cut -c6-
    done
    sed '/<!--/,/-->/d' /etc/maven/settings.xml 2>/dev/null | grep -oE '<url>https?://[^<]+' | cut -c6-
  fi

  if has gem; then gem sources --list 2>/dev/null | grep -E '^https?://'; fi
  if has composer; then
    COMPOSER_ALLOW_SUPERUSER=1 composer config --global repositories --no-interaction 2>/dev/null | grep -oE 'https?:[^",}]+' | tr -d '\\'
  fi
} | host_port | sort -u
