/** A header, library or pkg-config module, and the package that brings it by package manager. */
type Row = readonly [names: RegExp, apt: string, dnf: string, apk: string, brew: string];

/** What projects of every kind ask for most; the names of headers, libraries and pkg-config modules alike. */
const PACKAGES: readonly Row[] = [
  [/^(?:libpq(?:-fe)?\.h|libpq\b|-?l?pq$)/, "libpq-dev", "libpq-devel", "libpq-dev", "libpq"],
  [
    /^(?:openssl\/|libssl|libcrypto|openssl$|-?lssl$)/,
    "libssl-dev",
    "openssl-devel",
    "openssl-dev",
    "openssl",
  ],
  [/^(?:zlib\.h|zconf\.h|libz\b|zlib$|-?lz$)/, "zlib1g-dev", "zlib-devel", "zlib-dev", "zlib"],
  [/^(?:ffi\.h|libffi)/, "libffi-dev", "libffi-devel", "libffi-dev", "libffi"],
  [/^(?:Python\.h|pyconfig\.h)/, "python3-dev", "python3-devel", "python3-dev", "python3"],
  [
    /^(?:mysql\.h|mysql\/|libmysqlclient|mysqlclient)/,
    "default-libmysqlclient-dev",
    "mariadb-connector-c-devel",
    "mariadb-connector-c-dev",
    "mysql-client",
  ],
  [
    /^(?:libxml\/|libxml2|libxml-2\.0|xmlversion\.h)/,
    "libxml2-dev",
    "libxml2-devel",
    "libxml2-dev",
    "libxml2",
  ],
  [/^(?:libxslt|xslt)/, "libxslt1-dev", "libxslt-devel", "libxslt-dev", "libxslt"],
  [/^(?:jpeglib\.h|libjpeg)/, "libjpeg-dev", "libjpeg-turbo-devel", "libjpeg-turbo-dev", "jpeg-turbo"],
  [/^(?:png\.h|libpng)/, "libpng-dev", "libpng-devel", "libpng-dev", "libpng"],
  [/^(?:ft2build\.h|freetype|libfreetype)/, "libfreetype-dev", "freetype-devel", "freetype-dev", "freetype"],
  [/^(?:curl\/|libcurl|-?lcurl$)/, "libcurl4-openssl-dev", "libcurl-devel", "curl-dev", "curl"],
  [
    /^(?:sqlite3\.h|libsqlite3|sqlite3$|-?lsqlite3$)/,
    "libsqlite3-dev",
    "sqlite-devel",
    "sqlite-dev",
    "sqlite",
  ],
  [
    /^(?:readline\/|libreadline|-?lreadline$)/,
    "libreadline-dev",
    "readline-devel",
    "readline-dev",
    "readline",
  ],
  [
    /^(?:n?curses\.h|libn?curses|ncursesw?$|-?lncursesw?$)/,
    "libncurses-dev",
    "ncurses-devel",
    "ncurses-dev",
    "ncurses",
  ],
  [/^(?:bzlib\.h|libbz2|-?lbz2$)/, "libbz2-dev", "bzip2-devel", "bzip2-dev", "bzip2"],
  [/^(?:lzma\.h|liblzma|-?llzma$)/, "liblzma-dev", "xz-devel", "xz-dev", "xz"],
  [/^(?:yaml\.h|libyaml|yaml-0\.1)/, "libyaml-dev", "libyaml-devel", "yaml-dev", "libyaml"],
  [/^(?:gmp\.h|libgmp|-?lgmp$)/, "libgmp-dev", "gmp-devel", "gmp-dev", "gmp"],
  [/^(?:sasl\/|libsasl)/, "libsasl2-dev", "cyrus-sasl-devel", "cyrus-sasl-dev", "cyrus-sasl"],
  [/^(?:ldap\.h|lber\.h|libldap)/, "libldap2-dev", "openldap-devel", "openldap-dev", "openldap"],
  [/^(?:boost\/|libboost)/, "libboost-all-dev", "boost-devel", "boost-dev", "boost"],
  [/^(?:uuid\/uuid\.h|libuuid|uuid$)/, "uuid-dev", "libuuid-devel", "util-linux-dev", "ossp-uuid"],
  [/^(?:libusb|usb\.h)/, "libusb-1.0-0-dev", "libusb1-devel", "libusb-dev", "libusb"],
  [/^(?:dbus\/|dbus-1|libdbus)/, "libdbus-1-dev", "dbus-devel", "dbus-dev", "dbus"],
  [/^(?:cairo\.h|cairo$|libcairo)/, "libcairo2-dev", "cairo-devel", "cairo-dev", "cairo"],
  [/^(?:gtk\/|gtk\+?-3|libgtk-3)/, "libgtk-3-dev", "gtk3-devel", "gtk+3.0-dev", "gtk+3"],
  [/^(?:libgl\.so|libGL\b|GL\/gl\.h)/, "libgl1", "mesa-libGL", "mesa-gl", "mesa"],
  [/^(?:hdf5\.h|libhdf5)/, "libhdf5-dev", "hdf5-devel", "hdf5-dev", "hdf5"],
  [/^(?:portaudio\.h|libportaudio)/, "portaudio19-dev", "portaudio-devel", "portaudio-dev", "portaudio"],
];

const DNF = /^(?:fedora|rhel|centos|rocky|alma|amzn|amazon)/;

/** The command that installs what brings this header or library on that system; null where it is not known. */
export function systemPackageCommand(
  name: string,
  distro: string | null,
  osFamily: string | null,
): string | null {
  const row = PACKAGES.find(([names]) => names.test(name));
  if (row === undefined) return null;
  const [, apt, dnf, apk, brew] = row;
  if (osFamily === "macos") return `brew install ${brew}`;
  if (osFamily !== null && osFamily !== "linux") return null;
  if (distro === "alpine") return `apk add ${apk}`;
  if (distro !== null && DNF.test(distro)) return `sudo dnf install -y ${dnf}`;
  if (distro !== null && !/^(?:debian|ubuntu|mint|pop|raspbian|kali)/.test(distro)) return null;
  return `sudo apt-get install -y ${apt}`;
}
