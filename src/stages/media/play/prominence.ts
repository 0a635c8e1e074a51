import type { Affordance, AffordanceKind } from '../in-page/affordances.ts';

/** How promising a kind of affordance is, before its place counts. */
const kindPoints: Readonly<Record<AffordanceKind, number>> = {
  'named entry': 20,
  'load the player': 8,
  medium: 8,
  'play button': 7,
  'skip the ad': 7,
  player: 4,
  entry: 4,
  'watch link': 5,
  opener: 2,
};
/** Points lost with each click that did not bring the film: others come first, a second click comes last. */
const pointsPerTrial = 5;
/** Points for what is in the page's most prominent box. */
const prominentPoints = 3;
/** Kinds that show where a player is. */
const playerKinds: ReadonlySet<AffordanceKind> = new Set(['medium', 'play button', 'player', 'load the player']);
/** Kinds that count more in the prominent box. */
const kindsInBox: ReadonlySet<AffordanceKind> = new Set([...playerKinds, 'watch link', 'opener']);

type Listed = Affordance & {
  readonly frame: number;
  /** Of the frame in the viewport; null: unknown. */
  readonly corner: { readonly x: number; readonly y: number } | null;
};

export interface Candidate extends Listed {
  readonly points: number;
  /** In the box that a reader takes for the page's own player: the first one of those that are large. */
  readonly isProminent: boolean;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the affordances with their points, the best first. Of equals, the smallest play button, the largest player, and otherwise the first of the page. */
export function prominentFirst(listed: readonly Listed[]): Candidate[] {
  const hasEntry = listed.some(({ kind, tried }) => kind === 'entry' && tried > 0);
  const box = prominentBox(listed);
  const candidates = listed.map((item): Candidate => {
    const own = boxOnPage(item);
    const isProminent = box !== null && own !== null && kindsInBox.has(item.kind) && overlap(own, box);
    const points = kindPoints[item.kind] + item.placePoints - pointsPerTrial * item.tried;
    if (item.kind === 'entry' && hasEntry) return { ...item, isProminent, points: points - pointsPerTrial };
    return { ...item, isProminent, points: points + (isProminent ? prominentPoints : 0) };
  });
  return candidates.toSorted((a, b) => b.points - a.points || orderOfEquals(a, b));
}

function orderOfEquals(a: Candidate, b: Candidate): number {
  if (a.kind !== b.kind || !/^(player|play button|skip the ad)$/.test(a.kind)) return 0;
  return a.kind === 'player' ? b.areaPx - a.areaPx : a.areaPx - b.areaPx;
}

function prominentBox(listed: readonly Listed[]): Box | null {
  const boxes = listed
    .filter(({ kind, placePoints }) => playerKinds.has(kind) && placePoints >= 0)
    .flatMap((item) => boxOnPage(item) ?? []);
  const largest = Math.max(0, ...boxes.map(areaOf));
  const [first] = boxes
    .filter((box) => areaOf(box) >= largest / 2)
    .toSorted((a, b) => a.y - b.y || areaOf(a) - areaOf(b));
  return first ?? null;
}

function boxOnPage({ box, corner }: Listed): Box | null {
  return box === null || corner === null ? null : { ...box, x: box.x + corner.x, y: box.y + corner.y };
}

/** A box larger than a player is the page around it. */
const areaOf = ({ width, height }: Box): number => Math.min(width * height, 1_000_000);

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
