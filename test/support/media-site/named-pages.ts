import type { MediaPage } from './media-page.ts';

const page = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Films of the harbour</title><main><h1>Films of the harbour</h1>${body}</main><p>Two ferries cross the strait on the hour.</p>`;
const element = (key: string): string =>
  `<video preload="none" controls style="width: 640px" src="/locked/${key}.mp4"></video>`;
const film = (key: string) => ({ url: `/locked/${key}.mp4`, delivery: 'progressive', role: 'main' }) as const;
const needs = ['referer', 'cookie'] as const;

/** Pages that name a file and do not load it, which their server gives only to who has a cookie of the page: `/locked/<key>.mp4` (stream-answers.ts). */
export const namedPages: readonly MediaPage[] = [
  {
    name: 'a file that is only named, behind a cookie that a script sets',
    html: page(`<script>document.cookie = 'key-script=1; path=/';</script>${element('script')}`),
    expect: { ...film('script'), needs, cookie: 'key-script=1', durationMs: 6_000 },
  },
  {
    name: 'a file that is only named, behind a cookie of an answer',
    html: page(`${element('answer')}<script>fetch('/api/key/answer');</script>`),
    expect: { ...film('answer'), needs, cookie: 'key-answer=1' },
  },
  {
    name: 'a file that is only named, with a picture over it, on a page without a word on media',
    html: `<!doctype html><title>The harbour at night</title><main><h1>The harbour at night</h1><div style="position: relative; width: 640px; height: 360px"><video preload="none" style="width: 640px; height: 360px" src="/media/pilot.mp4" aria-label="Video Player"></video><div class="x__poster" style="position: absolute; inset: 0; background-image: url(/media/images/poster-pilot.jpg)"></div></div></main>`,
    expect: {
      url: '/media/pilot.mp4',
      delivery: 'progressive',
      role: 'main',
      title: null,
      poster: '/media/images/poster-pilot.jpg',
    },
  },
  {
    name: 'a file that is only named in a link, behind a cookie of an answer',
    html: page(
      `<a href="/locked/link.mp4">Download the film</a><script>fetch('/api/key/link');</script><video controls style="width: 640px"></video>`,
    ),
    expect: { ...film('link'), needs, cookie: 'key-link=1' },
  },
];
