import type { Level } from './reliability.ts';

interface Series {
  readonly name: string;
  readonly levels: readonly Level[];
}

/** Units of the picture. */
const [size, left, top, side] = [440, 70, 30, 320];
const x = (share: number): string => (left + share * side).toFixed(1);
const y = (share: number): string => (top + (1 - share) * side).toFixed(1);
const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** Largest radius of a dot; the area is in proportion to the level's share of the pages. */
const maxRadius = 14;

/** A reliability diagram: by level of confidence, the share of right bodies. The colours read on light and on dark. */
export function drawReliability(series: readonly Series[]): string {
  const grid = ticks.flatMap((tick) => [
    `<path class="grid" d="M${x(0)} ${y(tick)}H${x(1)}M${x(tick)} ${y(0)}V${y(1)}"/>`,
    `<text x="${left - 10}" y="${y(tick)}" dy=".35em" text-anchor="end">${tick}</text>`,
    `<text x="${x(tick)}" y="${top + side + 20}" text-anchor="middle">${tick}</text>`,
  ]);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" aria-labelledby="title">`,
    '<title id="title">Share of right bodies by confidence</title>',
    `<style>${style}</style>`,
    `<rect class="paper" width="${size}" height="${size}"/>`,
    ...grid,
    `<path class="ideal" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>`,
    ...series.flatMap(drawSeries),
    `<text x="${left + side / 2}" y="${size - 35}" text-anchor="middle">confidence</text>`,
    `<text transform="translate(18 ${top + side / 2}) rotate(-90)" text-anchor="middle">share of bodies with F1 from .9</text>`,
    '</svg>',
  ].join('\n')}\n`;
}

function drawSeries({ name, levels }: Series, at: number): string[] {
  const pages = levels.reduce((sum, level) => sum + level.pages, 0);
  const points = levels.map(({ confidence, right }) => `${x(confidence)} ${y(right)}`);
  const dots = levels.map(
    (level) =>
      `<circle class="s${at}" cx="${x(level.confidence)}" cy="${y(level.right)}" r="${Math.max(3, maxRadius * Math.sqrt(level.pages / pages)).toFixed(1)}"><title>${name}: ${level.pages} pages</title></circle>`,
  );
  const legendY = top + 18 + 20 * at;
  return [
    ...(points.length === 0 ? [] : [`<path class="line s${at}" d="M${points.join('L')}"/>`]),
    ...dots,
    `<circle class="s${at}" cx="${left + 16}" cy="${legendY}" r="6"/>`,
    `<text x="${left + 28}" y="${legendY}" dy=".35em">${name} (${pages} pages)</text>`,
  ];
}

const style = `
text{font:13px system-ui,sans-serif;fill:#444}
.paper{fill:#fff}
.grid{stroke:#ddd;fill:none}
.ideal{stroke:#888;stroke-dasharray:5 4;fill:none}
.line{fill:none;stroke-width:2}
circle{fill-opacity:.75}
.s0{stroke:#0b6bcb;fill:#0b6bcb}
.s1{stroke:#c4500b;fill:#c4500b}
path.line{fill:none}
@media (prefers-color-scheme:dark){text{fill:#ccc}.paper{fill:#16181c}.grid{stroke:#333}.s0{stroke:#6db3ff;fill:#6db3ff}.s1{stroke:#ff9d5c;fill:#ff9d5c}path.line{fill:none}}
`;
