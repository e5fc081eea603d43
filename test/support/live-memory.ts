import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes that are really held: the resident size also counts garbage, and how much of that lies about is chance. */
function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Runs `work`; returns the most bytes held at once while it ran, above what was held before it. */
export async function peakLiveBytes(work: () => Promise<void>): Promise<number> {
  const before = liveBytes();
  let peak = before;
  const look = () => {
    peak = Math.max(peak, liveBytes());
  };
  const timer = setInterval(look, 250);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return peak - before;
}
