import { ApiError, keepToken } from './api.js';
import { showArticles } from './articles.js';
import { showCorrect } from './correct.js';
import { h } from './element.js';
import { showFailures } from './failures.js';
import { showLabel } from './label.js';
import { showMedia } from './media.js';
import { showOverview } from './overview.js';
import { showRecords } from './records.js';
import { showSources } from './sources.js';
import { showVisits } from './visits.js';
import { showWrappers } from './wrappers.js';

const views = {
  overview: showOverview,
  articles: showArticles,
  label: showLabel,
  failures: showFailures,
  sources: showSources,
  media: showMedia,
  records: showRecords,
  visits: showVisits,
  wrappers: showWrappers,
  correct: showCorrect,
};
const refreshMs = 15_000;
const [main, alert, login, theme] = ['main', 'alert', 'login', 'theme'].map((id) => document.getElementById(id));
let turns = 0;

/** `#/articles?site=x` -> the view and its parameters. */
function route() {
  const [name = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { name: name in views ? name : 'overview', parameters: new URLSearchParams(query) };
}

async function show() {
  const { name, parameters } = route();
  const turn = ++turns;
  for (const link of document.querySelectorAll('#sections a'))
    if (link.getAttribute('href') === `#/${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  document.title = `${name[0].toUpperCase()}${name.slice(1)} · newshawk`;
  main.setAttribute('aria-busy', 'true');
  try {
    const content = await views[name](parameters);
    if (turn !== turns) return; // another section was opened in the meantime
    main.dataset.section = name;
    main.replaceChildren(...[content].flat(Number.POSITIVE_INFINITY));
    alert.hidden = true;
    login.hidden = true;
  } catch (error) {
    if (turn === turns) explain(error, name);
  } finally {
    main.setAttribute('aria-busy', 'false');
  }
}

/** Shows the error. Content of the same section stays: a failed refresh removes nothing. */
function explain(error, section) {
  login.hidden = !(error instanceof ApiError && error.status === 401);
  alert.hidden = false;
  alert.replaceChildren(
    h('strong', {}, error instanceof ApiError ? error.message : `The dashboard failed: ${error.message}`),
    h('button', { type: 'button', class: 'quiet', onclick: show }, 'Try again'),
  );
  if (main.dataset.section !== section || !login.hidden) main.replaceChildren();
  if (login.hidden) return;
  login.elements.token.focus();
}

login.addEventListener('submit', (event) => {
  event.preventDefault();
  keepToken(login.elements.token.value);
  show();
});

const themes = ['auto', 'light', 'dark'];
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('newshawk-theme', name);
  theme.textContent = `Theme: ${name}`;
}
theme.addEventListener('click', () =>
  setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]),
);
const keptTheme = localStorage.getItem('newshawk-theme');
setTheme(themes.includes(keptTheme) ? keptTheme : 'auto');

window.addEventListener('hashchange', () => {
  show();
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
});
// Only the overview is refreshed: a list must not move while somebody reads it.
setInterval(() => {
  if (!document.hidden && route().name === 'overview' && login.hidden) show();
}, refreshMs);
show();
