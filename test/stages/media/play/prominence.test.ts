import { describe, expect, it } from 'vitest';
import { prominentFirst } from '../../../../src/stages/media/play/prominence.ts';

const player = { x: 0, y: 100, width: 640, height: 360 };
const below = { ...player, y: 900 };

const affordance = (label: string, more: Partial<Parameters<typeof prominentFirst>[0][number]>) => ({
  target: 0,
  kind: 'play button' as const,
  areaPx: 2_500,
  box: player,
  medium: null,
  placePoints: 0,
  label,
  tried: 0,
  coversSilent: false,
  frame: 0,
  corner: { x: 0, y: 0 },
  ...more,
});

const orderOf = (...listed: readonly ReturnType<typeof affordance>[]): string[] =>
  prominentFirst(listed).map(({ label }) => label);

describe('what is tried first', () => {
  it('is the button of the first of the large boxes', () => {
    const second = affordance('below', { kind: 'medium', box: below });
    expect(orderOf(second, affordance('above', {}))).toEqual(['above', 'below']);
  });

  it('is the player in the content, not a larger one next to it', () => {
    const beside = affordance('beside', { placePoints: -4, box: { ...player, y: 0, width: 900 } });
    expect(orderOf(beside, affordance('content', {}))).toEqual(['content', 'beside']);
  });

  it('is the box of a frame where the frame is', () => {
    const framed = affordance('framed', { frame: 1, corner: { x: 0, y: 1_500 } });
    expect(orderOf(framed, affordance('top', { box: { ...player, y: 400 } }))).toEqual(['top', 'framed']);
  });

  it('is the smallest button, and the button before the box around it', () => {
    const box = affordance('box', { kind: 'player', areaPx: 230_400 });
    const wide = affordance('wide', { areaPx: 90_000 });
    expect(orderOf(box, wide, affordance('button', {}))).toEqual(['button', 'wide', 'box']);
  });

  it('is what was not tried yet', () => {
    const first = affordance('tried', { tried: 1 });
    expect(orderOf(first, affordance('poster', { kind: 'player' }))).toEqual(['poster', 'tried']);
  });

  it('is the entry that the address names', () => {
    expect(orderOf(affordance('play', {}), affordance('named', { kind: 'named entry', placePoints: -4 }))[0]).toBe(
      'named',
    );
  });
});
