import { join } from 'node:path';
import { korean } from '../posts/korean.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { piecesHtml, piecesOf, piecesText } from '../posts/richer.ts';
import { recordFolder } from '../record.ts';
import type { RecordedResponse } from '../recorded-site.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const pageSize = 7;
/** In the order of the sections. */
const sectionKeys = new Map(
  korean.sections.map((section, at) => [section, ['town', 'country', 'hobby', 'people'][at]]),
);
const keyOf = (section: string): string => sectionKeys.get(section) ?? 'other';

const app = `import { Router } from '@vaadin/router';
import { css, html, LitElement, nothing } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
const sections = ${JSON.stringify(Object.fromEntries([...sectionKeys].map(([name, key]) => [key, name])))};
const day = (date) => new Date(date).toLocaleDateString('ko-KR', { dateStyle: 'long', timeZone: 'UTC' });
const api = async (path) => {
  const answer = await fetch('/api/' + path);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
};
customElements.define('site-shell', class extends LitElement {
  static styles = css\`header { display: flex; gap: 1rem; } main { max-width: 42rem; margin: auto; }\`;
  render() {
    return html\`<header><a class="brand" href="/">공방 일지</a>
      <nav>\${Object.entries(sections).map(([key, name]) => html\`<a href="/section/\${key}">\${name}</a>\`)}<a href="/about">소개</a></nav></header>
      <main><slot></slot></main>
      <footer>© 2026 공방 일지</footer>\`;
  }
});
customElements.define('post-card', class extends LitElement {
  static properties = { post: { attribute: false } };
  static styles = css\`:host { display: block; margin: 2rem 0; } img { width: 100%; }\`;
  render() {
    const { slug, title, lead, author, date, picture } = this.post;
    return html\`<a href="/posts/\${slug}">\${picture ? html\`<img src=\${picture} alt="" loading="lazy">\` : nothing}<h2>\${title}</h2></a>
      <p>\${lead}</p><p class="meta">\${author} · \${day(date)}</p>\`;
  }
});
customElements.define('post-list', class extends LitElement {
  static properties = { answer: { state: true } };
  async onAfterEnter({ params, search }) {
    this.section = params.section;
    this.page = Number(new URLSearchParams(search).get('page') ?? 1);
    document.title = this.section ? sections[this.section] + ' - 공방 일지' : '공방 일지';
    this.answer = await api('posts?' + (this.section ? 'section=' + this.section + '&' : '') + 'page=' + this.page);
  }
  render() {
    if (!this.answer) return html\`<p class="loading">불러오는 중…</p>\`;
    const { posts, pages } = this.answer;
    const base = this.section ? '/section/' + this.section : '/';
    return html\`<h1>\${this.section ? sections[this.section] : '새 글'}</h1>
      \${posts.map((post) => html\`<post-card .post=\${post}></post-card>\`)}
      <nav class="pager">\${this.page > 1 ? html\`<a href="\${base}?page=\${this.page - 1}">이전</a>\` : nothing}
        <span>\${this.page} / \${pages}</span>
        \${this.page < pages ? html\`<a href="\${base}?page=\${this.page + 1}">다음</a>\` : nothing}</nav>\`;
  }
});
customElements.define('post-view', class extends LitElement {
  static properties = { post: { state: true }, missing: { state: true } };
  static styles = css\`.tags { list-style: none; display: flex; gap: .5rem; padding: 0; } .lead { width: 100%; }\`;
  async onAfterEnter({ params }) {
    try {
      this.post = await api('posts/' + params.slug);
      document.title = this.post.title + ' - 공방 일지';
    } catch {
      this.missing = true;
    }
  }
  render() {
    if (this.missing) return html\`<not-found></not-found>\`;
    if (!this.post) return html\`<p class="loading">불러오는 중…</p>\`;
    const { title, author, date, section, key, tags, content, picture, near } = this.post;
    return html\`<article>
      <header><a class="section" href="/section/\${key}">\${section}</a><h1>\${title}</h1>
      <p class="byline">글 <span class="author">\${author}</span> <time datetime=\${date}>\${day(date)}</time></p></header>
      \${picture ? html\`<img class="lead" src=\${picture} alt="">\` : nothing}
      <div class="content">\${unsafeHTML(content)}</div>
      <ul class="tags">\${tags.map((tag) => html\`<li>#\${tag}</li>\`)}</ul>
    </article>
    <aside><h2>함께 읽기</h2><ul>\${near.map((each) => html\`<li><a href="/posts/\${each.slug}">\${each.title}</a></li>\`)}</ul></aside>\`;
  }
});
customElements.define('about-page', class extends LitElement {
  render() {
    return html\`<h1>소개</h1><p>오래된 연장을 좋아하는 몇 사람이 이 일지를 씁니다.</p><p>편지는 공방 우편함으로 보내 주세요.</p>\`;
  }
});
customElements.define('not-found', class extends LitElement {
  render() {
    return html\`<h1>404</h1><p>찾는 쪽이 없습니다. <a href="/">처음으로</a></p>\`;
  }
});
new Router(document.querySelector('site-shell')).setRoutes([
  { path: '/', component: 'post-list' },
  { path: '/section/:section', component: 'post-list' },
  { path: '/posts/:slug', component: 'post-view' },
  { path: '/about', component: 'about-page' },
  { path: '(.*)', component: 'not-found' },
]);
`;
const page =
  '<!doctype html>\n<html lang="ko">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>공방 일지</title><script type="module" src="/main.js"></script></head>\n<body><site-shell></site-shell><noscript>자바스크립트를 켜 주세요.</noscript></body>\n</html>\n';

