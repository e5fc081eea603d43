#!/bin/sh
# add-pythons.sh: older interpreters from the Debian releases that had them.
set -eu
. /usr/lib/mneme/write-sources.sh
# Older interpreters from the releases that had them, never preferred over the image's own packages.
if [ -s "$host/apt-mirror" ]; then
  write_sources bookworm bookworm
  write_sources bullseye bullseye
  printf 'Package: *\nPin: release n=bookworm*\nPin-Priority: 60\n\nPackage: *\nPin: release n=bullseye*\nPin-Priority: 50\n' \
    > /etc/apt/preferences.d/older
  apt-get update
  apt-get install -y python3.11 libpython3.11-dev python3.9 libpython3.9-dev
  # Their distutils would insist on the older python3: only its files are taken. Environments are made by uv.
  cd /tmp
  apt-get download python3-distutils/bookworm python3-lib2to3/bookworm
  for package in *.deb; do dpkg -x "$package" / && rm "$package"; done
  apt-get download python3-distutils/bullseye python3-lib2to3/bullseye
  for package in *.deb; do dpkg -x "$package" / && rm "$package"; done
  rm -f /usr/lib/python3*/EXTERNALLY-MANAGED
fi
