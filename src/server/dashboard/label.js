import { json } from './api.js';
import { factsPanel, historyPanel } from './calibration.js';
import { count, h } from './element.js';
import { articleView } from './label-article.js';
import { openSession, sampleSize } from './label-session.js';

/** The panel and buttons that the keys act on; null: no label page was opened. */
let shown = null;

document.addEventListener('keydown', (event) => {
  if (shown === null || !shown.place.isConnected || event.target.closest?.('input, select, dialog')) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const button = shown.buttons[event.key.toLowerCase()];
  if (button === undefined) return;
  event.preventDefault();
  button.click();
});

export async function showLabel(parameters) {
  const { items: topics } = await json('/v1/topics');
  const head = h('div', { class: 'head' }, h('h1', {}, 'Label'));
  if (topics.length === 0)
    return [head, h('p', { class: 'empty' }, 'There are no topics: `newshawk topics add` or a topics.json makes one.')];
  const requested = parameters.get('topic');
  const topic = topics.some(({ name }) => name === requested) ? requested : topics[0].name;
  head.append(chooser(topics, topic));
  return [head, ...labelling(topic, await openSession(topic))];
}

const chooser = (topics, topic) =>
  h(
    'label',
    { class: 'inline' },
    'Topic',
    h(
      'select',
      {
        onchange: ({ target }) => {
          location.hash = `#/label?topic=${encodeURIComponent(target.value)}`;
        },
      },
      topics.map(({ name }) => h('option', { value: name, selected: name === topic }, name)),
    ),
  );

function labelling(topic, session) {
  const [article, facts, history] = [h('div'), h('div'), h('div')];
  const mistake = h('p', { class: 'alert', role: 'alert', hidden: true });
  let isBusy = false;
  /** Runs one action at a time: a key pressed in the meantime would label an article that nobody has seen. */
  const once = (work) => async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await work();
      mistake.hidden = true;
    } catch (error) {
      mistake.textContent = error.message;
      mistake.hidden = false;
    } finally {
      isBusy = false;
      paint();
    }
  };
  const buttons = answerButtons((name) => once(session.actions[name]));
  const more = h('button', { type: 'button', onclick: once(session.drawAgain) }, `Draw ${sampleSize} more`);
  const paint = () => {
    const { sample, at, answered, calibration } = session.view();
    const item = sample.items[at];
    article.replaceChildren(...(item ? articleView(item, sample, at) : [nothingLeft(answered, calibration)]));
    for (const name of ['y', 'n', 's']) buttons[name].disabled = item === undefined;
    buttons.z.disabled = answered.length === 0;
    more.hidden = item !== undefined || sample.items.length === 0;
    facts.replaceChildren(factsPanel(calibration, once(session.takeStep)));
    history.replaceChildren(historyPanel(calibration));
  };
  const question = h('span', { class: 'question' }, `Does it belong to ${topic}?`);
  const answers = h('div', { class: 'answers' }, question, Object.values(buttons), more);
  const place = h('section', { class: 'panel', 'aria-label': 'Article' }, article, mistake, answers);
  shown = { place, buttons };
  paint();
  return [h('div', { class: 'labelling' }, place, facts), history];
}

const answers = { y: 'Belongs', n: 'Does not', s: 'Skip', z: 'Undo' };

const answerButtons = (act) =>
  Object.fromEntries(
    Object.entries(answers).map(([key, text]) => {
      const attributes = { type: 'button', 'aria-keyshortcuts': key, class: `answer is-${key}`, onclick: act(key) };
      return [key, h('button', attributes, text, ' ', h('kbd', {}, key))];
    }),
  );

function nothingLeft(answered, { labels }) {
  const stored = answered.filter(({ isStored }) => isStored).length;
  const text =
    stored > 0
      ? `This sample is done: ${count(stored)} labelled. Take the step, draw more, or come back after the next crawl.`
      : labels > 0
        ? 'Every judged article that scores above 0 is labelled. The next crawl adds more.'
        : 'No article was judged for this topic yet, or all score 0: `newshawk crawl` adds articles.';
  return h(
    'p',
    { class: 'empty' },
    answered.length > 0 && stored === 0 ? 'You skipped them all. Draw more to see them again.' : text,
  );
}
