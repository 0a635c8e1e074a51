import { dateStyles, jsonLd, type MadePage, type Making, wholePage } from './making.ts';

/** A post as the thread has it; what a page shows of it is up to its software. */
export interface MadePost {
  readonly by: string;
  readonly at: Date;
  readonly text: string;
}

export interface MadeThread extends MadePage {
  readonly title: string;
  readonly posts: readonly MadePost[];
}

interface Software {
  readonly family: string;
  readonly url: (m: Making) => string;
  readonly page: (
    m: Making,
    thread: { readonly title: string; readonly posts: readonly MadePost[]; readonly date: (at: Date) => string },
  ) => string;
  readonly generator?: string;
}

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${part}</p>`)
    .join('');
const lines = (text: string): string => text.replaceAll('\n\n', '<br><br>');
const id = (m: Making): number => m.int(1_000, 999_999);

const softwares: readonly Software[] = [
  {
    family: 'cards',
    url: (m) => `https://forum.${m.slug(1, 1)}.test/threads/${m.slug()}.${id(m)}/`,
    page: (
      m,
      { title, posts, date },
    ) => `<div class="p-body"><h1 class="p-title-value">${title}</h1><ul class="listInline"><li>Thread starter <a href="/members/${m.slug(1, 1)}.${id(m)}/" class="username">${posts[0]?.by}</a></li><li>Start date ${date(posts[0]?.at as Date)}</li></ul>
${posts.map(({ by, at, text }, n) => `<article class="message message--post" id="js-post-${n}"><div class="message-inner"><div class="message-cell message-cell--user"><h4 class="message-name"><a href="/members/${by}.${n}/" class="username">${by}</a></h4><h5 class="userTitle">Member</h5><dl><dt>Joined</dt><dd>Mar 3, 2014</dd><dt>Messages</dt><dd>${m.int(1, 900)}</dd></dl></div><div class="message-cell message-cell--main"><header class="message-attribution"><a href="/threads/post-${n}" class="u-concealed">${date(at)}</a> <a>#${n + 1}</a></header><div class="message-userContent"><div class="bbWrapper">${lines(text)}</div></div><footer><a>Reply</a> <a>Quote</a></footer></div></div></article>`).join('\n')}</div>`,
  },
  {
    family: 'tables',
    url: (m) => `https://www.${m.slug(1, 1)}.test/forums/showthread.php?t=${id(m)}`,
    page: (
      m,
      { title, posts, date },
    ) => `<table class="tborder"><tr><td class="navbar"><a href="/">Forums</a> &gt; <strong>${title}</strong></td></tr></table><div id="posts">
${posts.map(({ by, at, text }, n) => `<div align="center"><div class="page"><table id="post${n}" class="tborder" cellpadding="6"><tr><td class="thead">${date(at)}</td><td class="thead" align="right">#<a href="showpost.php?p=${n}">${n + 1}</a></td></tr><tr valign="top"><td class="alt2" width="175"><a class="bigusername" href="member.php?u=${n}">${by}</a><div class="smallfont">Senior Member</div><div class="smallfont">Join Date: Jan 2009</div><div>Posts: ${m.int(1, 4_000)}</div></td><td class="alt1" id="td_post_${n}"><div class="smallfont"><strong>${n === 0 ? title : `Re: ${title}`}</strong></div><hr><div id="post_message_${n}">${lines(text)}</div></td></tr></table></div></div>`).join('\n')}</div>`,
  },
  {
    family: 'profiles',
    generator: 'phpBB',
    url: (m) => `https://${m.slug(1, 1)}.test/viewtopic.php?f=${m.int(1, 40)}&t=${id(m)}`,
    page: (
      _m,
      { title, posts, date },
    ) => `<div id="page-body"><h2 class="topic-title"><a href="./viewtopic.php?t=4">${title}</a></h2>
${posts.map(({ by, at, text }, n) => `<div id="p${n}" class="post has-profile bg${1 + (n % 2)}"><div class="inner"><dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&amp;u=${n}" class="username">${by}</a></dt><dd><strong>Posts:</strong> 99</dd><dd><strong>Joined:</strong> Tue Mar 04, 2014 9:12 am</dd></dl><div class="postbody"><h3><a href="#p${n}">${n === 0 ? title : `Re: ${title}`}</a></h3><p class="author">by <strong><a href="./memberlist.php?u=${n}">${by}</a></strong> » ${date(at)}</p><div class="content">${lines(text)}</div></div></div></div><hr class="divider">`).join('\n')}</div>`,
  },
  {
    family: 'questions',
    url: (m) => `https://ask.${m.slug(1, 1)}.test/questions/${id(m)}/${m.slug()}`,
    page: (
      m,
      { title, posts, date },
    ) => `<div id="content"><div id="question-header"><h1 itemprop="name"><a href="/questions/1/x" class="question-hyperlink">${title}</a></h1></div><div>Asked ${date(posts[0]?.at as Date)} Viewed ${id(m)} times</div><div id="mainbar">
${posts.map(({ by, at, text }, n) => `<div class="${n === 0 ? 'question' : 'answer'}" ${n === 0 ? '' : 'itemscope itemtype="https://schema.org/Answer"'}><div class="post-layout"><div class="votecell"><div>${m.int(0, 90)}</div></div><div class="postcell"><div class="s-prose js-post-body">${paragraphs(text)}${m.chance(0.3) ? `<pre><code>${m.words(12)}</code></pre>` : ''}</div><div class="user-info"><div class="user-action-time">${n === 0 ? 'asked' : 'answered'} ${date(at)}</div><div class="user-details"><a href="/users/${n}/${by}">${by}</a><span>1,204</span></div></div></div></div></div>`).join('\n')}</div></div>`,
  },
  {
    family: 'nested',
    url: (m) =>
      `https://www.${m.slug(1, 1)}.test/r/${m.slug(1, 1)}/comments/${id(m).toString(36)}/${m.slug().replaceAll('-', '_')}/`,
    page: (m, { title, posts, date }) => {
      const [first, ...answers] = posts;
      const tree = answers.reduceRight((below, { by, at, text }) => {
        const box = `<div class="thing comment"><div class="entry"><p class="tagline"><a href="/user/${by}" class="author">${by}</a> <span class="score">${m.int(1, 300)} points</span> ${date(at)}</p><form><div class="usertext-body"><div class="md">${paragraphs(text)}</div></div></form><ul class="buttons"><li><a>permalink</a></li><li><a>reply</a></li></ul></div>`;
        return m.chance(0.5) ? `${box}<div class="child">${below}</div></div>` : `${box}</div>${below}`;
      }, '');
      return `<div class="content"><div class="thing link"><p class="title"><a class="title" href="/r/x">${title}</a></p><h1>${title}</h1><p class="tagline">submitted ${date(first?.at as Date)} by <a href="/user/${first?.by}" class="author">${first?.by}</a></p><div class="usertext-body"><div class="md">${paragraphs(first?.text ?? '')}</div></div></div><div class="commentarea">${tree}</div></div>`;
    },
  },
  {
    family: 'crawler-view',
    url: (m) => `https://discuss.${m.slug(1, 1)}.test/t/${m.slug()}/${id(m)}`,
    generator: 'Discourse 3.2.0',
    page: (
      _m,
      { title, posts, date },
    ) => `<div id="main-outlet"><div id="topic-title"><h1><a href="/t/x/1">${title}</a></h1></div>
${posts.map(({ by, at, text }, n) => `<div id="post_${n + 1}" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a href="/u/${by}"><span>${by}</span></a></span><span class="crawler-post-infos">${date(at)}<span>${n + 1}</span></span></div><div class="post">${paragraphs(text)}</div></div>`).join('\n')}</div>`,
  },
  {
    family: 'timeline',
    url: (m) => `https://code.${m.slug(1, 1)}.test/${m.slug(1, 1)}/${m.slug(1, 1)}/issues/${m.int(1, 9_000)}`,
    page: (
      _m,
      { title, posts, date },
    ) => `<main><h1 class="gh-header-title">${title} <span>#12</span></h1><div class="js-discussion">
${posts.map(({ by, at, text }) => `<div class="TimelineItem"><div class="timeline-comment"><div class="timeline-comment-header"><h3><strong><a class="author" href="/${by}">${by}</a></strong> commented ${date(at)}</h3></div><div class="comment-body">${paragraphs(text)}</div></div></div>`).join('\n')}</div></main>`,
  },
  {
    family: 'indented-rows',
    url: (m) => `https://news.${m.slug(1, 1)}.test/item?id=${id(m)}`,
    page: (
      m,
      { title, posts, date },
    ) => `<center><table><tr class="athing"><td class="title"><a href="item?id=1">${title}</a></td></tr><tr><td class="subtext">12 points by <a href="user?id=${posts[0]?.by}" class="hnuser">${posts[0]?.by}</a> ${date(posts[0]?.at as Date)}</td></tr><tr><td>${lines(posts[0]?.text ?? '')}</td></tr></table><table class="comment-tree">
${posts
  .slice(1)
  .map(
    ({ by, at, text }) =>
      `<tr class="athing comtr"><td><table><tr><td class="ind"><img width="${40 * m.int(0, 3)}"></td><td class="default"><div><span class="comhead"><a href="user?id=${by}" class="hnuser">${by}</a> <span class="age">${date(at)}</span></span></div><div class="comment"><span class="commtext">${lines(text)}</span></div></td></tr></table></td></tr>`,
  )
  .join('\n')}</table></center>`,
  },
  {
    family: 'wrapped-replies',
    url: (m) => `https://${m.slug(1, 1)}.test/forums/topic/${m.slug()}/`,
    generator: 'WordPress 6.4',
    page: (
      _m,
      { title, posts, date },
    ) => `<article class="topic hentry"><header><h1 class="entry-title">${title}</h1></header><div class="bbp-replies"><ul class="forums">
${posts.map(({ by, at, text }, n) => `<li><div class="bbp-reply-header"><span class="bbp-reply-post-date">${date(at)}</span> <a href="#post-${n}">#${n}</a></div><div class="reply"><div class="bbp-reply-author"><a href="/forums/users/${by}/" class="bbp-author-link"><span class="bbp-author-name">${by}</span></a><div>Participant</div></div><div class="bbp-reply-content">${paragraphs(text)}</div></div></li>`).join('\n')}</ul></div></article>`,
  },
  {
    family: 'bare-rows',
    url: (m) => `http://www.${m.slug(1, 1)}.test/board/read.php?id=${id(m)}&page=1`,
    page: (_m, { title, posts, date }) => `<center><b>${title}</b><br><table border="1">
${posts.map(({ by, at, text }, n) => `<tr bgcolor="${n % 2 === 0 ? '#eee' : '#fff'}"><td valign="top"><font size="1"><b class="author">${by}</b><br>Member</font></td><td><font size="1">Posted: ${date(at)}</font><hr>${lines(text)}</td></tr>`).join('\n')}</table></center>`,
  },
  {
    family: 'components',
    url: (m) => `https://community.${m.slug(1, 1)}.test/topic/${id(m)}/${m.slug()}`,
    page: (
      _m,
      { title, posts, date },
    ) => `<div id="content"><h1 component="post/header"><span>${title}</span></h1><ul class="posts">
${posts.map(({ by, at, text }, n) => `<li component="post" class="pt-4" data-pid="${n}"><div class="post-container"><div class="post-header"><a href="/user/${by}" class="fw-bold">${by}</a> <a class="permalink" href="/post/${n}"><span class="timeago">${date(at)}</span></a></div><div class="content" component="post/content">${paragraphs(text)}</div><div class="post-footer"><a>0</a> <a>Reply</a></div></div></li>`).join('\n')}</ul></div>`,
  },
  {
    family: 'message-boxes',
    url: (m) => `https://community.${m.slug(1, 1)}.test/t5/${m.slug(1, 2)}/${m.slug()}/td-p/${id(m)}`,
    page: (_m, { title, posts, date }) => `<div class="lia-page"><h1 class="PageTitle">${title}</h1>
${posts.map(({ by, at, text }, n) => `<div class="lia-message-view-wrapper"><div class="lia-message-author-with-avatar"><span class="UserName"><a href="/t5/user/viewprofilepage/user-id/${n}">${by}</a></span> <span>Contributor</span></div><span class="DateTime lia-message-posted-on">${date(at)}</span><div class="lia-message-body"><div class="lia-message-body-content">${paragraphs(text)}</div></div><div class="kudos">0 Kudos</div></div>`).join('\n')}</div>`,
  },
];