/** Every third post that is no short one has a lead picture. */
const pictureOf = ({ id, short }: Post) => (short || id % 3 > 0 ? null : `/media/lead-${id}.jpg`);

const answer = (path: string, data: unknown, status = 200): RecordedResponse => ({
  path,
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(data),
});

/** The API's lists of some posts, `head` before the number of the page. */
function listAnswers(head: string, posts: readonly Post[]): RecordedResponse[] {
  const pages = Math.ceil(posts.length / pageSize);
  return Array.from({ length: pages }, (_, at) => {
    const some = posts.slice(at * pageSize, (at + 1) * pageSize).map((post) => ({
      slug: post.slug,
      title: post.title,
      author: post.author,
      date: post.date,
      picture: pictureOf(post),
      lead: post.blocks[0]?.kind === 'paragraph' ? `${post.blocks[0].text.slice(0, 80)}…` : '',
    }));
    return answer(`/api/posts?${head}page=${at + 1}`, { posts: some, pages });
  });
}

export const litApp: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'lit-components',
    software: 'Lit (own small app, Vite)',
    version: '3.3.3',
    theme: 'none',
    lang: 'ko',
    render: 'spa',
    pages: ['/about'],
    listPages: 13,
    fallback: '/',
    noFallback: ['/api/', '/assets/', '/media/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: korean, count: 39, seed: 2_003 });
    await npmInstall(folder, { lit: '3.3.3', '@vaadin/router': '2.0.1', vite: '8.3.8' });
    await writeFiles(folder, { 'main.js': app, 'index.html': page });
    await npmRun(folder, 'vite/bin/vite.js', ['build']);
    const lists = [...sectionKeys].flatMap(([section, key]) =>
      listAnswers(
        `section=${key}&`,
        posts.filter((post) => post.section === section),
      ),
    );
    const ones = posts.map((post) => {
      const { blocks, short, ...rest } = post;
      const near = posts.filter(({ section, id }) => section === post.section && id !== post.id).slice(0, 3);
      return answer(`/api/posts/${post.slug}`, {
        ...rest,
        key: keyOf(post.section),
        picture: pictureOf(post),
        content: piecesHtml(piecesOf(post, korean, '/media/')),
        near: near.map(({ slug, title }) => ({ slug, title })),
      });
    });
    const missing = answer('/api/missing', { error: 'not found' }, 404);
    const built = await recordFolder(join(folder, 'dist'));
    return {
      responses: [...built, ...listAnswers('', posts), ...lists, ...ones, missing],
      truth: truthOf(
        posts,
        ({ slug }) => `/posts/${slug}`,
        (post) => ({ aliases: [`/api/posts/${post.slug}`], text: piecesText(piecesOf(post, korean, '')) }),
      ),
    };
  },
};
