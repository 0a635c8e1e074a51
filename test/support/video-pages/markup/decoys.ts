import type { FilmAxes } from '../plan/axes.ts';
import type { VideoPagePlan } from '../plan/plan.ts';
import type { Origins } from './origins.ts';
import { words } from './words.ts';

/** What is on a page besides its film. */
export interface Decoy {
  /** Markup before and after the film. */
  readonly before: string;
  readonly after: string;
  /** Script of the player's document: sets `window.advertising`. */
  readonly script: string;
  /** Addresses that may not be the main medium. */
  readonly mustNot: readonly string[];
}

const none: Decoy = { before: '', after: '', script: '', mustNot: [] };

/** Addresses of the clips; those of advertisements are on another site. */
export const clipUrl = (
  { seed, choices }: VideoPagePlan,
  kind: 'ad' | 'trailer' | 'preview' | 'loop' | 'other' | 'short',
  origins: Origins,
  number = 0,
): string => {
  const names = {
    ad: 'clip',
    trailer: choices.isNamed ? 'trailer' : 'a',
    preview: choices.isNamed ? 'preview' : 'p',
    loop: 'sea',
    other: 'film',
    short: 'clip',
  };
  return `${kind === 'ad' ? origins.ads : origins.cdn}/c/${seed}/${kind}/${number}/${names[kind]}.mp4`;
};

const layer =
  "const layer = document.createElement('div'); layer.style.cssText = 'position: absolute; inset: 0; z-index: 5; background: #000'; const clip = document.createElement('video'); clip.muted = true; clip.playsInline = true; clip.style.cssText = 'width: 640px; height: 360px'; layer.append(clip); box.append(layer);";
const skipButton = (label: string): string =>
  `const skip = document.createElement('button'); skip.className = 'skip-button'; skip.textContent = ${JSON.stringify(label)}; skip.style.cssText = 'position: absolute; right: 8px; bottom: 60px; z-index: 9; padding: 8px'; box.append(skip); skip.onclick = (event) => { event.stopPropagation(); done(); };`;

/** Plays a clip and waits until it ends or is skipped: `clip` is the element, `url` the address. */
const playToEnd = (plan: VideoPagePlan): string => {
  const { hasSkip, language } = plan.choices;
  const skip = hasSkip ? skipButton(words[language].skip) : '';
  return `await new Promise((done) => { clip.onended = done; clip.onerror = done; ${skip} clip.src = url; clip.play().catch(done); }); clip.onended = clip.onerror = null; for (const old of box.querySelectorAll('.skip-button')) old.remove();`;
};

type Maker = (plan: VideoPagePlan, origins: Origins) => Decoy;

const makers: Readonly<Record<FilmAxes['decoy'], Maker>> = {
  none: () => none,
  'preroll, same element': (plan, origins) => {
    const url = clipUrl(plan, 'ad', origins);
    return {
      ...none,
      script: `window.advertising = { before: async (media, box) => { const url = ${JSON.stringify(url)}; const clip = media; clip.muted = true; ${playToEnd(plan)} clip.removeAttribute('src'); clip.load(); } };`,
      mustNot: [url],
    };
  },
  'preroll, other element': (plan, origins) => {
    const url = clipUrl(plan, 'ad', origins);
    return {
      ...none,
      script: `window.advertising = { before: async (media, box) => { const url = ${JSON.stringify(url)}; ${layer} ${playToEnd(plan)} layer.remove(); } };`,
      mustNot: [url],
    };
  },
  VAST: (plan, origins) => ({
    ...none,
    script: `window.advertising = { before: async (media, box) => { const text = await (await fetch('${origins.ads}/api/${plan.seed}/vast.xml?correlator=${plan.seed}')).text(); const url = new DOMParser().parseFromString(text, 'text/xml').querySelector('MediaFile').textContent.trim(); ${layer} ${playToEnd(plan)} layer.remove(); } };`,
    mustNot: [clipUrl(plan, 'ad', origins)],
  }),
  'mid-roll': (plan, origins) => {
    const url = clipUrl(plan, 'ad', origins);
    return {
      ...none,
      script: `window.advertising = { during: (media, box) => { let isDone = false; media.addEventListener('timeupdate', async () => { if (isDone || media.currentTime < 1) return; isDone = true; media.pause(); const url = ${JSON.stringify(url)}; ${layer} ${playToEnd(plan)} layer.remove(); media.play(); }); } };`,
      mustNot: [url],
    };
  },
  trailer: (plan, origins) => {
    const url = clipUrl(plan, 'trailer', origins);
    return {
      ...none,
      after: `<section><h2>Trailer</h2><video controls preload="none" width="320" height="180" src="${url}"></video></section>`,
      mustNot: plan.choices.isNamed ? [url] : [],
    };
  },
  'hover preview': (plan, origins) => {
    const thumbs = [1, 2, 3, 4, 5].map(
      (number) =>
        `<li><a href="/v/${plan.seed}/other/${number}"><span class="thumb" data-clip="${clipUrl(plan, 'preview', origins, number)}" style="display: block; width: 160px; height: 90px; background: #678"></span>${plan.title} ${number}</a></li>`,
    );
    return {
      ...none,
      after: `<h2>${words[plan.choices.language].related}</h2><ul>${thumbs.join('')}</ul><script>for (const thumb of document.querySelectorAll('.thumb')) thumb.onmouseenter = () => { const clip = document.createElement('video'); clip.muted = clip.autoplay = clip.loop = true; clip.style.cssText = 'width: 160px; height: 90px'; clip.src = thumb.dataset.clip; thumb.replaceChildren(clip); };</script>`,
      mustNot: [1, 2, 3, 4, 5].map((number) => clipUrl(plan, 'preview', origins, number)),
    };
  },
  'background loop': (plan, origins) => {
    const url = clipUrl(plan, 'loop', origins);
    return {
      ...none,
      before: `<div class="hero" style="height: 240px; overflow: hidden"><video autoplay muted loop playsinline src="${url}" style="width: 100%; object-fit: cover"></video></div>`,
      mustNot: [url],
    };
  },
  'related clips': (plan, origins) => {
    const others = [1, 2, 3, 4].map((number) => ({
      title: `${plan.title} (${number})`,
      page: `/v/${plan.seed}/other/${number}`,
      media: clipUrl(plan, 'other', origins, number),
    }));
    return {
      ...none,
      after: `<h2>${words[plan.choices.language].related}</h2><ul>${others.map(({ title, page }) => `<li><a href="${page}">${title}</a> 12:0${title.length % 10}</li>`).join('')}</ul><script type="application/json" id="related">${JSON.stringify({ related: others })}</script>`,
      mustNot: others.map(({ media }) => media),
    };
  },
  'second player': (plan, origins) => ({
    ...none,
    after: `<section><h2>${words[plan.choices.language].related}</h2><video controls preload="none" width="640" height="360" src="${clipUrl(plan, 'other', origins)}"></video></section>`,
  }),
  'clip in an aside': (plan, origins) => ({
    ...none,
    before: `<aside style="float: right; width: 260px"><video autoplay muted playsinline width="240" height="135" src="${clipUrl(plan, 'short', origins)}"></video></aside>`,
  }),
};

export const decoyOf = (plan: VideoPagePlan, origins: Origins): Decoy =>
  plan.film === null ? none : makers[plan.film.decoy](plan, origins);
