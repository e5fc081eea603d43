"""look-up.py QUESTION [ARGUMENT...]: answers one question about what the sandbox and its registries have, as JSON.

Nothing is installed, built or run: indexes are read, files of the sandbox are looked at. The addresses are those that
the tools of the image are configured for. An answer of null says that it is not known.
"""

import glob
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 40
TRIES = 3
PYTHONS = ("3.13", "3.11", "3.9")


def fetch(url, accept=None):
    """The text, None for "there is no such thing"; other failures are raised."""
    request = urllib.request.Request(url, headers={"accept": accept} if accept else {})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return answer.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        if error.code in (404, 410):
            return None
        raise


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def many(ask, names):
    def safe(name):
        for tries in range(1, TRIES + 1):
            try:
                return ask(name)
            except Exception as error:  # An index that does not answer leaves the question open.
                if tries == TRIES:
                    return {"unknown": str(error)[:200]}
                time.sleep(tries)

    with ThreadPoolExecutor(8) as pool:
        return dict(zip(names, pool.map(safe, names)))


# ---- Python


def python_index():
    index = output_of("python3", "-m", "pip", "config", "get", "global.index-url")
    if not index:
        from pip._internal.models.index import PyPI

        index = PyPI.simple_url
    return index.rstrip("/")


def python_requirements(arguments):
    """What each requirement ("name==1.2; marker") finds on the index, for each interpreter of the image."""
    from pip._vendor.packaging.requirements import Requirement
    from pip._vendor.packaging.tags import compatible_tags, cpython_tags
    from pip._vendor.packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename
    from pip._vendor.packaging.specifiers import SpecifierSet
    from pip._vendor.packaging.version import Version

    index = python_index()
    tags = {}
    for python in PYTHONS:
        version = tuple(int(part) for part in python.split("."))
        platforms = [f"manylinux_2_{minor}_x86_64" for minor in range(5, 42)]
        platforms += ["manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64", "linux_x86_64"]
        tags[python] = set(cpython_tags(version, platforms=platforms)) | set(
            compatible_tags(version, f"cp{version[0]}{version[1]}", platforms)
        )

    def fits_python(required, python):
        try:
            return not required or SpecifierSet(required).contains(f"{python}.9")
        except Exception:
            return True

    def ask(line):
        requirement = Requirement(line)
        name = canonicalize_name(requirement.name)
        text = fetch(f"{index}/{name}/", "application/vnd.pypi.simple.v1+json")
        if text is None:
            return {"name": name, "exists": False}
        versions = {}
        for file in json.loads(text)["files"]:
            filename, required = file["filename"], file.get("requires-python")
            try:
                if filename.endswith(".whl"):
                    _, version, _, wheel_tags = parse_wheel_filename(filename)
                    kind = {p for p in PYTHONS if wheel_tags & tags[p] and fits_python(required, p)}
                    entry = ("wheel", kind)
                elif filename.endswith((".tar.gz", ".zip")):
                    version = parse_sdist_filename(filename)[1]
                    entry = ("sdist", {p for p in PYTHONS if fits_python(required, p)})
                else:
                    continue
            except Exception:
                continue
            known = versions.setdefault(version, {"wheel": set(), "sdist": set(), "yanked": True, "hashes": []})
            known[entry[0]] |= entry[1]
            known["yanked"] = known["yanked"] and bool(file.get("yanked"))
            known["hashes"].append(file.get("hashes", {}).get("sha256", ""))
        matching = [v for v in sorted(versions, reverse=True) if requirement.specifier.contains(v, prereleases=None)]
        usable = [v for v in matching if not versions[v]["yanked"]] or matching
        offers = {}
        for python in PYTHONS:
            best = next((v for v in usable if versions[v]["wheel"] | versions[v]["sdist"] and python in versions[v]["wheel"] | versions[v]["sdist"]), None)
            offers[python] = None if best is None else "wheel" if python in versions[best]["wheel"] else "sdist"
        pinned = len(list(requirement.specifier)) == 1 and matching and str(requirement.specifier).startswith("==")
        stable = [str(v) for v in sorted(versions, reverse=True) if not v.is_prerelease and not versions[v]["yanked"]]
        return {
            "name": name,
            "exists": True,
            "matching": bool(matching),
            "yanked": bool(matching) and all(versions[v]["yanked"] for v in matching),
            "offers": offers,
            "versions": stable[:400],
            "hashes": versions[usable[0]]["hashes"] if pinned else None,
            "newest": str(usable[0]) if usable else None,
        }

    return many(ask, arguments)


