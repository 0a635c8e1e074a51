import { describe, expect, it } from 'vitest';
import { filmNames } from '../../../../src/stages/media/play/film-names.ts';

describe('the names of the film in an address', () => {
  it.each([
    ['/show#episode-3', 'episode 3'],
    ['/show#episode-3', 'ep 3'],
    ['/show?ep=03', 'episode 3'],
    ['/show?v=pilot_boat', 'pilot boat'],
    ['/show#/films/pilot', 'pilot'],
    ['/show#film=pilot', 'film pilot'],
    ['/show/season-1-part-2', 'season 1 part 2'],
    ['/show?v=%E6%B8%AF', 'v 港'],
  ])('%s has %s', (path, name) => {
    expect(filmNames(`https://films.example${path}`)).toContain(name);
  });

  it.each(['/show', '/show?utm_source=mail&t=40', '/show/?autoplay=1', '/show#'])('%s has none', (path) => {
    expect(filmNames(`https://films.example${path}`)).toEqual([]);
  });
});
