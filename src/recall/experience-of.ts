import { meanOf } from "../memory/confidence.js";
import { fingerprintOf } from "../memory/consolidation.js";
import type { Episode } from "../memory/episode.js";
import type { Experience } from "../memory/experience.js";
import { followsTemplate } from "../memory/form-experience.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import type { ReadScope } from "../memory/scope.js";
import type { RecalledExperience, RecallReason } from "./recalled.js";

/** Experiences of a fault, each with the episodes behind it. */
export type FaultExperiences = (
  fingerprint: string,
) => Promise<{ experience: Experience; evidence: Episode[] }[]>;

/** What a reader may know of faults, read once each: the memories of one answer are mostly of one fault. */
export function readExperiences(
  log: Pick<EpisodeLog, "get" | "experiences">,
  reader: ReadScope,
): FaultExperiences {
  const read: FaultExperiences = async (fingerprint) =>
    await Promise.all(
      (await log.experiences(reader, fingerprint)).map(async (experience) => ({
        experience,
        evidence: await log.get(reader, experience.evidence),
      })),
    );
  const known = new Map<string, ReturnType<FaultExperiences>>();
  return async (fingerprint) => {
    const reading = known.get(fingerprint) ?? read(fingerprint);
    known.set(fingerprint, reading);
    return await reading;
  };
}

/** What is known of the fault of a recalled episode beyond it: the experience of its repository. Null where there is none. */
export async function experienceOf(
  episode: Episode,
  resolution: Episode | null,
  experiences: FaultExperiences,
): Promise<RecalledExperience | null> {
  const fingerprint = fingerprintOf(episode);
  if (fingerprint === null) return null;
  for (const { experience, evidence } of await experiences(fingerprint)) {
    if (!evidence.some(({ thread }) => thread === episode.thread)) continue;
    const { id, level, alpha, beta, fix_template: template } = experience;
    const isFollowed = resolution !== null && followsTemplate(episode, resolution, template);
    return {
      id,
      level,
      issues: new Set(evidence.map(({ thread }) => thread)).size,
      way: isFollowed
        ? {
            held: Math.max(0, Math.round(alpha - 1)),
            failed: Math.max(0, Math.round(beta - 1)),
            belief: meanOf(experience),
          }
        : null,
    };
  }
  return null;
}

export function experienceReason({ issues, way }: RecalledExperience): RecallReason {
  const seen = `the same fault in ${issues} issues`;
  if (way === null) return { signal: "experience", score: 0, text: seen };
  const failed = way.failed === 0 ? "" : `, failed ${times(way.failed)}`;
  return {
    signal: "experience",
    score: way.belief,
    text: `${seen}, this way held ${times(way.held)}${failed}`,
  };
}

function times(n: number): string {
  return n === 1 ? "once" : `${n} times`;
}