def python_imports(arguments):
    """Of the given modules, those that the interpreter (the first argument) cannot find."""
    interpreter, *modules = arguments
    script = (
        "import importlib.util, json, sys\n"
        "def missing(name):\n"
        "    try: return importlib.util.find_spec(name) is None\n"
        "    except Exception: return False\n"
        "print(json.dumps([name for name in sys.argv[1:] if name not in sys.builtin_module_names and missing(name)]))"
    )
    done = subprocess.run([interpreter, "-c", script, *modules], capture_output=True, text=True, timeout=TIMEOUT)
    return json.loads(done.stdout) if done.returncode == 0 else None


def python_conflict(arguments):
    """Where a pinned requirement asks for versions of another one that are excluded: "a 1.0 depends on b>=2". Else ""."""
    from pip._vendor.packaging.requirements import Requirement
    from pip._vendor.packaging.utils import canonicalize_name

    python, *lines = arguments
    index = python_index()
    asked = {}
    for line in lines:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"python_version": python}):
            asked.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    offered = many(lambda name: python_releases(index, name), list(asked))

    def allowed(name, *more):
        """Versions of a requirement that hold for all who ask for it."""
        specifiers = [requirement.specifier for requirement in asked[name]] + list(more)
        return [v for v in offered[name] if all(specifier.contains(v, prereleases=True) for specifier in specifiers)]

    def ask(name):
        pinned = next((r for r in asked[name] if any(bound.operator in ("==", "===") for bound in r.specifier)), None)
        if pinned is None:
            return None
        version = next(iter(sorted(allowed(name), reverse=True)), None)
        metadata = "" if version is None else python_metadata(index, name, offered[name][version])
        for line in re.findall(r"^Requires-Dist: (.+)$", metadata, re.M):
            needed = Requirement(line)
            other = canonicalize_name(needed.name)
            if other not in asked or other == name or "unknown" in offered[other]:
                continue
            extras = {""} | {extra for requirement in asked[name] for extra in requirement.extras}
            if needed.marker is not None and not any(needed.marker.evaluate({"python_version": python, "extra": extra}) for extra in extras):
                continue
            if allowed(other) and not allowed(other, needed.specifier):
                return f"{name} {version} depends on {other}{needed.specifier}"
        return None

    said = many(ask, [name for name in asked if "unknown" not in offered[name]])
    return "\n".join(text for text in said.values() if isinstance(text, str))


def python_releases(index, name):
    """Files of each version that an index offers."""
    from pip._vendor.packaging.version import Version

    text = fetch(f"{index}/{name}/", "application/vnd.pypi.simple.v1+json")
    versions = {}
    for file in json.loads(text)["files"] if text else []:
        found = re.match(r"[^-]+(?:-[a-z_][^-]*)*-(\d[^-]*?)(?:-.*\.whl|\.tar\.gz|\.zip)$", file["filename"], re.I)
        try:
            versions.setdefault(Version(found.group(1)), []).append(file)
        except Exception:
            continue
    return versions


def python_metadata(index, name, files):
    """The metadata of one version, out of a wheel; "" where there is none."""
    wheel = next((file for file in files if file["filename"].endswith(".whl")), None)
    if wheel is None:
        return ""
    url = urllib.parse.urljoin(f"{index}/{name}/", wheel["url"])
    if wheel.get("core-metadata") or wheel.get("data-dist-info-metadata"):
        text = fetch(f"{url}.metadata")
        if text:
            return text
    if (wheel.get("size") or 0) > 20_000_000:
        return ""
    with urllib.request.urlopen(url, timeout=60) as answer:
        archive = zipfile.ZipFile(io.BytesIO(answer.read()))
    entry = next(item for item in archive.namelist() if item.endswith(".dist-info/METADATA"))
    return archive.read(entry).decode("utf-8", "replace")


