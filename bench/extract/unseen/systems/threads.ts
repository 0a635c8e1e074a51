// Questions and answers, mailing lists, trackers.
import type { Draw } from '../types/draw.ts';
import { inParagraphs, type Message, messagesOf, meta, page, type System, systemsOf } from './system.ts';

type Make = (
  draw: Draw,
  title: string,
  first: Message,
  answers: readonly Message[],
) => { path: string; body: string; head?: string };

const topic =
  (make: Make): System['page'] =>
  (draw) => {
    const title = draw.title();
    const [first, ...answers] = messagesOf(draw) as [Message, ...Message[]];
    const { path, body, head = '' } = make(draw, title, first, answers);
    return { path, html: page(draw, `${title} · Tin Harbour`, body, head) };
  };

const id = (draw: Draw): number => draw.number(1_000, 900_000);
const ago = (draw: Draw): string => draw.one(['2 years ago', '5 months ago', '3 days ago', 'Jun 4 at 12:31']);

export const threads: readonly System[] = systemsOf('forum', {
  question2answer: topic((draw, title, first, answers) => ({
    path: `/${id(draw)}/${draw.slug()}`,
    body: `<div class="qa-body-wrapper" itemscope itemtype="https://schema.org/QAPage"><div class="qa-main"><div class="qa-main-heading"><h1><a href="./x"><span itemprop="name">${title}</span></a></h1></div><div class="qa-part-q-view"><div class="qa-q-view" id="q3"><div class="qa-voting"><span class="qa-netvote-count-data">${draw.number(0, 9)}</span></div><div class="qa-q-view-main"><div class="qa-q-view-content"><div itemprop="text">${inParagraphs(first)}</div></div><span class="qa-q-view-meta">${draw.word('wrote')} <time itemprop="dateCreated" datetime="${first.date.toISOString()}">${draw.shown(first.date)}</time> <span class="qa-q-view-who"><a href="../user/${first.nick}" class="qa-user-link">${first.nick}</a></span></span></div></div></div><div class="qa-part-a-list"><h2>${answers.length} ${draw.word('answers')}</h2>${answers.map((m) => `<div class="qa-a-list-item" id="a${m.id}" itemscope itemtype="https://schema.org/Answer"><div class="qa-a-item-main"><div class="qa-a-item-content"><div itemprop="text">${inParagraphs(m)}</div></div><span class="qa-a-item-meta"><time datetime="${m.date.toISOString()}">${draw.shown(m.date)}</time> <a href="../user/${m.nick}" class="qa-user-link">${m.nick}</a></span></div></div>`).join('')}</div></div></div>`,
  })),
  quora: topic((draw, title, _first, answers) => ({
    path: `/${draw.slug()}-${draw.slug()}`,
    body: `<div class="q-box"><div class="q-flex"><div class="q-box qu-borderAll"><div class="q-text puppeteer_test_question_title"><span>${title}</span></div></div>${answers.map((m) => `<div class="q-box qu-pt--medium"><div class="q-box spacing_log_answer_header"><a class="q-box puppeteer_test_link" href="/profile/${m.nick}"><span>${m.nick}</span></a><div class="q-text">${draw.tag()} · <a class="answer_timestamp" href="#">${ago(draw)}</a></div></div><div class="q-box spacing_log_answer_content puppeteer_test_answer_content"><div class="q-text"><span class="q-box">${m.parts.map((part) => `<p class="q-text">${part}</p>`).join('')}<p class="q-text">${draw.paragraph()}</p></span></div></div><div class="q-box"><button>${draw.word('like')} · ${draw.number(1, 90)}</button></div></div>`).join('')}</div></div>`,
  })),
  'stack exchange': topic((draw, title, first, answers) => ({
    path: `/questions/${id(draw)}/${draw.slug()}`,
    head: meta('og:type', 'website') + meta('og:title', title),
    body: `<div id="content"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div id="question-header"><h1 itemprop="name" class="fs-headline1"><a href="/questions/1/x" class="question-hyperlink">${title}</a></h1></div><div class="d-flex fw-wrap pb8"><div title="${draw.shown(first.date)}">Asked <time itemprop="dateCreated" datetime="${first.date.toISOString()}">${ago(draw)}</time></div></div><div id="mainbar"><div class="question js-question" id="question"><div class="post-layout"><div class="votecell"><div class="js-vote-count">${draw.number(0, 99)}</div></div><div class="postcell post-layout--right"><div class="s-prose js-post-body" itemprop="text">${inParagraphs(first)}<pre><code>x = ${id(draw)}</code></pre></div><div class="post-signature owner"><div class="user-info"><div class="user-action-time">asked <span title="${first.date.toISOString()}" class="relativetime">${ago(draw)}</span></div><div class="user-details" itemprop="author"><a href="/users/${first.id}/${first.nick}">${first.nick}</a><span class="reputation-score">1,043</span></div></div></div></div></div></div><div id="answers"><h2>${answers.length} ${draw.word('answers')}</h2>${answers.map((m) => `<div id="answer-${m.id}" class="answer js-answer" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"><div class="post-layout"><div class="votecell"></div><div class="answercell"><div class="s-prose js-post-body" itemprop="text">${inParagraphs(m)}</div><div class="user-info"><div class="user-action-time">answered <span title="${m.date.toISOString()}" class="relativetime">${ago(draw)}</span></div><div class="user-details"><a href="/users/${m.id}/${m.nick}">${m.nick}</a></div></div></div></div></div>`).join('')}</div></div></div></div>`,
  })),
  'health answers': topic((draw, title, first, answers) => ({
    path: `/${draw.one(['frage', 'ask', 'consulta', 'zhidao/question'])}/${draw.slug()}`,
    body: `<div class="page"><section class="question-detail"><h1>${title}</h1><div class="asker"><span class="user-name">${first.nick}</span> <span class="ts">${draw.shown(first.date)}</span></div><div class="question-body">${inParagraphs(first)}</div></section><section class="answer-list"><h3>${answers.length} ${draw.word('answers')}</h3>${answers.map((m) => `<div class="answer-item"><div class="answer-head"><span class="user-name">${m.nick}</span><span class="ts">${draw.shown(m.date)}</span></div><div class="answer-text">${inParagraphs(m)}</div><div class="actions"><span>${draw.word('like')} ${m.id % 30}</span></div></div>`).join('')}</section></div>`,
  })),
  pipermail: (draw) => {
    const [message] = messagesOf(draw) as [Message, ...Message[]];
    const title = `[Harbour-dev] ${draw.title()}`;
    return {
      path: `/pipermail/harbour-dev/2024-March/0${draw.number(10_000, 99_999)}.html`,
      html: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><HTML><HEAD><TITLE> ${title}</TITLE><LINK REL="Index" HREF="index.html"><LINK REL="Previous" HREF="000001.html"><LINK REL="Next" HREF="000003.html"></HEAD><BODY BGCOLOR="#ffffff"><H1>${title}</H1><B>${draw.person()}</B> <A HREF="mailto:harbour-dev%40tin-harbour.example" TITLE="${title}">${message.nick} at tin-harbour.example </A><BR><I>Tue Mar 12 10:${draw.number(10, 59)}:17 CET 2024</I><P><UL><LI>Previous message: <A HREF="000001.html">${title}</A></li><LI>Next message: <A HREF="000003.html">${title}</A></li><LI> <B>Messages sorted by:</B> <a href="date.html#1">[ date ]</a><a href="thread.html#1">[ thread ]</a><a href="subject.html#1">[ subject ]</a><a href="author.html#1">[ author ]</a></LI></UL><HR><PRE>On 11 Mar 2024, ${draw.nick()} wrote:\n&gt; ${draw.sentence()}\n&gt; ${draw.sentence()}\n\n${message.parts.join('\n\n')}\n\n-- \n${message.nick}\n</PRE><HR><P><UL><LI>Previous message: <A HREF="000001.html">${title}</A></li><LI>Next message: <A HREF="000003.html">${title}</A></li></UL><a href="http://lists.tin-harbour.example/mailman/listinfo/harbour-dev">More information about the Harbour-dev mailing list</a></BODY></HTML>`,
    };
  },
  hyperkitty: topic((draw, title, first, answers) => ({
    path: `/archives/list/harbour@lists.tin-harbour.example/thread/${id(draw).toString(36).toUpperCase()}/`,
    body: `<div class="container"><div class="row"><div class="col-12 thread-header"><h3>${title}</h3></div><div class="col"><section id="thread-content">${[first, ...answers].map((m) => `<div class="email-first email"><div class="email-header"><div class="gravatar-wrapper"><div class="gravatar"><img alt=""></div></div><div class="email-author"><div class="email-sender"><span class="name"><a href="/archives/users/${m.id}/" title="See the profile">${m.nick}</a></span></div></div><div class="email-date"><div class="time"><span title="Sender's time: ${draw.shown(m.date)}">${draw.shown(m.date)}</span></div></div></div><div class="email-body">${inParagraphs(m)}</div><div class="email-info"><a class="reply" href="#">${draw.word('reply')}</a></div></div>`).join('')}</section></div></div></div>`,
  })),
  'google groups': topic((draw, title, first, answers) => ({
    path: `/g/harbour/c/${id(draw).toString(36)}`,
    body: `<div class="qoHdWe"><h1 class="KPwZRb gKR4Fb"><html-blob>${title}</html-blob></h1><div role="list">${[first, ...answers].map((m) => `<section class="BkrUxb" role="listitem"><div class="V5qDKf"><h3 class="s1f8Zd">${m.nick}</h3><div class="ELCJ4d"><span class="zX2W9c">${draw.shown(m.date)}</span></div></div><div class="ptW7te" role="region"><html-blob><div dir="ltr">${m.parts.map((part) => `<div>${part}</div>`).join('')}</div></html-blob></div></section>`).join('')}</div></div>`,
  })),
  'github issue': topic((draw, title, first, answers) => ({
    path: `/lantern/${draw.slug()}/issues/${draw.number(1, 9_000)}`,
    head: meta('og:type', 'object') + meta('og:title', title),
    body: `<div class="application-main"><main id="js-repo-pjax-container"><nav class="UnderlineNav"><a href="/lantern/x">Code</a><a href="/lantern/x/issues">Issues</a><a href="/lantern/x/pulls">Pull requests</a></nav><div id="show_issue"><div id="partial-discussion-header"><h1 class="gh-header-title"><bdi class="js-issue-title markdown-title">${title}</bdi> <span class="f1-light">#12</span></h1></div><div class="js-discussion">${[first, ...answers].map((m) => `<div class="TimelineItem js-comment-container"><div class="timeline-comment-group" id="issuecomment-${m.id}"><div class="timeline-comment"><div class="timeline-comment-header"><h3><strong><a class="author Link--primary" href="/${m.nick}">${m.nick}</a></strong> commented <a href="#i"><relative-time datetime="${m.date.toISOString()}">${draw.shown(m.date)}</relative-time></a></h3></div><table><tr><td class="comment-body markdown-body js-comment-body">${inParagraphs(m)}</td></tr></table></div></div></div>`).join('')}</div></div></main></div>`,
  })),
  'gitlab issue': topic((draw, title, first, answers) => ({
    path: `/lantern/${draw.slug()}/-/issues/${draw.number(1, 900)}`,
    head: meta('og:type', 'object'),
    body: `<div class="layout-page"><main class="content"><div class="detail-page-header">${draw.word('wrote')} <time title="${draw.shown(first.date)}" datetime="${first.date.toISOString()}">${ago(draw)}</time> <a class="author-link" href="/${first.nick}">${first.nick}</a></div><h1 class="title">${title}</h1><div class="description"><div class="md">${inParagraphs(first)}</div></div><ul class="notes main-notes-list timeline">${answers.map((m) => `<li id="note_${m.id}" class="timeline-entry note note-wrapper"><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a class="author-name-link js-user-link" href="/${m.nick}"><span class="note-header-author-name gl-font-bold">${m.nick}</span></a> <span class="note-headline-light">@${m.nick}</span> · <a class="note-timestamp" href="#note"><time title="${draw.shown(m.date)}" datetime="${m.date.toISOString()}">${ago(draw)}</time></a></div></div><div class="note-body"><div class="note-text md">${inParagraphs(m)}</div></div></div></li>`).join('')}</ul></main></div>`,
  })),
  bugzilla: topic((draw, title, first, answers) => ({
    path: `/show_bug.cgi?id=${id(draw)}`,
    body: `<div id="header"><ul class="links"><li><a href="./">${draw.word('home')}</a></li><li><a href="query.cgi">${draw.word('search')}</a></li></ul></div><div id="bugzilla-body"><div class="bz_alias_short_desc_container"><a href="show_bug.cgi?id=3"><b>Bug&nbsp;3</b></a> - <span id="short_desc_nonedit_display">${title}</span></div><table class="bz_column_table"><tr><td><table class="edit_form"><tr><th class="field_label">Status:</th><td>RESOLVED FIXED</td></tr><tr><th>Product:</th><td>Lantern</td></tr></table></td></tr></table><div id="comments">${[first, ...answers].map((m, n) => `<div id="c${n}" class="bz_comment"><div class="bz_comment_head"><span class="bz_comment_number"><a href="#c${n}">Comment ${n}</a></span><span class="bz_comment_user"><span class="vcard"><span class="fn">${m.nick}</span></span></span><span class="bz_comment_time">${m.date.toISOString().slice(0, 16).replace('T', ' ')} UTC</span></div><pre class="bz_comment_text">${m.parts.join('\n\n')}</pre></div>`).join('')}</div></div>`,
  })),
  askbot: topic((draw, title, first, answers) => ({
    path: `/en/question/${id(draw)}/${draw.slug()}/`,
    body: `<div class="content"><h1>${title}</h1><div id="question-table" class="post question"><div class="post-update-info-container"><div class="post-update-info"><p class="tip">asked <abbr class="timeago" title="${first.date.toISOString()}">${draw.shown(first.date)}</abbr></p><div class="user-card"><a href="/en/users/${first.id}/${first.nick}/">${first.nick}</a></div></div></div><div class="post-body js-editable-body">${inParagraphs(first)}</div></div><div class="answers">${answers.map((m) => `<div id="post-id-${m.id}" class="post answer"><div class="post-content"><div class="post-update-info"><p class="tip">answered <abbr class="timeago" title="${m.date.toISOString()}">${draw.shown(m.date)}</abbr></p><div class="user-card"><a href="/en/users/${m.id}/${m.nick}/">${m.nick}</a></div></div><div class="post-body js-editable-body">${inParagraphs(m)}</div></div></div>`).join('')}</div></div>`,
  })),
  'app store of questions': topic((draw, title, first, answers) => ({
    path: `/thread/${draw.number(250_000_000, 255_999_999)}`,
    head: meta('og:type', 'website'),
    body: `<main class="main"><article class="community-thread"><header class="thread-original-post"><div class="author"><a class="author-username" href="/profile/${first.nick}">${first.nick}</a> <span>Level 1</span></div><h1 class="thread-title">${title}</h1><div class="post-content">${inParagraphs(first)}</div><p class="posted-on">Posted on <time datetime="${first.date.toISOString()}">${draw.shown(first.date)}</time></p></header><section class="all-replies"><h2>${draw.word('answers')}</h2>${answers.map((m) => `<article class="thread-reply" id="reply${m.id}"><div class="reply-author"><a class="author-username" href="/profile/${m.nick}">${m.nick}</a></div><time datetime="${m.date.toISOString()}">${draw.shown(m.date)}</time><div class="post-content">${inParagraphs(m)}</div><button>${draw.word('reply')}</button></article>`).join('')}</section></article></main>`,
  })),
});
