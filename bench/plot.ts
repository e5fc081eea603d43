export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = 56;
const COLOURS = ["#0a7", "#c40", "#06c", "#808"];

/** A small line chart as SVG: x from zero, y by powers of ten, so that lines that lie far apart are all told. */
export function plotLines(title: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const maxX = Math.max(...points.map(([x]) => x));
  const lowest = Math.floor(Math.log10(Math.min(...points.map(([, y]) => y))));
  const highest = Math.ceil(Math.log10(Math.max(...points.map(([, y]) => y))));
  const placeX = (x: number) => MARGIN + (x / maxX) * (WIDTH - 2 * MARGIN);
  const placeY = (y: number) =>
    HEIGHT - MARGIN - ((Math.log10(y) - lowest) / (highest - lowest)) * (HEIGHT - 2 * MARGIN);
  const powers = Array.from({ length: highest - lowest + 1 }, (_, place) => 10 ** (lowest + place));
  const marks = [
    ...[0, 0.25, 0.5, 0.75, 1].map((share) =>
      label(placeX(share * maxX), HEIGHT - MARGIN + 18, String(Math.round(share * maxX)), "middle"),
    ),
    ...powers.flatMap((power) => [
      label(MARGIN - 6, placeY(power) + 4, String(power), "end"),
      `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${placeY(power)}" y2="${placeY(power)}" stroke="#ddd"/>`,
    ]),
  ];
  const drawn = lines.flatMap(({ name, points: own }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? "#000";
    const places = own.map(([x, y]) => [placeX(x).toFixed(1), placeY(y).toFixed(1)] as const);
    const path = places.map((place) => place.join(",")).join(" ");
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`),
      `<rect x="${MARGIN + index * 140}" y="${HEIGHT - 22}" width="12" height="12" fill="${colour}"/>`,
      label(MARGIN + 18 + index * 140, HEIGHT - 12, name, "start"),
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
