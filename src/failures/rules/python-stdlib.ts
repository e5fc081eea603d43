import type { MatchContext, Refinement } from "../rule.js";

/** Modules of Python's own library that exist on one kind of system only. */
const UNIX_ONLY: ReadonlySet<string> = new Set(
  "crypt curses fcntl grp nis ossaudiodev posix pty pwd readline resource spwd syslog termios tty".split(" "),
);
const WINDOWS_ONLY: ReadonlySet<string> = new Set("_winapi _winreg msvcrt winreg winsound".split(" "));
/** Compiled with Python itself, if the library that they wrap was there. */
const COMPILED_IN: ReadonlySet<string> = new Set(
  "_bz2 _ctypes _curses _dbm _gdbm _hashlib _lzma _sqlite3 _ssl _tkinter _uuid bz2 ctypes lzma sqlite3 ssl tkinter zlib".split(
    " ",
  ),
);
/** Removed from Python 3.12 and 3.13. */
const REMOVED: ReadonlySet<string> = new Set(
  "aifc asynchat asyncore audioop cgi cgitb chunk distutils imghdr imp lib2to3 mailcap msilib nntplib pipes smtpd sndhdr sunau telnetlib uu xdrlib".split(
    " ",
  ),
);
/** Named otherwise since Python 3. */
const PYTHON_2: ReadonlySet<string> = new Set(
  "BaseHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SocketServer StringIO Tkinter __builtin__ anydbm cPickle cStringIO commands cookielib dummy_thread htmlentitydefs httplib md5 sets sha thread urllib2 urlparse xmlrpclib".split(
    " ",
  ),
);

/** A module that comes with Python is never a package to install: why it is missing, and what helps. Null for all others. */
export function explainStandardModule({ groups }: MatchContext): Refinement {
  const name = (groups["package"] ?? groups["package2"] ?? "").split(".")[0] ?? "";
  if (UNIX_ONLY.has(name) || WINDOWS_ONLY.has(name))
    return {
      error_type: "PLATFORM_UNSUPPORTED",
      root_cause: `The module {package} of Python's own library exists on ${UNIX_ONLY.has(name) ? "Unix" : "Windows"} only.`,
      steps: [],
    };
  if (COMPILED_IN.has(name))
    return {
      root_cause:
        "This Python was built without its own module {package}: the library that it wraps was missing then.",
      steps: [
        "Install the library's development package and build this Python again, or use the distribution's.",
      ],
    };
  if (REMOVED.has(name))
    return {
      root_cause: "The module {package} is no longer part of Python 3.12 and later.",
      steps: ["python --version", ...(name === "distutils" ? ["python -m pip install setuptools"] : [])],
    };
  if (PYTHON_2.has(name))
    return {
      root_cause: "The module {package} belongs to Python 2; the running one is Python 3.",
      steps: ["python --version"],
    };
  return explainPackage(groups["package"] ?? groups["package2"] ?? "", name);
}

/** Modules whose package is called otherwise. */
const PACKAGE_OF: ReadonlyMap<string, string> = new Map(
  [
    "Crypto pycryptodome, MySQLdb mysqlclient, OpenSSL pyOpenSSL, PIL Pillow, attr attrs, bs4 beautifulsoup4, cv2 opencv-python",
    "dateutil python-dateutil, dns dnspython, docx python-docx, dotenv python-dotenv, fitz PyMuPDF, git GitPython, github PyGithub",
    "google.protobuf protobuf, gi PyGObject, jwt PyJWT, ldap python-ldap, magic python-magic, memcache python-memcached",
    "nacl PyNaCl, pkg_resources setuptools, psycopg2 psycopg2-binary, serial pyserial, skimage scikit-image, sklearn scikit-learn",
    "telegram python-telegram-bot, usb pyusb, wx wxPython, yaml PyYAML, zmq pyzmq",
  ]
    .join(", ")
    .split(", ")
    .map((pair) => {
      const [module = "", pack = ""] = pair.split(" ");
      return [module, pack];
    }),
);

/** A part of a package is never a package of its own: the package is missing, or is there in a version without it. */
function explainPackage(module: string, top: string): Refinement {
  const known = PACKAGE_OF.get(module) ?? PACKAGE_OF.get(top);
  if (known === undefined && module === top) return {};
  const pack = known ?? top;
  return {
    ...(module === top
      ? {}
      : { root_cause: `Python finds no {package}: ${top} is not installed, or in a version without it.` }),
    steps: [`python -m pip install --upgrade ${pack}`, `python -m pip show ${pack}`],
  };
}
