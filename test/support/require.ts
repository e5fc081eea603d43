import { describe, test } from "@jest/globals";

/** Services that tests may need and a machine may lack. */
export type Service =
  | "docker"
  | "postgres"
  | "qdrant"
  | "chromium"
  | "network-namespaces"
  | "mount-namespaces"
  | "unprivileged-user"
  | "valgrind";

/**
 * `describe` where the service is there; else a skip that says why. `MNEME_REQUIRE=docker,postgres` (or `all`) makes
 * the lack of one a failure, so that a machine that ought to have it cannot pass without.
 *
 * @param missing why the service cannot be used, null where it can
 */
export function describeWith(service: Service, missing: string | null, name: string, body: () => void): void {
  if (missing === null) {
    describe(name, body);
    return;
  }
  if (isRequired(service)) {
    test(`${name}: ${service} is required`, () => {
      throw new Error(`MNEME_REQUIRE names ${service}, but ${missing}`);
    });
    return;
  }
  process.stderr.write(`skipped: ${name}: ${missing}\n`);
  describe.skip(`${name} (skipped: ${missing})`, body);
}

function isRequired(service: Service): boolean {
  const required = (process.env["MNEME_REQUIRE"] ?? "").split(",").map((word) => word.trim());
  return required.includes(service) || required.includes("all");
}
