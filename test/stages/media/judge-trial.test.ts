import { expect, it } from 'vitest';
import { addTrial, noPlayerEvidence, type PlayerEvidence } from '../../../src/model/page/player-evidence.ts';
import { isTrialHost, judgeTrial } from '../../../src/stages/media/judge-trial.ts';

const strong = (name: string) => ({ name, isStrong: true });
const weak = (name: string) => ({ name, isStrong: false });
const after = (...trials: readonly (readonly [found: boolean, ...hints: string[]])[]): PlayerEvidence =>
  trials.reduce((evidence, [found, ...hints]) => addTrial(evidence, { hints, found }), noPlayerEvidence);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

it('judgeTrial tries a hint three times in vain', () => {
  expect(judgeTrial([strong('a')], noPlayerEvidence)).toBe('try');
  expect(judgeTrial([strong('a')], after(...times(2, [false, 'a'] as const)))).toBe('try');
  expect(judgeTrial([strong('a')], after(...times(3, [false, 'a'] as const)))).toBe('leave');
  expect(judgeTrial([strong('b')], after(...times(3, [false, 'a'] as const)))).toBe('try');
});

it('judgeTrial tries six pages of a host in vain, whatever their hints are called', () => {
  const six = after(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [false, name] as const));
  expect(judgeTrial([strong('g')], six)).toBe('leave');
  expect(isTrialHost(six)).toBe(false);
});

it('judgeTrial tries two pages for boxes that any script may fill', () => {
  expect(judgeTrial([weak('a')], after([false, 'b']))).toBe('try');
  expect(judgeTrial([weak('a')], after([false, 'b'], [false, 'c']))).toBe('leave');
  expect(judgeTrial([strong('a')], after([false, 'b'], [false, 'c']))).toBe('try');
});

it('judgeTrial plays the pages of a hint that has brought media, until too few have some', () => {
  const found = [true, 'a', 'b'] as const;
  expect(judgeTrial([strong('a')], after(found))).toBe('play');
  expect(judgeTrial([strong('a')], after(found, ...times(4, [false, 'a'] as const)))).toBe('play');
  expect(judgeTrial([strong('a')], after(found, ...times(5, [false, 'a'] as const)))).toBe('leave');
  // what only the pages with media have is not spoilt by what all pages have
  expect(judgeTrial([strong('a'), strong('b')], after(found, ...times(5, [false, 'a'] as const)))).toBe('play');
  expect(isTrialHost(after(found, ...times(20, [false, 'a'] as const)))).toBe(true);
});