def python_moved(arguments):
    """Dependencies without an upper bound whose next major version came out after the pin ("name==1.2") that asks for them."""
    from pip._vendor.packaging.requirements import Requirement
    from pip._vendor.packaging.version import Version

    index = python_index()

    def files_of(name):
        text = fetch(f"{index}/{re.sub(r'[-_.]+', '-', name).lower()}/", "application/vnd.pypi.simple.v1+json")
        return json.loads(text)["files"] if text else []

    def version_of(filename):
        found = re.match(r"[^-]+-([^-]+?)(?:-|\.tar\.gz|\.zip)", filename)
        try:
            return Version(found.group(1)) if found else None
        except Exception:
            return None

    pinned = {pin.split("==")[0] for pin in arguments}
    moved = {}

    def ask(pin):
        name, version = pin.split("==")
        own = [file for file in files_of(name) if version_of(file["filename"]) == Version(version)]
        date = min((file["upload-time"] for file in own if "upload-time" in file), default=None)
        metadata = "" if date is None else python_metadata(index, name, own)
        for line in re.findall(r"^Requires-Dist: (.+)$", metadata, re.M):
            required = Requirement(line)
            if required.marker is not None or required.name in pinned:
                continue
            if any(bound.operator in ("<", "<=", "==", "~=") for bound in required.specifier):
                continue
            dated = [(version_of(file["filename"]), file.get("upload-time", "")) for file in files_of(required.name)]
            dated = [(v, when) for v, when in dated if v is not None and not v.is_prerelease]
            before = max((v.major for v, when in dated if when <= date), default=None)
            if before is not None and max(v.major for v, _ in dated) > before and before > 0:
                moved[required.name] = before + 1
        return None

    many(ask, arguments)
    return moved


def python_libraries(_):
    """Libraries that installed packages load by name, and that no loader finds."""
    from ctypes.util import find_library

    wanted = set()
    for path in glob.glob(".venv/lib/python3*/site-packages/**/*.py", recursive=True):
        if re.search(r"/(pip|setuptools|_distutils_hack|pkg_resources)/|/tests?/", path) or os.path.getsize(path) > 400_000:
            continue
        text = open(path, errors="replace").read()
        if "find_library(" not in text and "CDLL(" not in text and "dlopen(" not in text:
            continue
        names = re.findall(r"(?:find_library|CDLL|LoadLibrary|dlopen)\(\s*['\"]([\w.+-]+)['\"]", text)
        if not names:
            names = re.findall(r"['\"](lib[a-z][\w+-]*(?:\.so(?:\.\d+)*)?)['\"]", text)
        plain = [re.sub(r"^lib|\.so.*$", "", name) for name in names]
        plain = [name for name in plain if not re.search(r"dll|dylib|32$|^cyg|^msvcr|^kernel|^user|^c$", name)]
        if plain and not any(find_library(name) for name in plain):
            wanted |= set(plain)
    return sorted(f"runtime:{name}" for name in wanted if re.fullmatch(r"[\w.+-]{2,40}", name))


# ---- Node


def node_packages(arguments):
    registry = output_of("npm", "config", "get", "registry").rstrip("/")

    def ask(name):
        text = fetch(f"{registry}/{name.replace('/', '%2f')}", "application/vnd.npm.install-v1+json")
        if text is None:
            return None
        document = json.loads(text)
        versions = {
            version: {
                key: entry[key]
                for key in ("engines", "peerDependencies", "peerDependenciesMeta")
                if entry.get(key)
            }
            | {
                "integrity": (entry.get("dist") or {}).get("integrity"),
                "hasInstallScript": bool(
                    entry.get("hasInstallScript") or {"preinstall", "install", "postinstall"} & set(entry.get("scripts") or {})
                ),
            }
            for version, entry in document.get("versions", {}).items()
        }
        return {"versions": versions, "tags": document.get("dist-tags", {})}

    return many(ask, arguments)


