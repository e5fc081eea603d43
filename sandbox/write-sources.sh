# write-sources.sh: sourced by the other scripts.
host=/tmp/host

write_sources() { # write_sources NAME RELEASE
  mirror=$(cat "$host/apt-mirror")
  security=$(cat "$host/apt-security-mirror")
  {
    printf 'Types: deb\nURIs: %s\nSuites: %s %s-updates\nComponents: main\n' "$mirror" "$2" "$2"
    printf 'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n'
    printf 'Types: deb\nURIs: %s\nSuites: %s-security\nComponents: main\n' "$security" "$2"
    printf 'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n'
  } > "/etc/apt/sources.list.d/$1.sources"
}

