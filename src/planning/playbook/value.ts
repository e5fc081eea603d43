/**
 * The one table of what things are worth. Points: 100 is an issue that is solved with a proof. The figures are
 * priors, chosen so that a proof beats a guess, a guess with a source beats a question, and a question beats silence.
 */
export const VALUE = {
  /** Told what the thread itself already settled. */
  answered: 95,
  verified_fix: 100,
  proposed_fix: 80,
  /** A fix that nobody has run is worth half where it could still be run here. */
  unverified_though_possible: 0.5,
  /** The failing command is seen to fail here: what makes a proof possible. */
  reproduced: 90,
  /** The place in the code, which is half the way. */
  located: 20,
  related: 55,
  asked: 60,
  /** Memory is asked for what is only a little like it, before it is said that nothing is known. */
  searched: 20,
  said_honestly: 2,
  handed_over: 35,
} as const;

/** A second of sandbox time, in points. */
const COST_PER_SECOND = 0.1;
/** A round with a person: a day of waiting, mostly. */
const COST_PER_ROUND = 25;

export interface Bet {
  /** p(success) in [0, 1]. */
  p: number;
  value: number;
  seconds: number;
  rounds: number;
}

export function expectedValue(bet: Bet): number {
  return bet.p * bet.value - bet.seconds * COST_PER_SECOND - bet.rounds * COST_PER_ROUND;
}
