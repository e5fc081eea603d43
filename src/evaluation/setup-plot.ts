import type { ArmFigures, SetupFigures } from "./setup-figures.js";

const WIDTH = 720;
const BAR = 9;
const ROW = 28;
const LEFT = 210;
const RIGHT = 40;
const COLOURS = { novice: "#c98", veteran: "#0a7" };

/** First attempts that succeeded, novice beside veteran, for all and for each pit kind, as SVG. */
export function plotSetup(figures: SetupFigures): string {
  const rows: [string, { novice: ArmFigures; veteran: ArmFigures }][] = [
    ["all", figures],
    ...Object.entries(figures.by_pit),
  ];
  const height = 70 + rows.length * ROW;
  const place = (value: number) => LEFT + value * (WIDTH - LEFT - RIGHT);
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
    `<line x1="${place(value)}" x2="${place(value)}" y1="50" y2="${height - 20}" stroke="#ddd"/>`,
    text(place(value), height - 4, `${value * 100} %`, "middle"),
  ]);
  const bars = rows.flatMap(([name, arms], index) => {
    const y = 56 + index * ROW;
    return [
      text(LEFT - 8, y + 13, `${name} (${arms.veteran.n})`, "end"),
      ...(["novice", "veteran"] as const).map((arm, at) => {
        const width = Math.max(1, place(arms[arm].first_attempt_success) - LEFT);
        return `<rect x="${LEFT}" y="${y + at * BAR}" width="${width.toFixed(1)}" height="${BAR - 1}" fill="${COLOURS[arm]}"/>`;
      }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(LEFT, 22, "Set up at the first attempt, by pit kind", "start"),
    `<rect x="${LEFT}" y="32" width="10" height="10" fill="${COLOURS.novice}"/>`,
    text(LEFT + 16, 41, "novice", "start"),
    `<rect x="${LEFT + 80}" y="32" width="10" height="10" fill="${COLOURS.veteran}"/>`,
    text(LEFT + 96, 41, "veteran (memory of the other half)", "start"),
    ...grid,
    ...bars,
    "</svg>\n",
  ].join("\n");
}

function text(x: number, y: number, content: string, anchor: string): string {
  const safe = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${safe}</text>`;
}