def node_scripts(arguments):
    """What the install scripts of "name@version" do: fetch from elsewhere, or compile."""
    registry = output_of("npm", "config", "get", "registry").rstrip("/")

    def ask(argument):
        name, version = argument.rsplit("@", 1)
        base = name.split("/")[-1]
        with urllib.request.urlopen(f"{registry}/{name}/-/{base}-{version}.tgz", timeout=60) as answer:
            data = answer.read()
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            names = {item.name.split("/", 1)[-1]: item for item in archive if item.isfile()}

            def text(path):
                item = names.get(path) or names.get(f"{path}.js") or names.get(f"{path}.mjs")
                return archive.extractfile(item).read().decode("utf-8", "replace") if item else ""

            scripts = json.loads(text("package.json")).get("scripts", {})
            run = " ".join(scripts.get(key, "") for key in ("preinstall", "install", "postinstall"))
            files = " ".join(text(os.path.normpath(path)) for path in re.findall(r"node (?:-r \S+ )?(\S+)", run))
            return {
                "downloads": bool(re.search(r"https?:|download|fetch\(|prebuild-install|node-pre-gyp", run + files, re.I)),
                "compiles": "binding.gyp" in names or "node-gyp" in run,
            }

    return many(ask, arguments)


# ---- Rust


def crate_index():
    for path in ("/.cargo/config.toml", os.path.expanduser("~/.cargo/config.toml")):
        if os.path.exists(path):
            found = re.search(r'sparse\+(https?://[^"]+)', open(path).read())
            if found:
                return found.group(1)
    with open(os.path.realpath(shutil.which("cargo")), "rb") as binary:
        found = re.search(rb"sparse\+(https://index\.[a-z.]+/)", binary.read())
    return found.group(1).decode()


def crates(arguments):
    index = crate_index().rstrip("/")

    def ask(name):
        lower = name.lower()
        path = f"{len(lower)}/{lower}" if len(lower) < 3 else f"3/{lower[0]}/{lower}" if len(lower) == 3 else f"{lower[:2]}/{lower[2:4]}/{lower}"
        text = fetch(f"{index}/{path}")
        if text is None:
            return None
        rows = [json.loads(line) for line in text.splitlines() if line]
        return [
            {"version": row["vers"], "yanked": row["yanked"], "checksum": row["cksum"], "rust": row.get("rust_version"),
             "features": sorted({**row.get("features", {}), **(row.get("features2") or {})})}
            for row in rows
        ]

    return many(ask, arguments)


# ---- Go and Java


def go_modules(arguments):
    """Of "module@version": the path that the module itself declares, and the versions that there are."""
    proxy = next(part for part in re.split("[,|]", output_of("go", "env", "GOPROXY")) if part.startswith("http"))

    def ask(argument):
        name, version = argument.rsplit("@", 1)
        path = urllib.parse.quote(re.sub("[A-Z]", lambda found: "!" + found.group().lower(), name))
        base = f"{proxy.rstrip('/')}/{path}/@v"
        try:
            text = fetch(f"{base}/{version}.mod")
        except urllib.error.HTTPError as error:
            # Some proxies refuse what they do not have; the list then tells whether there is such a version.
            if error.code != 403 or version in (fetch(f"{base}/list") or version).split():
                raise
            text = None
        declared = re.search(r"^module +(\S+)", text or "", re.M)
        if declared:
            return {"declares": declared.group(1).strip('"'), "versions": [version]}
        # A proxy may know a version and list none.
        return {"declares": None, "versions": (fetch(f"{base}/list") or "").split()}

    return many(ask, arguments)


def maven_versions(arguments):
    settings = open("/etc/maven/settings.xml").read() if os.path.exists("/etc/maven/settings.xml") else ""
    settings = re.sub(r"<!--.*?-->|<mirror>(?:(?!</mirror>).)*<blocked>true.*?</mirror>", "", settings, flags=re.S)
    found = re.search(r"<url>(https?://[^<]+)</url>", settings)
    if found is None:
        jar = next(iter(glob.glob("/usr/share/maven/lib/maven-model-builder-*.jar")), "")
        text = output_of("unzip", "-p", jar, "org/apache/maven/model/pom-4.0.0.xml")
        found = re.search(r"<url>(https?://[^<]+)</url>", text)
    base = found.group(1).rstrip("/")

    def ask(name):
        group, artifact = name.split(":")
        text = fetch(f"{base}/{group.replace('.', '/')}/{artifact}/maven-metadata.xml")
        return None if text is None else re.findall(r"<version>([^<]+)</version>", text)

    return many(ask, arguments)


# ---- The system


