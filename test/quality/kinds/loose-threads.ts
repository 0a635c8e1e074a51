import { dateStyles, jsonLd, type MadePage, type Making, wholePage } from './making.ts';
import { Manner, tag } from './manners.ts';

// Topics in markup that no software has: each part is drawn by itself. What is learned of them holds for boards that nobody has described.

const memberPaths: readonly ((nick: string, id: number) => string)[] = [
  (nick) => `/u/${nick}`,
  (nick) => `/users/${nick}`,
  (nick, id) => `/members/${nick}.${id}/`,
  (nick) => `/profile/${nick}`,
  (_nick, id) => `profile.php?id=${id}`,
  (nick) => `/people/${nick}`,
  (nick) => `/~${nick}`,
  (nick) => `/@${nick}`,
  (nick) => `/${nick}`,
];
const topicPaths: readonly ((m: Making) => string)[] = [
  (m) => `/topic/${m.int(100, 90_000)}`,
  (m) => `/t/${m.slug()}/${m.int(100, 90_000)}`,
  (m) => `/forum/${m.slug(1, 2)}/${m.slug()}`,
  (m) => `/community/${m.slug()}`,
  (m) => `/discussion/${m.int(100, 90_000)}/${m.slug()}`,
  (m) => `/${m.int(1_000, 90_000)}/${m.slug()}`,
  (m) => `/questions/${m.slug()}`,
  (m) => `/q/${m.int(100, 90_000)}`,
  (m) => `/ask/${m.slug()}-${m.int(100, 900)}`,
  (m) => `/board.php?thread=${m.int(100, 90_000)}`,
  (m) => `/${m.slug(1, 1)}/${m.slug(1, 1)}/issues/${m.int(1, 900)}`,
  (m) => `/post/${m.int(100, 90_000)}`,
  (m) => `/archives/${m.slug(1, 1)}/msg${m.int(10_000, 99_999)}.html`,
  (m) => `/bugs/show?id=${m.int(1_000, 90_000)}`,
  (m) => `/${m.slug(3, 7)}`,
];

export const looseThreadFamilies = ['boards', 'answers', 'replies', 'messages', 'mail'] as const;

interface Drawn {
  readonly m: Making;
  readonly manner: Manner;
  readonly date: (at: Date) => string;
  readonly member: (nick: string, id: number) => string;
  readonly paragraphs: (text: readonly string[]) => string;
}

function draw(m: Making): Drawn {
  const manner = new Manner(m);
  const path = m.pick(memberPaths);
  const isLinked = m.chance(0.75);
  const nameTag = m.pick(['span', 'strong', 'h4', 'div', 'b']);
  const style = m.pick(dateStyles);
  const dateBox = m.pick(['span', 'small', 'div', 'p']);
  const box = m.pick(['p', 'br', 'div']);
  return {
    m,
    manner,
    date: (at) => `<${dateBox}${manner.of('date', 'post-date', 'time', 'meta', 'timestamp')}>${style(at)}</${dateBox}>`,
    member: (nick, id) =>
      isLinked
        ? `<a${manner.of('username', 'author', 'user', 'nick', 'poster')} href="${path(nick, id)}">${nick}</a>`
        : `<${nameTag}${manner.of('author', 'user-name', 'username', 'member', 'poster')}>${nick}</${nameTag}>`,
    paragraphs: (text) =>
      box === 'br' ? text.join('<br><br>') : text.map((part) => `<${box}>${part}</${box}>`).join(''),
  };
}

const profile = ({ m, manner }: Drawn): string =>
  `<div${manner.of('rank', 'title', 'user-title')}>${m.words(1)}</div><div>${m.words(1)}: ${m.int(1, 4_000)}</div>`;

