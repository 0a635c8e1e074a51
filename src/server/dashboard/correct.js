import { json, send } from './api.js';
import { openCorrection } from './correction.js';
import { effectView } from './correction-effect.js';
import { badge, count, h, outLink } from './element.js';

const fieldNames = { title: 'Title', publishedAt: 'Date', authors: 'Authors' };
/** What a click on a block marks, with the key that does it for the block in focus. */
const marks = { body: ['Body', 'b'], title: ['Title', 't'], publishedAt: ['Date', 'd'], authors: ['Authors', 'a'] };

export async function showCorrect(parameters) {
  const url = parameters.get('url') ?? '';
  if (url === '')
    return [
      h('div', { class: 'head' }, h('h1', {}, 'Correct')),
      h('p', { class: 'empty' }, 'Open an article, a failure or a wrapper, and choose Correct.'),
    ];
  const page = await json('/v1/blocks', { url });
  return [
    h(
      'div',
      { class: 'head' },
      h('h1', {}, 'Correct'),
      h('a', { href: `#/wrappers?${new URLSearchParams({ site: page.site })}` }, page.site),
    ),
    h('p', { class: 'address' }, outLink(page.url)),
    h(
      'p',
      { class: 'dim small' },
      `Stored ${new Date(page.takenAt).toLocaleString()}; the body is read by: ${page.bodyBy ?? 'nothing'}${page.live === null ? '' : `; wrapper ${page.live} is live`}.`,
    ),
    workplace(page),
  ];
}

function workplace(page) {
  const state = { correction: openCorrection(page), mark: 'body', last: null };
  const message = h('p', { class: 'alert', role: 'alert', hidden: true });
  const say = (text) => {
    message.textContent = text ?? '';
    message.hidden = text === null;
  };
  const buttons = page.blocks.map((block, at) => blockButton(block, at, (mark, isRange) => act(mark, at, isRange)));
  const inputs = Object.fromEntries(
    Object.keys(fieldNames).map((name) => [
      name,
      h('input', {
        type: 'text',
        autocomplete: 'off',
        name,
        oninput: ({ target }) => {
          state.correction.fields[name] = target.value;
          paint();
        },
      }),
    ]),
  );
  const actions = actionsPanel(page, state, say);
  const act = (chosen, at, isRange) => {
    const mark = chosen ?? state.mark;
    say(null);
    if (mark === 'body') {
      const isBody = !state.correction.body[at];
      state.correction.setBody(isRange && state.last !== null ? state.last : at, at, isBody);
      state.last = at;
    } else say(state.correction.takeField(mark, at));
    paint();
  };
  const paint = () => {
    const { body, fields } = state.correction;
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(body[at]));
    for (const [name, input] of Object.entries(inputs)) if (input.value !== fields[name]) input.value = fields[name];
    actions.paint(state.correction);
  };
  const list = blockList(buttons);
  paint();
  const labels = Object.entries(fieldNames).map(([name, title]) => h('label', {}, title, inputs[name]));
  const side = h(
    'section',
    { class: 'panel side', 'aria-label': 'Correction' },
    modes(state),
    labels,
    message,
    actions.element,
  );
  return h('div', { class: 'labelling correcting' }, list, side);
}

/** What a click marks. */
const modes = (state) =>
  h(
    'fieldset',
    { class: 'modes' },
    h('legend', {}, 'A click marks'),
    Object.entries(marks).map(([mark, [title, key]]) =>
      h(
        'label',
        { class: 'mode' },
        h('input', {
          type: 'radio',
          name: 'mark',
          value: mark,
          checked: mark === state.mark,
          onchange: () => {
            state.mark = mark;
          },
        }),
        title,
        ' ',
        h('kbd', {}, key),
      ),
    ),
  );

