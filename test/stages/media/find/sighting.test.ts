import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../src/model/media/media-sighting.ts';
import { sighting, toItems } from '../../../../src/stages/media/find/sighting.ts';

const page = ['https://films.example/series'];
const hls = (name: string, evidence: readonly Evidence[]) =>
  sighting(`https://cdn.example/${name}/master.m3u8`, 'hls', evidence);
const file = (url: string, evidence: readonly Evidence[]) => sighting(url, 'progressive', evidence);
const roles = (...sightings: Parameters<typeof toItems>[0]) =>
  toItems(sightings, page).map(({ url, role }) => `${role} ${new URL(url).pathname}`);

describe('the main medium', () => {
  it('is the one that plays, of several that a page names side by side', () => {
    const named = [hls('one', ['in script text']), hls('three', ['JSON-LD or Open Graph'])];
    const played = hls('two', ['in script text', 'seen on the network']);
    expect(roles(...named, played)).toEqual([
      'main /two/master.m3u8',
      'unknown /three/master.m3u8',
      'unknown /one/master.m3u8',
    ]);
  });

  it('is each of them while none plays', () => {
    expect(roles(hls('one', ['in script text']), hls('two', ['in script text']))).toEqual([
      'main /one/master.m3u8',
      'main /two/master.m3u8',
    ]);
  });

  it('is not taken away by a clip of another server or form', () => {
    const clip = file('https://spots.example/clip.mp4', ['current source', 'seen on the network']);
    expect(roles(hls('one', ['JSON-LD or Open Graph']), clip)).toContain('main /one/master.m3u8');
    const sameServer = file('https://cdn.example/clip.mp4', ['current source', 'seen on the network']);
    expect(roles(hls('one', ['JSON-LD or Open Graph']), sameServer)).toContain('main /one/master.m3u8');
  });

  it('has the form of its answer where the page does not know it', () => {
    const url = 'https://cdn.example/film/manifest';
    const named = file(url, ['JSON-LD or Open Graph']);
    const [item] = toItems([named, sighting(url, 'dash', ['seen on the network'])], page);
    expect(item).toMatchObject({ delivery: 'dash', reasons: expect.arrayContaining(['manifest']) });
  });

  it('is each of several players', () => {
    const players = ['a', 'b'].map((name) =>
      file(`https://cdn.example/${name}.mp4`, ['current source', 'in the markup']),
    );
    expect(roles(...players)).toEqual(['main /a.mp4', 'main /b.mp4']);
  });

  it('is no medium that a heading calls a trailer, whatever its name', () => {
    const evidence: Evidence[] = ['current source', 'big element', 'under a trailer heading'];
    expect(roles(file('https://cdn.example/a.mp4', evidence))).toEqual(['trailer /a.mp4']);
  });

  it('is one outside of the content only where there is no other', () => {
    const beside = file('https://cdn.example/b.mp4', [
      'current source',
      'big element',
      'in the markup',
      'seen on the network',
      'beside the content',
    ]);
    expect(roles(beside)).toEqual(['main /b.mp4']);
    expect(roles(beside, file('https://cdn.example/a.mp4', ['current source']))).toEqual([
      'main /a.mp4',
      'unknown /b.mp4',
    ]);
  });

  it('is the loop of a feed that the address names, and no other loop', () => {
    const loop: Evidence[] = ['current source', 'big element', 'seen on the network', 'silent loop without controls'];
    const clips = ['7690', '7712', '7731'].map((id) => file(`https://cdn.example/s/${id}`, loop));
    const items = toItems(clips, ['https://films.example/reel?v=7712']);
    expect(items.map(({ url, role }) => `${role} ${new URL(url).pathname}`)).toEqual([
      'main /s/7712',
      'background /s/7690',
      'background /s/7731',
    ]);
    expect(toItems(clips, page).map(({ role }) => role)).toEqual(['background', 'background', 'background']);
  });

  it('is a file called a preview only where the page plays it, and nothing else', () => {
    const played: Evidence[] = ['current source', 'big element', 'seen on the network'];
    const preview = file('https://cdn.example/out/1/preview', played);
    expect(roles(preview)).toEqual(['main /out/1/preview']);
    expect(roles(preview, hls('one', ['seen on the network']))).toEqual([
      'main /one/master.m3u8',
      'preview /out/1/preview',
    ]);
    expect(roles(file('https://cdn.example/out/1/preview', ['current source']))).toEqual(['preview /out/1/preview']);
  });

  it('is never the sound of a button', () => {
    expect(
      roles(file('https://cdn.example/click.mp3', ['current source', 'seen on the network', 'a short sound'])),
    ).toEqual(['background /click.mp3']);
  });
});
