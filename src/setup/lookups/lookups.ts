/** What one requirement of a Python project finds on the index. */
export interface PythonOffer {
  name: string;
  exists: boolean;
  /** A version that the requirement allows is there. */
  matching: boolean;
  /** All that it allows were withdrawn. */
  yanked: boolean;
  /** The newest one that it allows. */
  newest: string | null;
  /** In which form each interpreter of the image gets one; null where it gets none. */
  offers: Readonly<Record<string, "wheel" | "sdist" | null>>;
  /** Newest first; no pre-releases, nothing withdrawn. */
  versions: readonly string[];
  /** SHA-256 of the files of a pinned version; null where the requirement pins none. */
  hashes: readonly string[] | null;
}

export interface NodeVersion {
  engines?: Record<string, string> | undefined;
  peerDependencies?: Record<string, string> | undefined;
  peerDependenciesMeta?: Record<string, { optional?: boolean | undefined }> | undefined;
  hasInstallScript?: boolean | undefined;
  integrity?: string | null | undefined;
}

export interface NodePackage {
  versions: Readonly<Record<string, NodeVersion>>;
  tags: Readonly<Record<string, string>>;
}

export interface CrateVersion {
  version: string;
  yanked: boolean;
  checksum: string;
  features: readonly string[];
}

export interface GoModule {
  /** The path that its own go.mod declares; null where there is no such version. */
  declares: string | null;
  /** All that there are where the asked one is not; else that one. */
  versions: readonly string[];
}

export interface NodeScripts {
  /** It fetches something from elsewhere than the registry. */
  downloads: boolean;
  /** It compiles. */
  compiles: boolean;
}

/** What the source of a package wants of the system ("header:cairo.h", "command:pg_config"), and its build files' text. */
export interface SourceNeeds {
  needs: readonly string[];
  build: string;
}

/**
 * Port: questions about what registries offer and what the sandbox has. Nothing is installed or run to answer one.
 * Null: no answer was to be had (no network, an index that fails); a name that an index does not know is a null entry.
 */
export interface Lookups {
  /** Debian packages that hold a file: the pattern is a basic regular expression over "bin/x", "include/a/b.h" … */
  systemFiles(pattern: string): Promise<{ path: string; package: string }[]>;
  /** Of "command:x", "header:a/b.h", "pc:x", "library:x" (to link with), "runtime:x" (to load), "installed:node_modules/x", "locale:de_DE", "php:bcmath", "gem:rake", "offered:ruby-rack" (by the distribution): those that the sandbox lacks. */
  missing(wanted: readonly string[]): Promise<readonly string[]>;
  /** Of the modules, those that the interpreter cannot find. */
  missingModules(
    interpreter: string,
    cwd: string,
    modules: readonly string[],
  ): Promise<readonly string[] | null>;
  pythonOffers(requirements: readonly string[]): Promise<Readonly<Record<string, PythonOffer>> | null>;
  /** What a resolver says against the requirements; "" where they can all hold. */
  pythonConflict(python: string, requirements: readonly string[]): Promise<string | null>;
  /** Of pins ("name==1.2") that exist as source only. */
  pythonSources(pins: readonly string[]): Promise<Readonly<Record<string, SourceNeeds>> | null>;
  nodePackages(names: readonly string[]): Promise<Readonly<Record<string, NodePackage | null>> | null>;
  crates(names: readonly string[]): Promise<Readonly<Record<string, readonly CrateVersion[] | null>> | null>;
  /** What the build scripts of the crates that were fetched, and the named ones that help to build, want of the system. */
  crateNeeds(helpers: readonly string[]): Promise<readonly string[] | null>;
  /** Of "module@version". */
  goModules(modules: readonly string[]): Promise<Readonly<Record<string, GoModule>> | null>;
  /** Packages whose newer major versions came out after what pins them, with the first major that is too new. */
  pythonMoved(pins: readonly string[]): Promise<Readonly<Record<string, number>> | null>;
  /** Shared libraries that the packages of the project's environment load at run time and that are not there. */
  pythonLibraries(cwd: string): Promise<readonly string[] | null>;
  /** What the install scripts of "name@version" do. */
  nodeScripts(packages: readonly string[]): Promise<Readonly<Record<string, NodeScripts>> | null>;
  /** By "group:artifact". */
  mavenVersions(
    artifacts: readonly string[],
  ): Promise<Readonly<Record<string, readonly string[] | null>> | null>;
}

/** Where nothing can be asked. */
export const NO_LOOKUPS: Lookups = {
  systemFiles: () => Promise.resolve([]),
  missing: () => Promise.resolve([]),
  missingModules: () => Promise.resolve(null),
  pythonOffers: () => Promise.resolve(null),
  pythonConflict: () => Promise.resolve(null),
  pythonSources: () => Promise.resolve(null),
  nodePackages: () => Promise.resolve(null),
  crates: () => Promise.resolve(null),
  crateNeeds: () => Promise.resolve(null),
  goModules: () => Promise.resolve(null),
  pythonMoved: () => Promise.resolve(null),
  pythonLibraries: () => Promise.resolve(null),
  nodeScripts: () => Promise.resolve(null),
  mavenVersions: () => Promise.resolve(null),
};