def system(arguments):
    """Of "command:x", "header:a/b.h", "pc:x", "library:x" (to link with) and "runtime:x" (to load), those that are lacking."""
    from ctypes.util import find_library

    triple = output_of("gcc", "-print-multiarch")
    includes = ["/usr/include", f"/usr/include/{triple}", "/usr/local/include"]
    includes += glob.glob(f"/usr/lib/gcc/{triple}/*/include") + glob.glob("/usr/include/c++/*")
    includes += glob.glob("/usr/include/python3*")

    def lacks(wanted):
        kind, name = wanted.split(":", 1)
        if kind == "command":
            return shutil.which(name) is None
        if kind == "header":
            return not any(os.path.exists(os.path.join(folder, name)) for folder in includes)
        if kind == "installed":
            folder = name[: name.index("node_modules") + len("node_modules")]
            return os.path.isdir(folder) and not os.path.lexists(name)
        if kind == "runtime":
            return find_library(name) is None
        if kind == "apt":
            return "installed" not in output_of("dpkg-query", "-W", "-f", "${Status}", name)
        if kind == "offered":
            return not re.search(r"^Package: ", output_of("apt-cache", "--no-generate", "show", name), re.M)
        if kind == "gem":
            return subprocess.run(["gem", "list", "-i", "-e", name], capture_output=True).returncode != 0
        if kind == "locale":
            return name.lower() not in output_of("locale", "-a").lower().replace("utf8", "utf-8")
        if kind == "php":
            return name.lower() not in output_of("php", "-m").lower().split()
        if kind == "pc":
            return subprocess.run(["pkg-config", "--exists", name], capture_output=True).returncode != 0
        return not any(
            glob.glob(os.path.join(folder, f"lib{glob.escape(name)}.{end}"))
            for folder in (f"/usr/lib/{triple}", "/usr/lib", "/usr/local/lib", f"/lib/{triple}")
            for end in ("so", "a")
        ) and not glob.glob(f"/usr/lib/gcc/{triple}/*/lib{glob.escape(name)}.*")

    return [wanted for wanted in arguments if lacks(wanted)]


def crate_needs(arguments):
    """What the build scripts of the fetched crates, and the given crates that help to build, look for in the system."""
    wanted = set()
    for name in arguments:
        for path in glob.glob(os.path.expanduser(f"~/.cargo/registry/src/*/{glob.escape(name)}-[0-9]*/src/**/*.rs"), recursive=True):
            text = re.sub(r"^\s*//.*$", "", open(path, errors="replace").read(), flags=re.M)
            wanted |= {f"command:{found}" for found in re.findall(r'(?:Command::new|PathBuf::from)\(\s*"([a-z][\w+-]*)"', text)}
            wanted |= {f"apt:{found}" for found in re.findall(r"apt(?:-get)? install (?:-y )?([a-z0-9][a-z0-9+-]+)", text)}
    for root in glob.glob(os.path.expanduser("~/.cargo/registry/src/*/*")):
        build = os.path.join(root, "build.rs")
        if not os.path.exists(build):
            build = os.path.join(root, "build", "main.rs")
        if not os.path.exists(build):
            continue
        text = open(build, errors="replace").read()
        manifest = open(os.path.join(root, "Cargo.toml"), errors="replace").read()
        wanted |= {f"pc:{name}" for name in re.findall(r'(?:probe_library|\.probe)\(\s*"([\w.+-]+)"', text)}
        wanted |= {f"command:{name}" for name in re.findall(r'Command::new\(\s*"([\w.+-]+)"', text)}
        if "pc:" not in "".join(wanted) and "pkg_config" in text:
            links = re.search(r'^links = "([\w.+-]+)"', manifest, re.M)
            if links:
                wanted.add(f"pc:{links.group(1)}")
    return sorted(wanted - {"command:cargo", "command:rustc", "command:rustfmt", "command:git"})


OTHER_SYSTEMS = r"WIN(?:32|64|DOWS|CE)|_MSC|MSVC|APPLE|MINGW|DARWIN|MACOS|OSX|BSD|SUNOS|CYGWIN"


