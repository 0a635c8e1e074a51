import { badge, h, outLink, svg } from './element.js';

/** An article to be labelled: title and lead, with the terms that counted. */
export function articleView({ url, site, title, lead, lang, score, terms, marks }, { items, threshold }, at) {
  const top = Math.max(threshold * 2, ...items.map((item) => item.score)) * 1.02;
  return [
    h('p', { class: 'dim small' }, `${at + 1} of ${items.length} · `, outLink(url, site)),
    h('h2', { class: 'headline', lang }, marked(title || '(no title)', title ? marks.title : [])),
    h('p', { class: 'lead prose', lang }, marked(lead || '(no text)', lead ? marks.lead : [])),
    scale(score, threshold, top),
    h(
      'p',
      { class: 'terms' },
      terms.length === 0
        ? h('span', { class: 'dim' }, 'No term of the topic stands out in it.')
        : terms.map(({ term, share }) => h('span', { class: 'pill' }, `${term} ${Math.round(share * 100)}%`)),
    ),
  ];
}

/** The text with the spans of the terms marked. */
function marked(text, spans) {
  const parts = [];
  let from = 0;
  for (const [start, end] of spans) {
    parts.push(text.slice(from, start), h('mark', {}, text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** The score beside the threshold. */
function scale(score, threshold, top) {
  const at = (value) => (Math.min(value, top) / top) * 100;
  const track = svg('svg', {
    viewBox: '0 0 100 14',
    preserveAspectRatio: 'none',
    role: 'img',
    class: 'scale',
    'aria-label': `score ${score.toFixed(3)}, threshold ${threshold.toFixed(3)}`,
  });
  const kind = score >= threshold ? 'stored' : 'dropped';
  track.append(
    svg('rect', { y: 4, width: 100, height: 6, class: 'track' }),
    svg('rect', { y: 4, width: at(score), height: 6, class: `fill-${kind}` }),
    svg('rect', { x: Math.min(99.4, at(threshold)), width: 0.6, height: 14, class: 'threshold' }),
  );
  return h(
    'div',
    {},
    track,
    h(
      'p',
      { class: 'legend' },
      badge(score >= threshold ? 'kept' : 'left out', score >= threshold ? 'published' : 'dropped'),
      h('span', {}, `score ${score.toFixed(3)}`),
      h('span', { class: 'dim' }, `threshold ${threshold.toFixed(3)}`),
    ),
  );
}
