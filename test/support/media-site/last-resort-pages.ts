import type { MediaPage } from './media-page.ts';

const text = '<p>Two ferries cross the strait on the hour, and the lock keeper opens for both of them.</p>';
const page = (body: string, script: string, lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>The lock keeper</title><body><h1>The lock keeper</h1>${body}${text}<script>${script}</script></body></html>`;
const film = { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' } as const;
/** Puts the film into the stage: its address is in no text. */
const show =
  "const show = () => { const film = document.createElement(['vi', 'deo'].join('')); film.muted = true; film.controls = true; film.style.width = '640px'; film.src = ['/media', ['pilot', 'mp4'].join('.')].join('/'); stage.replaceChildren(film); film.play(); };";
const stage = '<div id="stage" style="width: 640px; height: 360px; background: #223"></div>';
const icon = '<svg width="24" height="24" viewBox="0 0 24 24"><path d="M8 5v14l11-7z"/></svg>';

/** A button with a label in some language, and no other sign. */
const labelled = (lang: string, label: string): MediaPage => ({
  name: `a button in another language: ${lang}`,
  html: page(`${stage}<button id="b1">${label}</button>`, `${show} b1.onclick = show;`, lang),
  expect: film,
});

/** Pages on which no word says what brings the film, or no click does. */
export const lastResortPages: readonly MediaPage[] = [
  {
    name: 'an icon without a name',
    html: page(`${stage}<button id="b1">${icon}</button>`, `${show} b1.onclick = show;`),
    expect: film,
  },
  {
    name: 'a small box without a name, beside other icons',
    html: page(
      `${stage}<div><span class="x1" style="display: inline-block; width: 24px; height: 24px">${icon}</span><span class="x1" style="display: inline-block; width: 24px; height: 24px">${icon}</span></div>`,
      `${show} document.querySelectorAll('.x1')[0].onclick = () => {}; document.querySelectorAll('.x1')[1].onclick = show;`,
    ),
    expect: film,
  },
  {
    name: 'a summary whose details hold the stage',
    html: page(
      `<details id="more"><summary>Part B</summary>${stage}</details>`,
      `${show} more.addEventListener('toggle', () => { if (more.open) show(); });`,
    ),
    expect: film,
  },
  {
    name: 'a choice of servers',
    html: page(
      `<select id="from"><option value="">—</option><option value="a">Alpha</option><option value="b">Beta</option></select>${stage}`,
      `${show} from.onchange = () => { if (from.value !== '') show(); };`,
    ),
    expect: film,
  },
  {
    name: 'steps that each have a "next"',
    html: page(
      `<div id="step"><p>Step 1 of 3</p><button>Next</button></div>${stage}`,
      `${show} let at = 1; step.onclick = ({ target }) => { if (target.localName !== 'button') return; at++; if (at === 4) return show(); step.innerHTML = '<p>Step ' + at + ' of 3</p><button>Next</button>'; };`,
    ),
    expect: film,
  },
  {
    name: 'a stage that only the space bar starts',
    html: page(
      stage.replace('<div ', '<div tabindex="0" '),
      `${show} stage.addEventListener('keydown', ({ code }) => { if (code === 'Space') show(); });`,
    ),
    expect: film,
  },
  {
    name: 'a page that only the enter key starts',
    html: page(stage, `${show} document.addEventListener('keydown', ({ key }) => { if (key === 'Enter') show(); });`),
    expect: film,
  },
  {
    name: 'a stage that a double click starts',
    html: page(stage, `${show} stage.addEventListener('dblclick', show);`),
    expect: film,
  },
  {
    name: 'a stage that has to be held',
    html: page(
      stage,
      `${show} let held; stage.addEventListener('pointerdown', () => { held = setTimeout(show, 900); }); for (const type of ['pointerup', 'pointerleave']) stage.addEventListener(type, () => clearTimeout(held));`,
    ),
    expect: film,
  },
  {
    name: 'a switch that is a checkbox',
    html: page(
      `${stage}<label><input type="checkbox" id="c1"> Beta</label>`,
      `${show} c1.onchange = () => { if (c1.checked) show(); };`,
    ),
    expect: film,
  },
  {
    name: 'a stage behind a page that grows thirty times',
    html: page(
      '<div id="feed"></div>',
      `${show} let count = 0; const more = () => { const box = document.createElement('div'); box.style.height = '900px'; box.textContent = 'Block ' + count; feed.append(box); if (++count === 30) { box.id = 'stage'; box.style.width = '640px'; box.style.height = '360px'; new IntersectionObserver(([seen], observer) => { if (!seen.isIntersecting) return; observer.disconnect(); show(); }).observe(box); return; } new IntersectionObserver(([seen], observer) => { if (!seen.isIntersecting) return; observer.disconnect(); more(); }).observe(box); }; more();`.replace(
        'stage.replaceChildren',
        "document.getElementById('stage').replaceChildren",
      ),
    ),
    expect: film,
  },
  {
    name: 'a choice that the button beside it needs',
    html: page(
      `<label><input type="radio" name="q" value="1"> 360</label> <label><input type="radio" name="q" value="2"> 720</label> <button id="b1">OK</button>${stage}`,
      `${show} b1.onclick = () => { if (document.querySelector('input:checked') !== null) show(); };`,
    ),
    expect: film,
  },
  {
    name: 'a gate that asks for a year, over a poster',
    html: page(
      '<div id="gate" style="position: fixed; inset: 0; background: #000"><select id="year"><option value="">Year</option><option>1970</option><option>1980</option><option>2020</option></select><button id="go" disabled>Confirm</button></div><div id="stage"><img alt="The keeper" src="/poster.jpg" width="640" height="360"></div>',
      `${show} year.onchange = () => { go.disabled = !(Number(year.value) < 2000); }; go.onclick = () => gate.remove(); stage.onclick = show;`,
    ),
    expect: film,
  },
  {
    name: 'slides with arrows that have no names',
    html: page(
      `<div id="stage" style="width: 640px; height: 200px">Slide A</div><button id="b1">${icon}</button><button id="b2">${icon}</button>`,
      `${show} let at = 0; const turn = (by) => { at = Math.max(0, at + by); if (at === 2) return show(); stage.textContent = 'Slide ' + 'ABC'[at]; }; b1.onclick = () => turn(-1); b2.onclick = () => turn(1);`,
    ),
    expect: film,
  },
  labelled('nl', 'Speel af'),
  labelled('pl', 'Odtwórz'),
  labelled('sv', 'Spela upp'),
  labelled('tr', 'Şimdi izle'),
  labelled('ar', 'شاهد الآن'),
  labelled('hi', 'अभी देखें'),
];
