import type { EntityKind } from "../failure-case.js";

export interface Named {
  kind: EntityKind;
  value: string;
}

/** Takes one written reference apart: a package with a version or a constraint, or a URL. */
export type Notation = (text: string) => readonly Named[];

/** "Django[argon2]>=4.2,<5; python_version < '3.12'", "foo (>=1.0)", "foo @ https://…" (PEP 508). */
export function readPep508(text: string): readonly Named[] {
  const match =
    /^([A-Z0-9][\w.-]*)(\s*\[[^\]]*\])?\s*(?:\(([^()]+)\)|@\s*(\S+)|((?:[<>=!~]|===)[^;]+))?/i.exec(
      text.trim(),
    );
  if (match === null) return [];
  const [, name = "", , parenthesized, , bare] = match;
  return [...named("package", name), ...named("constraint", parenthesized ?? bare)];
}

/** "react@^18.0.0", "@babel/core@7.1.0", "lodash". One exact version is a version, all else a constraint. */
export function readNpmSpec(text: string): readonly Named[] {
  const at = text.indexOf("@", 1);
  if (at < 0) return named("package", text);
  return [...named("package", text.slice(0, at)), ...readNpmRange(text.slice(at + 1))];
}

function readNpmRange(range: string): readonly Named[] {
  const bare = range.replace(/^["']|["']$/g, "").replace(/^npm:/, "");
  // a URL or a path is where it comes from, not which version it is
  if (/^(?:https?|git|file|link|workspace)\b|^github:|^\./.test(bare)) return [];
  if (/^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(bare)) return named("version", bare);
  return named("constraint", bare);
}

/** "group:artifact:1.0", "group:artifact:jar:1.0", "group:artifact:jar:classifier:1.0:compile" (Maven, Gradle). */
export function readMaven(text: string): readonly Named[] {
  const parts = text.split(":");
  const [group = "", artifact = ""] = parts;
  if (artifact === "") return named("package", text);
  const scopeless = /^(?:compile|runtime|test|provided|system|import)$/.test(parts.at(-1) ?? "")
    ? parts.slice(0, -1)
    : parts;
  const version = scopeless.length > 2 ? scopeless.at(-1) : undefined;
  const isRange = version !== undefined && /^[[(]|\+$|^latest/.test(version);
  return [...named("package", `${group}:${artifact}`), ...named(isRange ? "constraint" : "version", version)];
}

/** "rack (>= 2.0, < 3)", "rails (= 6.1.0)", "nokogiri-1.10.4", "rack:2.0" (RubyGems, Bundler). */
export function readGem(text: string): readonly Named[] {
  const listed = /^([\w.-]+)\s*\(([^()]+)\)/.exec(text);
  if (listed !== null) {
    const [, name, requirement = ""] = listed;
    const exact = /^(?:= )?(\d[\w.]*)$/.exec(requirement)?.[1];
    return [
      ...named("package", name),
      ...(exact === undefined ? named("constraint", requirement) : named("version", exact)),
    ];
  }
  const joined = /^([A-Z][\w.-]*?)[-:](\d+(?:\.[0-9A-Z]+)*)$/i.exec(text);
  return joined === null
    ? named("package", text)
    : [...named("package", joined[1]), ...named("version", joined[2])];
}

/** "serde v1.0.0", "serde = \"^1.0\"", "serde@1.0.0", "serde ^1.0" (Cargo). */
export function readCargo(text: string): readonly Named[] {
  const match =
    /^([A-Za-z][\w-]*)(?:\s*=\s*"([^"]+)"|[ @]v?(\d[\w.+-]*)|\s+([\^~=<>*]\S*(?:,\s*[\^~=<>]\S*)*))?/.exec(
      text,
    );
  if (match === null) return [];
  const [, name, quoted, version, requirement] = match;
  return [
    ...named("package", name),
    ...named("version", version),
    ...named("constraint", quoted ?? requirement),
  ];
}

/** "github.com/x/y@v1.2.3", "github.com/x/y v1.2.3" (Go modules). */
export function readGoModule(text: string): readonly Named[] {
  const [path = "", version] = text.split(/[@ ]/, 2);
  return [...named("package", path), ...named("version", version)];
}

/** "libfoo-dev (>= 1.2)", "foo=1.2-3", "foo:i386" (Debian, Alpine). */
export function readDebian(text: string): readonly Named[] {
  const match = /^([a-z0-9][a-z0-9+.-]*)(?::[a-z0-9-]+)?(?:\s*\(([<>=][^()]+)\)|=(\S+))?/i.exec(text);
  if (match === null) return [];
  return [...named("package", match[1]), ...named("constraint", match[2]), ...named("version", match[3])];
}

/** What an RPM asks for: "clang >= 13", "pkgconfig(glib-2.0)", "libfoo.so.1()(64bit)", "/usr/bin/perl". */
export function readRpm(text: string): readonly Named[] {
  const [wanted = "", operator, version] = text.trim().split(/\s+/);
  const constraint = version === undefined ? [] : named("constraint", `${operator ?? ""} ${version}`);
  if (wanted.startsWith("/")) return named("file", wanted);
  const soname = /^[\w.+-]{1,80}\.so(?:\.[\w.]{1,20})?(?=\(|$)/.exec(wanted)?.[0];
  if (soname !== undefined) return named("library", soname);
  return [...named("package", /^pkgconfig\(([^()]+)\)/.exec(wanted)?.[1] ?? wanted), ...constraint];
}

/** "registry:5000/team/app:1.2", "ubuntu:24.04", "app@sha256:…" (container images). */
export function readImage(text: string): readonly Named[] {
  const [reference = ""] = text.split("@");
  const colon = reference.lastIndexOf(":");
  if (colon <= reference.lastIndexOf("/")) return named("package", reference);
  return [...named("package", reference.slice(0, colon)), ...named("version", reference.slice(colon + 1))];
}

/** Host and port of a URL. */
export function readUrl(text: string): readonly Named[] {
  const match =
    /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[^@/\s]{1,200}@)?(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d{1,5}))?(?![\w@])/i.exec(
      text,
    );
  if (match === null) return [];
  return [...named("host", match[1]), ...named("port", match[2])];
}

/** Host, port and the name of the file of a URL that was downloaded. */
export function readDownload(text: string): readonly Named[] {
  const file = /^[^?#]{1,2000}\/([^/?#]+\.\w[^/?#]*?):?(?:[?#]|$)/.exec(text)?.[1];
  return [...readUrl(text), ...(text.split("/").length > 3 ? named("file", file) : [])];
}

/** "numpy=1.2", "aubio==0.4.2=np110py27_1", "python[version='>=3.6']", "foo >=1.2", "foo 1.2*", "foo 1.2 py27_0" (conda). */
export function readConda(text: string): readonly Named[] {
  const match =
    /^([\w.-]+)(?:\[version='([^']+)'[^\]]*\]|\s*=(\d[\w.]*)(?:=\S+)?$|\s*([<>=!~]\S*)|\s(\d[\w.]*\*)|\s(\d[\w.]*)(?:\s\w\S*)?(?=$|\s->))?/.exec(
      text,
    );
  if (match === null) return [];
  const [, name, bracketed, version, constraint, starred, spaced] = match;
  return [
    ...named("package", name),
    ...named("version", version ?? spaced),
    ...named("constraint", bracketed ?? constraint ?? starred),
  ];
}

function named(kind: EntityKind, value: string | undefined): readonly Named[] {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? [] : [{ kind, value: trimmed }];
}

export const NOTATIONS: Readonly<Record<string, Notation>> = {
  pep508: readPep508,
  npm_spec: readNpmSpec,
  maven: readMaven,
  gem: readGem,
  cargo: readCargo,
  go_mod: readGoModule,
  deb: readDebian,
  rpm: readRpm,
  image: readImage,
  url: readUrl,
  download: readDownload,
  conda: readConda,
};
