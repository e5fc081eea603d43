import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";

/** Modules whose package has another name. */
const PACKAGES: Readonly<Record<string, string>> = {
  yaml: "pyyaml",
  cv2: "opencv-python-headless",
  PIL: "pillow",
  bs4: "beautifulsoup4",
  sklearn: "scikit-learn",
  dateutil: "python-dateutil",
  dotenv: "python-dotenv",
  jwt: "pyjwt",
  serial: "pyserial",
  usb: "pyusb",
  Crypto: "pycryptodome",
  OpenSSL: "pyopenssl",
  attr: "attrs",
  google: "protobuf",
  MySQLdb: "mysqlclient",
  psycopg2: "psycopg2-binary",
  pkg_resources: "setuptools<81",
  distutils: "setuptools<81",
  imp: "setuptools<81",
  git: "gitpython",
  magic: "python-magic",
  docx: "python-docx",
  pptx: "python-pptx",
  slugify: "python-slugify",
  jose: "python-jose",
  multipart: "python-multipart",
  zmq: "pyzmq",
  skimage: "scikit-image",
  telegram: "python-telegram-bot",
  xdist: "pytest-xdist",
  fitz: "pymupdf",
  ldap: "python-ldap",
  markdown: "Markdown",
  levenshtein: "Levenshtein",
  socks: "pysocks",
  ruamel: "ruamel.yaml",
  win32api: "pywin32",
};

/** Left the standard library in 3.12 or 3.13. */
export const REMOVED_MODULES = new Set(
  "aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap msilib nis nntplib ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib uu xdrlib".split(
    " ",
  ),
);

const ASIDE =
  /(?:^|\/)(?:docs?|examples?|scripts|tools|benchmarks?|notebooks?|migrations)\/|(?:^|\/)(?:setup|conf)\.py$/;
const MOST_FILES = 300;

/** The package that installs a module. */
export function packageOf(module: string): string {
  return PACKAGES[module] ?? module.replaceAll("_", "-");
}

/** Top modules that the project's own files import at their outermost level, and that are none of its own. */
export function importsOf(files: ProjectFiles, folder: string): string[] {
  const names = files.names(folder).filter((name) => name.endsWith(".py") && !ASIDE.test(name));
  const own = new Set(names.flatMap((name) => name.replace(/\.py$/, "").split("/")));
  const modules = new Set<string>();
  for (const name of names.slice(0, MOST_FILES)) {
    const text = files.text(inFolder(folder, name)) ?? "";
    for (const [, one, from] of text.matchAll(
      /^(?:import ([\w., ]+)|from ([a-z_]\w*)(?:\.[\w.]+)? import\b)/gim,
    ))
      for (const part of (one ?? from ?? "").split(",")) {
        const top = part.trim().split(/[. ]/)[0] ?? "";
        if (/^[a-z]\w*$/i.test(top) && !own.has(top)) modules.add(top);
      }
  }
  return Array.from(modules).sort();
}
