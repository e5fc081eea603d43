import type { PresentPlaces } from "../../src/github/forge.js";

interface Place {
  repo: string;
  is_private: boolean;
}

/** Where the app is, as a test tells it: in every installation, and in the repositories that are named. */
export class ScriptedPlaces implements PresentPlaces {
  /** By repository id. */
  readonly repositories = new Map<string, Place>();
  readonly suspended = new Set<string>();
  readonly uninstalled = new Set<string>();

  installationNow(installation: string): Promise<{ suspended: boolean } | null> {
    const isGone = this.uninstalled.has(installation);
    return Promise.resolve(isGone ? null : { suspended: this.suspended.has(installation) });
  }

  repositoryNow(_: unknown, repositoryId: string): Promise<Place | null> {
    return Promise.resolve(this.repositories.get(repositoryId) ?? null);
  }

  /** The forge, with these places. */
  on<Forge extends object>(forge: Forge): Forge & PresentPlaces {
    return Object.assign(forge, {
      installationNow: this.installationNow.bind(this),
      repositoryNow: this.repositoryNow.bind(this),
    });
  }
}