def unconditional_includes(text, defined=frozenset()):
    """Headers that are included on this system whatever else is defined; an include guard is no condition."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    guard = re.match(r"\s*(?:(?://|#[ \t]*pragma)[^\n]*\n\s*)*#[ \t]*ifndef[ \t]+(\w+)[ \t]*\n\s*#[ \t]*define[ \t]+\1\b", text)
    taken, found = [], []

    def holds(kind, condition):
        names = re.findall(r"\w+", condition)
        name = names[-1] if names else ""
        if kind == "ifndef":
            return (guard is not None and name == guard.group(1)) or re.search(OTHER_SYSTEMS, name) is not None
        simple = kind == "ifdef" or re.fullmatch(r"\s*(?:defined\s*\(?\s*)?\w+\s*\)?\s*", condition) is not None
        return simple and name in defined

    for line in text.splitlines():
        directive = re.match(r"[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif|include)\b([^\n]*)", line)
        if directive is None:
            continue
        kind, rest = directive.groups()
        if kind in ("if", "ifdef", "ifndef"):
            taken.append(holds(kind, rest))
        elif kind in ("elif", "else") and taken:
            taken[-1] = False
        elif kind == "endif" and taken:
            taken.pop()
        elif kind == "include" and all(taken):
            header = re.match(r"[ \t]*[<\"]([\w./+-]+)[>\"]", rest)
            if header and header.group(1) != "config.h":  # Made by each project's own configure.
                found.append(header.group(1))
    return found


C_ENDS = (".c", ".cc", ".cpp", ".cxx", ".h", ".hpp")


def python_sources(arguments):
    """What the source packages of the given pins ("name==1.2") want of the system and of their build."""
    index = python_index()

    def texts_of(data, name):
        if name.endswith(".zip"):
            archive = zipfile.ZipFile(io.BytesIO(data))
            return {item: archive.read(item).decode("utf-8", "replace") for item in archive.namelist() if wanted(item)}
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            return {
                item.name: archive.extractfile(item).read().decode("utf-8", "replace")
                for item in archive
                if item.isfile() and item.size < 2_000_000 and wanted(item.name)
            }

    def wanted(path):
        return path.endswith((*C_ENDS, ".pyx")) or re.search(r"^[^/]+/(setup\.py|setup\.cfg|pyproject\.toml|setupext\.py)$", path)

    def ask(pin):
        name, version = pin.split("==")
        files = json.loads(fetch(f"{index}/{re.sub(r'[-_.]+', '-', name).lower()}/", "application/vnd.pypi.simple.v1+json"))["files"]
        ends = tuple(f"-{version}{end}" for end in (".tar.gz", ".zip"))
        file = next(item for item in files if item["filename"].endswith(ends) and (item.get("size") or 0) < 40_000_000)
        url = urllib.parse.urljoin(f"{index}/{name}/", file["url"])
        with urllib.request.urlopen(url, timeout=60) as answer:
            texts = texts_of(answer.read(), file["filename"])
        own = {os.path.basename(path) for path in texts}
        build = "\n".join(text for path, text in texts.items() if path.count("/") == 1 and not path.endswith(C_ENDS))
        # What the build names, it may define; systems that this is not are never defined.
        defined = {name for name in re.findall(r"\b[A-Z][A-Z0-9_]{2,}\b", build) if not re.search(OTHER_SYSTEMS, name)}
        needs = set()
        for path, text in texts.items():
            if re.search(r"(^|/)(tests?|examples?|win32|windows|osx|macos|vendor|third_party)/", path, re.I):
                continue
            if path.endswith(C_ENDS):
                needs |= {f"header:{header}" for header in unconditional_includes(text, defined) if os.path.basename(header) not in own}
            elif path.endswith("setup.py"):
                needs |= {f"command:{tool}" for tool in re.findall(r"['\"]([a-z]\w*[-_]config)['\"]", text)}
        return {"needs": sorted(needs), "build": build[:60_000]}

    return many(ask, arguments)


QUESTIONS = {
    "python-requirements": python_requirements,
    "python-sources": python_sources,
    "python-imports": python_imports,
    "python-conflict": python_conflict,
    "node-packages": node_packages,
    "crates": crates,
    "crate-needs": crate_needs,
    "go-modules": go_modules,
    "python-moved": python_moved,
    "python-libraries": python_libraries,
    "node-scripts": node_scripts,
    "maven-versions": maven_versions,
    "system": system,
}

print(json.dumps(QUESTIONS[sys.argv[1]](sys.argv[2:])))
