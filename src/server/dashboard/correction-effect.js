import { badge, count, h } from './element.js';
import { correctLink } from './wrappers.js';

/** Pages that are opened at once; the others are there, too. */
const openPages = 3;

/** What a correction does to the other pages of its site. */
export function effectView({ verdict, pages, correctedPages, page, changes, compared, notes }) {
  const learned =
    verdict === null
      ? 'No wrapper can be learned: a site needs three different articles, or a corrected page.'
      : [
          badge(verdict.isAccepted ? 'accepted' : 'refused', verdict.isAccepted ? 'published' : 'failed'),
          ` Learned from ${count(pages)} pages, ${count(correctedPages)} of them corrected${verdict.isAccepted ? '' : `: ${verdict.reason}`}.`,
        ];
  return [
    h('h3', {}, 'What changes'),
    h('p', {}, learned),
    page !== null && h('p', {}, `This page: F1 ${page.before.toFixed(3)} → ${page.after.toFixed(3)}.`),
    ...notes.map((note) => h('p', { class: 'dim' }, note)),
    h('p', {}, `${count(changes.length)} of ${count(compared)} other stored pages change.`),
    ...changes.map((change, at) => changeView(change, at < openPages)),
  ].filter(Boolean);
}

const changeView = ({ url, addedWords, removedWords, addedLines, removedLines, fields }, isOpen) =>
  h(
    'details',
    { open: isOpen },
    h('summary', {}, h('span', { class: 'address' }, url), ` +${count(addedWords)} −${count(removedWords)} words`),
    h(
      'ul',
      { class: 'diff' },
      fields.map(({ field, before, after }) =>
        h('li', { class: 'changed' }, `${field}: ${before || '–'} → ${after || '–'}`),
      ),
      removedLines.map((line) => h('li', { class: 'removed' }, `− ${line}`)),
      addedLines.map((line) => h('li', { class: 'added' }, `+ ${line}`)),
    ),
    h('p', {}, correctLink(url, 'Correct this page, too')),
  );