/** The posts of a topic of one of several builds, and its address. */
export function makeLooseThread(m: Making, family: string = m.pick(looseThreadFamilies)): MadePage {
  const one = draw(m);
  const { manner, date, member, paragraphs } = one;
  const title = m.title(4, 12);
  const box = tag(m);
  const hasProfile = m.chance(0.4);
  const isDateFirst = m.chance(0.5);
  const isSplit = m.chance(0.15);
  const number = m.chance(0.3);
  const texts = (from: number, to: number) => Array.from({ length: m.int(from, to) }, () => m.text(1, 4));
  const buttons = m.chance(0.6)
    ? `<div${manner.of('actions', 'controls', 'post-buttons', 'footer')}>${m.pick([`<a href="?reply=1">${m.words(1)}</a> <a href="?quote=1">${m.words(1)}</a>`, `<button${manner.of('reply', 'like')}>${m.words(1)}</button>`])}</div>`
    : '';
  const quote = () => (m.chance(0.15) ? `<blockquote>${m.sentence()}</blockquote>` : '');
  const post = (at: number, text: readonly string[]): string => {
    const nick = m.nick();
    const head = `${member(nick, at)}${hasProfile ? profile(one) : ''}`;
    const when = `${date(m.at())}${number ? `<a href="#${at}">#${at + 1}</a>` : ''}`;
    const body = `<div${manner.of('content', 'post-text', 'message', 'body', 'text')}>${quote()}${paragraphs(text)}</div>`;
    if (isSplit)
      return `<${box}${manner.of('post-head', 'reply-header', 'meta')}>${isDateFirst ? when : head}</${box}><${box}${manner.of('reply', 'post-main', 'answer')}>${isDateFirst ? head : when}${body}${buttons}</${box}>`;
    return `<${box}${manner.of('post', 'message', 'reply', 'entry', 'comment', 'answer')} id="p${at}">${isDateFirst ? when + head : head + when}${body}${buttons}</${box}>`;
  };
  const count = m.pick([2, 3, 4, 6, 9, 16]);
  const answers = Array.from({ length: count }, (_, at) => post(at + 1, texts(1, 3)));
  const isQuestion = family === 'answers';
  const opening =
    family === 'boards'
      ? post(0, texts(1, 4))
      : family === 'mail'
        ? ''
        : `<div${manner.of('question', 'topic', 'opening', 'main-post')}>${isDateFirst ? member(m.nick(), 0) + date(m.at()) : ''}<div${manner.of('content', 'question-text')}>${paragraphs(texts(1, 4))}</div>${isDateFirst ? '' : member(m.nick(), 0) + date(m.at())}</div>`;
  const list =
    family === 'mail'
      ? `<b>${m.name()}</b> <a href="mailto:${m.nick()}@x.test">${m.nick()} at x.test</a><br><i>Tue Mar ${m.int(1, 28)} 10:${m.int(10, 59)}:17 2014</i><ul><li>Previous message: <a href="00${m.int(100, 999)}.html">${title}</a></li><li>Next message: <a href="00${m.int(100, 999)}.html">Re: ${title}</a></li><li>sorted by: <a href="date.html">[ date ]</a> <a href="thread.html">[ thread ]</a></li></ul><hr><pre>${m.pick(['On Mon, someone wrote:\n', ''])}&gt; ${m.sentence()}\n&gt; ${m.sentence()}\n\n${texts(1, 5).join('\n\n')}\n-- \n${m.name()}</pre><hr>`
      : `${isQuestion ? `<h2>${count} ${m.words(1)}</h2>` : ''}<div${manner.of('posts', 'replies', 'answers', 'thread', 'discussion')}>${answers.join('\n')}</div>`;
  const form = m.chance(0.4) ? `<form action="/reply"><textarea></textarea><button>${m.words(1)}</button></form>` : '';
  const crumbs = m.chance(0.5)
    ? `<div><a href="/">${m.words(1)}</a> &gt; <a href="/f/${m.int(1, 9)}">${m.title(1, 2)}</a></div>`
    : '';
  const head = [
    m.chance(0.4) ? `<meta property="og:type" content="${m.pick(['article', 'website', 'website', 'object'])}">` : '',
    m.chance(0.12) ? jsonLd({ '@type': isQuestion ? 'QAPage' : 'DiscussionForumPosting', headline: title }) : '',
  ].join('');
  const side = m.chance(0.3)
    ? `<aside>${m.times(3, 8, () => `<a href="/t/${m.slug()}">${m.title()}</a>`)}</aside>`
    : '';
  return {
    kind: 'forum',
    family: `loose-thread-${family}`,
    url: `https://${m.pick(['www', 'forum', 'community', 'lists'])}.${m.slug(1, 1)}.test${m.pick(topicPaths)(m)}`,
    html: wholePage(m, { title, head, body: `${crumbs}<h1>${title}</h1>${opening}${list}${form}${side}` }),
  };
}
