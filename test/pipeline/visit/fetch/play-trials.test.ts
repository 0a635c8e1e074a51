import { describe, expect, it } from 'vitest';
import { PlayTrials } from '../../../../src/pipeline/visit/fetch/play-trials.ts';

const story = (number: number): string => `https://harbour.example/2026/story-of-the-harbour-${number}.html`;

/** Plays what may be played. @returns the numbers of the pages that were */
function play(
  trials: PlayTrials,
  count: number,
  hasMedia: (number: number) => boolean,
  address = story,
  chance: 'likely' | 'possible' = 'likely',
): number[] {
  const played: number[] = [];
  for (let number = 0; number < count; number++) {
    const trial = trials.of(address(number));
    if (!trial.mayPlay(chance)) continue;
    played.push(number);
    trial.note(hasMedia(number));
  }
  return played;
}

describe('trials of pages without a sign of media', () => {
  it('end after two pages of a format without media, but for one in fifty', () => {
    expect(play(new PlayTrials(), 120, () => false)).toEqual([0, 1, 51, 101]);
  });

  it('go on where pages of the format have media, and become rare where few have', () => {
    expect(play(new PlayTrials(), 30, () => true)).toHaveLength(30);
    expect(play(new PlayTrials(), 60, (number) => number === 0).length).toBeLessThan(12);
  });

  it('are few on a site of texts with many formats', () => {
    const address = (number: number): string =>
      `https://harbour.example/${'part/'.repeat(number % 30)}story-${number}.html`;
    expect(play(new PlayTrials(), 40, () => false, address).length).toBeLessThanOrEqual(10);
    expect(play(new PlayTrials(), 40, () => false, address, 'possible').length).toBeLessThanOrEqual(4);
  });

  it('are not needed where rendered pages show that there is nothing', () => {
    const trials = new PlayTrials();
    for (const number of [0, 1]) trials.of(story(number)).note(false);
    expect(trials.of(story(2)).mayPlay('likely')).toBe(false);
    trials.of(story(3)).note(true);
    expect(trials.of(story(4)).mayPlay('likely')).toBe(true);
  });
});