export const forumFamilies = softwares.map(({ family }) => family);

/** A thread of a forum, of one page. */
export function makeThread(m: Making, family = m.pick(forumFamilies)): MadeThread {
  const software = softwares.find((one) => one.family === family) as Software;
  const title = m.title(4, 11);
  const length = m.pick([1, 2, 4]);
  const posts = Array.from(
    { length: m.pick([2, 3, 4, 6, 9, 14, 20]) },
    (_, at): MadePost => ({
      by: m.nick(),
      at: m.at(),
      text: Array.from({ length: m.int(1, at === 0 ? 2 * length : length) }, () => m.text(1, 5)).join('\n\n'),
    }),
  );
  const first = posts[0] as MadePost;
  const ld = m.chance(0.25)
    ? jsonLd({
        '@type': family === 'questions' ? 'QAPage' : 'DiscussionForumPosting',
        headline: title,
        datePublished: first.at.toISOString(),
        author: { '@type': 'Person', name: first.by },
      })
    : '';
  const og = m.chance(0.4)
    ? `<meta property="og:type" content="${m.pick(['article', 'website', 'website'])}"><meta property="og:title" content="${title}">`
    : '';
  const generator =
    software.generator !== undefined && m.chance(0.6) ? `<meta name="generator" content="${software.generator}">` : '';
  const body = software.page(m, { title, posts, date: m.pick(dateStyles) });
  const aside = m.chance(0.4)
    ? `<div class="sidebar"><h3>${m.title(1, 3)}</h3><ul>${m.times(3, 8, () => `<li><a href="/t/${m.slug()}/${id(m)}">${m.title()}</a></li>`)}</ul></div>`
    : '';
  return {
    kind: 'forum',
    family,
    url: software.url(m),
    title,
    posts,
    html: wholePage(m, { title, head: `${og}${generator}${ld}`, body: `${body}${aside}` }),
  };
}
