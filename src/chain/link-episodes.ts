import type { Episode, LinkType } from "../memory/episode.js";
import type { Question } from "./chain.js";
import type { MadeEpisodes } from "./source-episodes.js";

interface OpenQuestion {
  episode: Episode;
  question: Question;
}

/**
 * Links later episodes to earlier ones (never the other way, so that a longer thread changes nothing that was there),
 * and tells which questions were answered where.
 */
export function linkEpisodes(made: readonly MadeEpisodes[]): Question[] {
  const questions: OpenQuestion[] = [];
  const said: MadeEpisodes[] = [];
  const report = made[0]?.all.find(({ kind }) => kind === "report");
  for (const current of made) {
    answerQuestions(current, questions);
    linkClaims(current, said, report);
    questions.push(...askedIn(current));
    said.push(current);
  }
  return questions.map(({ question }) => question);
}

function askedIn({ reading, questions }: MadeEpisodes): OpenQuestion[] {
  return questions.map((episode, index) => ({
    episode,
    question: {
      text: reading.questions[index]?.text ?? episode.summary,
      asked_by: reading.source.role,
      comment_id: reading.source.comment_id,
      about: reading.questions[index]?.about ?? [],
      answered_in: null,
    },
  }));
}

/** A comment answers what it has facts for; the one that was asked also answers what is about nothing known. */
function answerQuestions({ reading, all }: MadeEpisodes, open: readonly OpenQuestion[]): void {
  const { source } = reading;
  if (source.role === "bot") return;
  const stated = statedKeys(all, reading);
  const unanswered = open.filter(({ question }) => question.answered_in === null);
  for (const { episode, question } of unanswered) {
    if (question.asked_by === source.role && episode.provenance.author_role === source.role) continue;
    const fits = question.about.some((key) => [...stated].some((said) => covers(key, said)));
    const replies = question.asked_by !== "reporter" && source.role === "reporter";
    // Without a known topic, the answer is what the person who was asked says next.
    if (!fits && !(replies && question.about.length === 0)) continue;
    question.answered_in = source.comment_id;
    const answer = all.find(({ kind }) => kind !== "question") ?? all[0];
    if (answer !== undefined) addLink(answer, "answers", episode.id);
  }
}

function statedKeys(
  all: readonly Episode[],
  { clues, errors, logs, typed }: MadeEpisodes["reading"],
): Set<string> {
  const keys = new Set(clues.filter(({ confidence }) => confidence >= 0.3).map(({ key }) => key));
  if (errors.length > 0 || logs.length > 0) keys.add("log");
  if (typed.length > 0) keys.add("command");
  if (all.some(({ tags }) => tags.includes("fixed") || tags.includes("still_broken"))) keys.add("result");
  return keys;
}

function covers(asked: string, stated: string): boolean {
  if (asked === stated) return true;
  if (asked === "error" || asked === "log" || asked === "backtrace") return stated === "log";
  if (asked === "reproduction") return stated === "command";
  if (asked === "version") return stated.startsWith("software.") || stated === "result";
  return asked.endsWith(".*") && stated.startsWith(asked.slice(0, -1));
}

function linkClaims(
  current: MadeEpisodes,
  before: readonly MadeEpisodes[],
  report: Episode | undefined,
): void {
  const earlier = before.flatMap(({ claims }) => claims).toReversed();
  for (const { claim, episode } of current.claims) {
    const others = earlier.filter(
      (entry) => entry.episode.provenance.comment_id !== episode.provenance.comment_id,
    );
    const proposal = others.find((entry) =>
      ["fixed", "workaround", "advice", "cause"].includes(entry.claim.kind),
    );
    switch (claim.kind) {
      case "fixed":
        if (report !== undefined) addLink(episode, "resolves", report.id);
        if (proposal !== undefined) addLink(episode, "confirms", proposal.episode.id);
        break;
      case "workaround":
        if (report !== undefined) addLink(episode, "resolves", report.id);
        break;
      case "still_broken":
        if (proposal !== undefined) addLink(episode, "contradicts", proposal.episode.id);
        break;
      case "same_here":
        if (report !== undefined) addLink(episode, "confirms", report.id);
        break;
      case "not_reproduced":
        if (report !== undefined) addLink(episode, "contradicts", report.id);
        break;
      case "cause":
      case "advice":
        break;
    }
  }
}

export function addLink(from: Episode, type: LinkType, to: string): void {
  if (from.id === to || from.links.some((link) => link.type === type && link.to === to)) return;
  from.links.push({ type, to });
}