function blockButton({ text, tag, isBody, date, names }, at, act) {
  const hints = [
    date !== null && `date ${date}`,
    names.length > 0 && names.length < 4 && text.length < 60 && `names ${names.join(', ')}`,
  ];
  return h(
    'button',
    {
      type: 'button',
      class: isBody ? 'block was-body' : 'block',
      'aria-pressed': 'false',
      title: hints.filter(Boolean).join('; ') || null,
      'data-at': at,
      onclick: (event) => act(null, event.shiftKey),
      onkeydown: (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const mark = Object.keys(marks).find((name) => marks[name][1] === event.key.toLowerCase());
        if (mark === undefined) return;
        event.preventDefault();
        act(mark, event.shiftKey);
      },
    },
    h('span', { class: 'block-tag' }, h('span', { class: 'hidden' }, `Block ${at + 1}, `), tag),
    h('span', { class: 'block-text' }, text),
  );
}

/** One tab stop: the arrow keys move between the blocks. */
function blockList(buttons) {
  const move = (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -buttons.length, End: buttons.length };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = Math.max(0, buttons.indexOf(document.activeElement));
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
  };
  const list = h(
    'ol',
    { class: 'blocks', 'aria-label': 'Blocks of the page: pressed ones are the body', onkeydown: move },
    buttons.map((button) => h('li', {}, button)),
  );
  for (const [at, button] of buttons.entries()) button.tabIndex = at === 0 ? 0 : -1;
  list.addEventListener('focusin', ({ target }) => {
    for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
  });
  return h(
    'section',
    { class: 'panel' },
    h('h2', {}, `${count(buttons.length)} blocks `, badge('body', 'published')),
    h(
      'p',
      { class: 'dim small' },
      'Click or press Enter to put a block into the body or to take it out; Shift takes all in between. Arrow keys move.',
    ),
    buttons.length === 0 ? h('p', { class: 'empty' }, 'The page has no visible text.') : list,
  );
}

/** Preview, save, remove, and what came of them. */
function actionsPanel(page, state, say) {
  const place = h('div', { class: 'effect', 'aria-live': 'polite' });
  let isBusy = false;
  const run = (work) => async () => {
    if (isBusy) return;
    isBusy = true;
    say(null);
    paint(state.correction);
    place.replaceChildren(h('p', { class: 'empty' }, 'The site is learned …'));
    try {
      place.replaceChildren(...(await work()));
    } catch (error) {
      place.replaceChildren();
      say(error.message);
      if (error.status === 409) place.replaceChildren(button('Save all the same', save(true)));
    } finally {
      isBusy = false;
      paint(state.correction);
    }
  };
  const button = (text, onclick, attributes = {}) => h('button', { type: 'button', onclick, ...attributes }, text);
  const preview = async () => effectView(await send('POST', '/v1/corrections/preview', state.correction.result()));
  const reload = async () => {
    const fresh = await json('/v1/blocks', { url: page.url });
    state.correction = openCorrection(fresh);
    page.correction = fresh.correction;
  };
  const save = (accept) =>
    run(async () => {
      const saved = await send('PUT', '/v1/corrections', { ...state.correction.result(), accept });
      await reload();
      return [savedLine(saved, page.site), ...effectView(saved.effect)];
    });
  const remove = run(async () => {
    const saved = await send('DELETE', `/v1/corrections?${new URLSearchParams({ url: page.url })}`);
    await reload();
    return [h('p', { class: 'banner', role: 'status' }, 'The correction is deleted.'), ...effectView(saved.effect)];
  });
  const buttons = {
    preview: button('Preview', run(preview)),
    save: button('Save', save(false), { class: 'main' }),
    remove: button('Remove', remove),
  };
  function paint(correction) {
    const isIdle = !isBusy && (correction.hasChanges() || (page.correction ?? null) !== null);
    buttons.preview.disabled = !isIdle;
    buttons.save.disabled = isBusy || !correction.hasChanges();
    buttons.remove.disabled = isBusy;
    buttons.remove.hidden = (page.correction ?? null) === null;
  }
  return { paint, element: h('div', {}, h('div', { class: 'answers' }, Object.values(buttons)), place) };
}

const savedLine = ({ version, live, isPinned }, site) =>
  h(
    'p',
    { class: 'banner', role: 'status' },
    version === null
      ? 'Stored. No wrapper could be learned.'
      : live === version
        ? `Stored. Wrapper ${version} is live.`
        : `Stored, but wrapper ${version} is not in use${isPinned ? ': the site is pinned' : ''}.`,
    ' ',
    h('a', { href: `#/wrappers?${new URLSearchParams({ site })}` }, 'Versions'),
  );
