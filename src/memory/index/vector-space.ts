import { MnemeError } from "../../errors.js";

/** What the vectors of an index are of. Vectors of two models are never mixed. */
export interface VectorSpace {
  /** The embedder's name of its model. */
  model: string;
  dimensions: number;
}

/** Throws MnemeError("bad_config") where `what` holds vectors of another model than the settings name; null is none. */
export function refuseOtherSpace(what: string, held: VectorSpace | null, wanted: VectorSpace | null): void {
  if (held?.model === wanted?.model && held?.dimensions === wanted?.dimensions) return;
  throw new MnemeError(
    "bad_config",
    `${what} was made ${tell(held)}, the settings name ${wanted === null ? "none" : tell(wanted).slice(5)}: run "mneme memory reindex", or set the embedding model back`,
  );
}

function tell(space: VectorSpace | null): string {
  return space === null
    ? "without an embedding model"
    : `with ${space.model} (${space.dimensions} dimensions)`;
}
