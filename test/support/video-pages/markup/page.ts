import type { VideoPagePlan } from '../plan/plan.ts';
import { libraries, placed } from './containers.ts';
import { decoyOf } from './decoys.ts';
import { emptyPage } from './empty-pages.ts';
import type { Origins } from './origins.ts';
import { boxMarkup, dataMarkup } from './player-script.ts';
import { words } from './words.ts';

const paragraphs = (plan: VideoPagePlan, count: number): string =>
  `<p>${words[plan.choices.language].text}</p>`.repeat(count);

const head = (plan: VideoPagePlan): string =>
  `<!doctype html><html lang="${plan.choices.language}"><head><meta charset="utf-8"><title>${plan.title}</title><meta name="viewport" content="width=device-width"></head>`;

const header = '<header><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></nav></header>';

/** Asks for consent, and lets the player wait for it: `window.consented`. */
function consentDialog(plan: VideoPagePlan): string {
  const { accept, reject, consent } = words[plan.choices.language];
  const second = plan.choices.canReject ? `<button type="button" class="cm-reject">${reject}</button>` : '';
  // who rejects can still accept the player alone, in its place
  return `<div id="cookie-consent" role="dialog" style="position: fixed; inset: auto 0 0 0; z-index: 50; background: #fff; padding: 20px"><p>${consent}</p>${second}<button type="button" class="cm-accept">${accept}</button></div>
<div class="embed-consent" hidden><button type="button" class="allow-player">${words[plan.choices.language].load[1]}</button></div>
<script>window.consented = new Promise((resolve) => { const dialog = document.getElementById('cookie-consent'); const placeholder = document.querySelector('.embed-consent'); dialog.querySelector('.cm-accept').onclick = () => { dialog.remove(); resolve(); }; const reject = dialog.querySelector('.cm-reject'); if (reject !== null) reject.onclick = () => { dialog.remove(); placeholder.hidden = false; }; placeholder.querySelector('button').onclick = () => { placeholder.remove(); resolve(); }; });</script>`;
}

/** The document at the page's address. */
export function pageDocument(plan: VideoPagePlan, origins: Origins): string {
  if (plan.film === null) return emptyPage(plan, origins);
  const consent = plan.film.gesture === 'consent' ? consentDialog(plan) : '';
  if (plan.film.container === 'SPA route')
    return `${head(plan)}<body>${consent}<div id="app"></div>${libraries(plan)}<script src="/js/${plan.seed}/app.js"></script></body></html>`;
  return `${head(plan)}<body>${header}${consent}${article(plan, origins, placed(plan, origins).markup)}</body></html>`;
}

function article(plan: VideoPagePlan, origins: Origins, film: string): string {
  const decoy = decoyOf(plan, origins);
  const space = plan.film?.gesture === 'scroll' ? `<div style="height: 2400px">${paragraphs(plan, 4)}</div>` : '';
  return `${decoy.before}<main><h1>${plan.title}</h1>${space}${film}${paragraphs(plan, 3)}</main>${decoy.after}<footer>© The Film House</footer>`;
}

/** The content that the application of an empty page asks for. */
export const routeMarkup = (plan: VideoPagePlan, origins: Origins): string =>
  header + article(plan, origins, dataMarkup(plan, origins) + boxMarkup(plan, origins));

/** The application: fetches the content of its route, shows it, and starts the player. */
export function appScript(plan: VideoPagePlan, origins: Origins): string {
  const { bundle } = placed(plan, origins);
  return `(async () => { const { html } = await (await fetch('/api/${plan.seed}/route')).json(); const app = document.getElementById('app'); app.innerHTML = html; for (const old of app.querySelectorAll('script:not([type])')) { const script = document.createElement('script'); script.textContent = old.textContent; old.replaceWith(script); } document.title = ${JSON.stringify(plan.title)}; ${bundle} })();`;
}

/** The path of the page's address, with what names the film. */
export function pagePath({ film, films, meant, seed }: VideoPagePlan): string {
  const episode = films[meant]?.episode ?? '1';
  const base = `/v/${seed}`;
  switch (film?.episode) {
    case 'path':
      return `${base}/episode/${episode}`;
    case 'query':
      return `${base}?episode=${episode}`;
    case 'hash':
      return `${base}#episode-${episode}`;
    default:
      return base;
  }
}
