export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = 56;
const COLOURS = ["#0a7", "#c40", "#06c", "#808"];

/** A small line chart as SVG, both axes from zero. */
export function plotLines(title: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const maxX = Math.max(...points.map(([x]) => x));
  const maxY = Math.max(...points.map(([, y]) => y));
  const placeX = (x: number) => MARGIN + (x / maxX) * (WIDTH - 2 * MARGIN);
  const placeY = (y: number) => HEIGHT - MARGIN - (y / maxY) * (HEIGHT - 2 * MARGIN);
  const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    label(placeX(share * maxX), HEIGHT - MARGIN + 18, String(Math.round(share * maxX)), "middle"),
    label(MARGIN - 6, placeY(share * maxY) + 4, (share * maxY).toFixed(1), "end"),
    `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${placeY(share * maxY)}" y2="${placeY(share * maxY)}" stroke="#ddd"/>`,
  ]);
  const drawn = lines.flatMap(({ name, points: own }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? "#000";
    const path = own.map(([x, y]) => `${placeX(x).toFixed(1)},${placeY(y).toFixed(1)}`).join(" ");
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<rect x="${MARGIN + 12}" y="${MARGIN + 6 + index * 20}" width="12" height="12" fill="${colour}"/>`,
      label(MARGIN + 30, MARGIN + 16 + index * 20, name, "start"),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    label(WIDTH / 2, 28, title, "middle"),
    ...marks,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

function label(x: number, y: number, text: string, anchor: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${text}</text>`;
}
