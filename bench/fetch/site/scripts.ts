import { adHost } from './pages.ts';

const bundleBytes = 198 * 1024;

/** What a page's own bundle does: starts its modules, then, 100 ms after the document is there, fetches an article that is missing. */
const application = `
for (const start of modules) start();
document.addEventListener('DOMContentLoaded', () => setTimeout(async () => {
  const story = document.getElementById('story');
  if (!story.querySelector('.story__skeleton')) return;
  const answer = await fetch('/api/' + story.dataset.id);
  const { html } = await answer.json();
  story.innerHTML = html;
}, 100));`;

const moduleOf = (at: number): string =>
  `modules.push(function start${at}() { const table = {}; for (let i = 0; i < 20; i++) { table['key' + (i * ${at + 3} % 97)] = (table['key' + (i % 89)] || 0) + i * ${at}; } const names = Object.keys(table).sort(); registry['module${at}'] = names.map((name) => name + ':' + table[name]).join(';').length; });\n`;

/** A bundle of 198 KB: as many modules as fit, each with a little work to do. */
export function bundle(): string {
  const parts = ['(() => { const modules = []; const registry = {};\n'];
  for (let at = 0, size = 0; size < bundleBytes - application.length - 80; at++) {
    const module = moduleOf(at);
    parts.push(module);
    size += module.length;
  }
  return `${parts.join('')}${application} })();`;
}

/** Looks of a measuring script at the whole page, each with its own layout: what is seen, what was shifted, heat maps. */
const looks = 3;

/** A measuring script of about 250 KB (gtag.js has 270): looks at the page, listens, reports once. */
export const tracker = (port: number): string =>
  `(() => { const seen = {};
${functions(1_400, (at) => `function probe${at}(node) { const box = node.getBoundingClientRect(); seen['s${at}'] = (seen['s${at}'] || 0) + Math.round(box.top) % ${at + 2}; return node.textContent.length * ${at}; }`)}
const look = (turn) => {
  document.documentElement.style.setProperty('letter-spacing', turn % 2 ? '0.01px' : '0');
  const nodes = [...document.querySelectorAll('a,p,h3,img')];
  return [${names(1_400, 'probe')}].reduce((total, probe, at) => total + probe(nodes[(at + turn) % nodes.length]), 0);
};
const report = (name) => {
  let sum = 0;
  for (let turn = 0; turn < ${looks}; turn++) sum += look(turn);
  navigator.sendBeacon('http://${adHost}:${port}/collect?' + name + '=' + sum);
};
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => report('ready')); else report('ready');
addEventListener('load', () => {
  report('load');
  setInterval(() => { document.body.dataset.seen = performance.now(); }, 1000);
}); })();`;

/** A creative with its exchange's script of about 400 KB (Google's pubads_impl has 450): two pictures, an animation on a canvas. */
export const advertisement = (id: number): string =>
  `<!doctype html><body style="margin:0"><img src="/img/ad-${id % 40}.jpg" width="300" height="180"><canvas id="c" width="300" height="60"></canvas><script>
${functions(2_000, (at) => `function layer${at}(pen, turn) { pen.fillStyle = 'hsl(' + ((turn * ${at}) % 360) + ' 60% 50%)'; pen.fillRect(${at % 300}, (turn + ${at * 7}) % 60, 9, 9); return pen.fillStyle.length + pen.lineWidth + ${at}; }`)}
const layers = [${names(2_000, 'layer')}]; const pen = document.getElementById('c').getContext('2d'); let turn = 0;
const draw = () => { for (let at = turn % 4; at < layers.length; at += 4) layers[at](pen, turn); if (turn++ < 240) requestAnimationFrame(draw); }; draw();
</script><img src="/img/brand-${id % 40}.jpg" width="300" height="90"></body>`;

const functions = (count: number, each: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => each(at)).join('\n');
const names = (count: number, stem: string): string => Array.from({ length: count }, (_, at) => stem + at).join(',');
