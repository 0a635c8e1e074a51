// Northlight's client: asks the API some time after DOMContentLoaded and renders what it says, as a framework would after hydration.
(() => {
  const app = document.getElementById('app');
  const startAfterMs = 100;

  function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  const header = () =>
    element(
      'header',
      { class: 'bar' },
      element('a', { class: 'brand', href: '/' }, 'north', element('b', {}, 'light')),
      element('span', { class: 'claim' }, 'Stories from the northern sea'),
      element('a', { class: 'join', href: '/join' }, 'Become a member'),
    );

  const footer = () =>
    element(
      'footer',
      { class: 'end' },
      element('p', {}, 'Northlight is owned by its 2,300 readers. No advertising, no tracking, no horoscopes.'),
      element('a', { href: '/about' }, 'About'),
      ' ',
      element('a', { href: '/join' }, 'Join us'),
    );

  const card = (story) =>
    element(
      'a',
      { class: 'card', href: story.path },
      element('span', { class: 'tag' }, story.section),
      element('h2', {}, story.title),
      element('p', {}, story.summary),
      element('time', { datetime: story.day }, story.day),
    );

  function front({ stories }) {
    document.title = 'Northlight: stories from the northern sea';
    app.replaceChildren(header(), element('main', { class: 'cards' }, ...stories.map(card)), footer());
  }

  function page(story) {
    document.title = `${story.title} · Northlight`;
    document.documentElement.lang = story.lang;
    const article = element(
      'article',
      { class: 'story', 'data-ready': 'true' },
      element('span', { class: 'tag' }, story.section),
      element('h1', {}, story.title),
      element('p', { class: 'dek' }, story.summary),
      element(
        'div',
        { class: 'meta' },
        element('span', { class: 'who' }, story.author),
        ' ',
        element('time', { datetime: story.publishedAt }, story.day),
      ),
    );
    if (story.video)
      article.append(
        element('video', { class: 'film', controls: '', playsinline: '', src: story.video.src, poster: story.video.poster }),
      );
    article.append(element('div', { class: 'text' }, ...story.paragraphs.map((text) => element('p', {}, text))));
    article.append(element('ul', { class: 'topics' }, ...story.tags.map((tag) => element('li', {}, tag))));
    const join = element('section', { class: 'pitch' }, element('h3', {}, 'Like this story?'), element('p', {}, 'Members paid for it. Join them from 5 a month.'));
    const more = element('section', { class: 'more' }, element('h3', {}, 'Read next'), ...story.more.map(card));
    app.replaceChildren(header(), element('main', {}, article, join, more), footer());
  }

  function missing() {
    document.title = 'Not found · Northlight';
    app.replaceChildren(header(), element('main', {}, element('h1', {}, 'There is nothing here')), footer());
  }

  async function start() {
    const slug = /^\/story\/([^/]+)$/.exec(location.pathname)?.[1];
    const answer = await fetch(slug ? `/api/stories/${slug}.json` : '/api/front.json');
    if (!answer.ok || (!slug && location.pathname !== '/')) missing();
    else (slug ? page : front)(await answer.json());
  }

  document.addEventListener('DOMContentLoaded', () => setTimeout(start, startAfterMs));
})();
