import type { PolicyScore } from './page-table.ts';

interface WorldScores {
  readonly world: string;
  readonly scores: readonly PolicyScore[];
}

/** Policies in the chart, in the order of their colours. */
const shown = ['uniform', 't/x', 'corrected', 'sqrt', 'optimum, delay'];
/** Units of the picture. */
const [width, left, top, barHeight, gap] = [640, 190, 50, 11, 18];

/** Bars of the mean delay from a change to its visit, by world and policy. The colours read on light and on dark. */
export function drawDelays(worlds: readonly WorldScores[]): string {
  const groupHeight = shown.length * barHeight + gap;
  const height = top + worlds.length * groupHeight + 10;
  const delays = worlds.flatMap(({ scores }) =>
    scores.filter(({ policy }) => shown.includes(policy)).map((score) => score.meanDelay),
  );
  const scale = (width - left - 60) / Math.max(1, ...delays);
  const bars = worlds.flatMap(({ world, scores }, group) => {
    const y = top + group * groupHeight;
    const label = `<text x="${left - 10}" y="${y + (shown.length * barHeight) / 2}" dy=".35em" text-anchor="end">${world}</text>`;
    return [label, ...shown.flatMap((policy, at) => bar(scores, { policy, at, y: y + at * barHeight, scale }))];
  });
  const legend = shown.flatMap((policy, at) => [
    `<rect class="s${at}" x="${10 + at * 120}" y="12" width="10" height="10"/>`,
    `<text x="${25 + at * 120}" y="17" dy=".35em">${policy}</text>`,
  ]);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    '<title id="title">Mean hours from a change of a page to the visit that sees it</title>',
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...legend,
    ...bars,
    '</svg>',
  ].join('\n')}\n`;
}

interface Bar {
  readonly policy: string;
  readonly at: number;
  readonly y: number;
  readonly scale: number;
}

function bar(scores: readonly PolicyScore[], { policy, at, y, scale }: Bar): string[] {
  const score = scores.find((candidate) => candidate.policy === policy);
  if (score === undefined) return [];
  const length = score.meanDelay * scale;
  return [
    `<rect class="s${at}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight - 2}"/>`,
    `<text class="value" x="${(left + length + 5).toFixed(1)}" y="${y + barHeight / 2 - 1}" dy=".35em">${score.meanDelay.toFixed(1)} h, ${score.visits.toFixed(0)} visits</text>`,
  ];
}

const style = `
text{font:12px system-ui,sans-serif;fill:#444}
.value{font-size:9px}
.paper{fill:#fff}
.s0{fill:#9aa0a6}.s1{fill:#c4500b}.s2{fill:#b08900}.s3{fill:#0b6bcb}.s4{fill:#2e7d32}
@media (prefers-color-scheme:dark){text{fill:#ccc}.paper{fill:#16181c}.s1{fill:#ff9d5c}.s2{fill:#e0b93b}.s3{fill:#6db3ff}.s4{fill:#7ccf80}}
`;
