// Threads in the manner of forum software: the markup is written after what each is known to print, not taken from it.
import type { Draw, Family } from './draw.ts';
import { documentOf, framed, time } from './frame.ts';

interface Message {
  readonly id: number;
  readonly nick: string;
  readonly date: Date;
  readonly html: string;
}

function messagesOf(draw: Draw): Message[] {
  const count = draw.one([1, 2, 3, 5, 8, 12, 20, 40]);
  const nicks = draw.many(draw.number(2, 8), () => draw.nick());
  const isLong = draw.chance(0.3);
  const start = draw.date().getTime();
  return draw.many(count, (at) => ({
    id: draw.number(1_000, 99_999) + at,
    nick: at === 0 ? (nicks[0] ?? '') : draw.one(nicks),
    date: new Date(start + at * 3_600_000 * draw.number(1, 20)),
    html: at === 0 ? opening(draw, isLong) : answer(draw, isLong, nicks[0] ?? ''),
  }));
}

const opening = (draw: Draw, isLong: boolean): string =>
  `${draw.many(isLong ? draw.number(3, 6) : 1, () => draw.paragraph()).join('<br><br>')}<br>${draw.word('help')}`;

function answer(draw: Draw, isLong: boolean, to: string): string {
  const words = draw.one([draw.word('thanks'), draw.word('same'), draw.sentence(), draw.sentence(), draw.paragraph()]);
  const quoted = draw.chance(0.3)
    ? `<blockquote><cite>${to} ${draw.word('wrote')}:</cite>${draw.sentence()}</blockquote>`
    : '';
  return quoted + words + (isLong && draw.chance(0.6) ? `<br><br>${draw.paragraph()}` : '');
}

const pager = (draw: Draw): string =>
  draw.chance(0.5)
    ? `<div class="pagination"><strong>1</strong> <a href="?page=2">2</a> <a href="?page=3">3</a> <a href="?page=2">${draw.word('nextPage')}</a></div>`
    : '';

type Manner = (
  draw: Draw,
  title: string,
  messages: readonly Message[],
) => { path: string; body: string; generator?: string; bodyClass?: string; jsonLd?: object; ogType?: string };

const manners: Readonly<Record<string, Manner>> = {
  phpbb: (draw, title, messages) => ({
    path: `/viewtopic.php?f=${draw.number(1, 40)}&t=${draw.number(100, 90_000)}`,
    bodyClass: 'nojs notouch section-viewtopic ltr',
    body: `<div id="wrap" class="wrap"><div id="page-header"><div class="navbar"><ul id="nav-breadcrumbs"><li class="breadcrumbs"><span class="crumb"><a href="./index.php">${draw.word('forum')}</a></span></li></ul></div></div><div id="page-body" class="page-body"><h2 class="topic-title"><a href="#">${title}</a></h2><div class="action-bar bar-top"><a href="./posting.php?mode=reply" class="button">${draw.word('reply')}</a>${pager(draw)}</div>${messages
      .map(
        ({ id, nick, date, html }) =>
          `<div id="p${id}" class="post has-profile bg2"><div class="inner"><dl class="postprofile" id="profile${id}"><dt class="has-profile-rank"><a href="./memberlist.php" class="username">${nick}</a></dt><dd class="profile-posts"><strong>${draw.word('postsCount')}:</strong> ${draw.number(1, 4_000)}</dd><dd class="profile-joined"><strong>${draw.word('joined')}:</strong> ${draw.shown(draw.date())}</dd></dl><div class="postbody"><div id="post_content${id}"><h3><a href="#p${id}">Re: ${title}</a></h3><p class="author"><a href="#p${id}">#</a> <strong><a class="username">${nick}</a></strong> » ${time(draw, date)}</p><div class="content">${html}</div></div></div></div></div><hr class="divider">`,
      )
      .join(
        '',
      )}</div><div id="page-footer"><div class="copyright">Powered by <a href="https://www.phpbb.com/">phpBB</a>® Forum Software © phpBB Limited</div></div></div>`,
  }),
  discourse: (draw, title, messages) => ({
    path: `/t/${draw.slug()}/${draw.number(100, 90_000)}`,
    generator: 'Discourse 3.5.0.beta4',
    bodyClass: 'crawler',
    body: `<header><a href="/">Tin Harbour</a></header><div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="/t/x/1" data-topic-id="1">${title}</a></h1><div class="topic-category" itemscope itemtype="http://schema.org/BreadcrumbList"><span itemprop="name">${draw.section()}</span></div></div><div itemscope itemtype="http://schema.org/DiscussionForumPosting"><meta itemprop="headline" content="${title}">${messages
      .map(
        ({ id, nick, date, html }, at) =>
          `<div id="post_${at + 1}" ${at === 0 ? '' : 'itemprop="comment" itemscope itemtype="http://schema.org/Comment"'} class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" href="/u/${nick}"><span itemprop="name">${nick}</span></a></span><span class="crawler-post-infos"><time itemprop="datePublished" datetime="${date.toISOString()}" class="post-time">${draw.shown(date)}</time><span itemprop="position">${at + 1}</span></span></div><div class="post" itemprop="text"><p>${html}</p></div><div class="post-likes">${id % 7} ${draw.word('like')}</div></div>`,
      )
      .join(
        '',
      )}</div></div><footer class="container wrap"><nav class="crawler-nav"><ul><li><a href="/">${draw.word('home')}</a></li></ul></nav></footer>`,
  }),
  vbulletin: (draw, title, messages) => ({
    path: `/showthread.php?${draw.number(1_000, 99_999)}-${draw.slug()}`,
    generator: 'vBulletin 4.2.5',
    body: `<div class="above_body"><div id="header" class="floatcontainer doc_header"><a href="forum.php">Tin Harbour</a></div></div><div id="breadcrumb" class="breadcrumb"><ul class="floatcontainer"><li class="navbit"><a href="forum.php">${draw.word('forum')}</a></li><li class="navbit lastnavbit"><span>${title}</span></li></ul></div><div id="postlist" class="postlist restrain"><div id="pagetitle" class="pagetitle"><h1>${title}</h1></div><ol id="posts" class="posts">${messages
      .map(
        ({ id, nick, date, html }, at) =>
          `<li class="postbitlegacy postbitim postcontainer" id="post_${id}"><div class="posthead"><span class="postdate old"><span class="date">${draw.shown(date)}</span></span><span class="nodecontrols"><a class="postcounter">#${at + 1}</a></span></div><div class="postdetails"><div class="userinfo"><div class="username_container"><a class="username" href="member.php"><strong>${nick}</strong></a></div><dl class="userinfo_extra"><dt>${draw.word('joined')}</dt><dd>2019</dd><dt>${draw.word('postsCount')}</dt><dd>${draw.number(2, 999)}</dd></dl></div><div class="postbody"><div class="postrow has_after_content"><div class="content"><div id="post_message_${id}"><blockquote class="postcontent restore">${html}</blockquote></div></div></div></div></div><div class="postfoot"><a class="newreply">${draw.word('quote')}</a></div></li>`,
      )
      .join('')}</ol></div>${pager(draw)}<div class="below_body">Powered by vBulletin®</div>`,
  }),
  xenforo: (draw, title, messages) => ({
    path: `/threads/${draw.slug()}.${draw.number(100, 90_000)}/`,
    ogType: 'article',
    ...(draw.chance(0.5)
      ? {
          jsonLd: {
            '@context': 'https://schema.org',
            '@type': 'DiscussionForumPosting',
            headline: title,
            author: { '@type': 'Person', name: messages[0]?.nick },
            datePublished: messages[0]?.date,
          },
        }
      : {}),
    body: `<div class="p-pageWrapper" id="top"><header class="p-header"><a href="/">Tin Harbour</a></header><div class="p-body"><div class="p-body-header"><div class="p-title"><h1 class="p-title-value">${title}</h1></div><div class="p-description"><ul class="listInline"><li><a class="username">${messages[0]?.nick}</a></li><li>${time(draw, messages[0]?.date ?? draw.date())}</li></ul></div></div><div class="block block--messages">${pager(draw)}<div class="block-body js-replyNewMessageContainer">${messages
      .map(
        ({ id, nick, date, html }, at) =>
          `<article class="message message--post js-post" data-author="${nick}" id="js-post-${id}"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name"><a class="username">${nick}</a></h4><h5 class="userTitle message-userTitle">${draw.tag()}</h5></section></div><div class="message-cell message-cell--main"><div class="message-main"><header class="message-attribution"><a class="u-concealed"><time class="u-dt" datetime="${date.toISOString()}">${draw.shown(date)}</time></a><ul><li>#${at + 1}</li></ul></header><div class="message-content"><div class="message-userContent"><article class="message-body js-selectToQuote"><div class="bbWrapper">${html}</div></article></div></div><footer class="message-footer"><a class="actionBar-action">${draw.word('like')}</a><a>${draw.word('reply')}</a></footer></div></div></div></article>`,
      )
      .join('')}</div></div></div></div>`,
  }),
  flarum: (draw, title, messages) => ({
    path: `/d/${draw.number(10, 9_000)}-${draw.slug()}`,
    body: `<div id="app" class="App"><main class="App-content"><div id="content"></div><noscript id="flarum-content"><div class="container"><h1>${title}</h1><div>${messages
      .map(
        ({ nick, date, html }) =>
          `<article><div class="PostUser"><h3 class="PostUser-name">${nick}</h3></div><div class="Post-body"><p>${html}</p></div><time datetime="${date.toISOString()}"></time></article>`,
      )
      .join('<hr>')}</div><a href="?page=2">${draw.word('nextPage')} &raquo;</a></div></noscript></main></div>`,
  }),
  nodebb: (draw, title, messages) => ({
    path: `/topic/${draw.number(10, 9_000)}/${draw.slug()}`,
    bodyClass: 'page-topic page-topic-category-3 parent-category-3 skin-noskin user-guest',
    body: framed(
      draw,
      `<main id="panel"><div class="row"><div class="topic"><h1 component="post/header" class="hidden-xs" itemprop="name"><span class="topic-title" component="topic/title">${title}</span></h1><ul component="topic" class="posts timeline">${messages
        .map(
          ({ id, nick, date, html }, at) =>
            `<li component="post" class="pt-4" data-index="${at}" data-pid="${id}" itemprop="comment" itemtype="http://schema.org/Comment" itemscope><div class="clearfix post-header"><small><strong><a href="/user/${nick}" itemprop="author">${nick}</a></strong> <span class="timeago" title="${date.toISOString()}">${draw.shown(date)}</span></small></div><div class="content" component="post/content" itemprop="text"><p>${html}</p></div><div class="post-footer"><a component="post/reply">${draw.word('reply')}</a> <span component="post/vote-count">${id % 12}</span></div></li>`,
        )
        .join('')}</ul></div></div></main>`,
    ),
  }),
  smf: (draw, title, messages) => ({
    path: `/index.php?topic=${draw.number(100, 90_000)}.0`,
    body: `<div id="wrapper"><div id="header"><h1 class="forumtitle"><a href="index.php">Tin Harbour</a></h1></div><div id="content_section"><div class="navigate_section"><ul><li><a href="#">${draw.word('forum')}</a></li></ul></div>${pager(draw)}<div id="forumposts"><div class="cat_bar"><h3 class="catbg"><span id="author">${draw.word('postsCount')}</span> ${title} (${draw.number(10, 9_000)} ${draw.word('views')})</h3></div>${messages
      .map(
        ({ id, nick, date, html }) =>
          `<div class="windowbg"><div class="post_wrapper"><div class="poster"><h4><a href="#">${nick}</a></h4><ul class="smalltext"><li class="membergroup">${draw.tag()}</li><li class="postcount">${draw.word('postsCount')}: ${draw.number(1, 900)}</li></ul></div><div class="postarea"><div class="flow_hidden"><div class="keyinfo"><h5 id="subject_${id}"><a href="#">Re: ${title}</a></h5><div class="smalltext">« ${draw.shown(date)} »</div></div></div><div class="post"><div class="inner" id="msg_${id}">${html}</div></div></div></div></div>`,
      )
      .join('')}</div></div><div id="footer_section">SMF 2.0.19 | SMF © 2021, Simple Machines</div></div>`,
  }),
  mybb: (draw, title, messages) => ({
    path: `/showthread.php?tid=${draw.number(100, 90_000)}`,
    body: `<div id="container"><div id="header"><a href="index.php">Tin Harbour</a></div><div id="content"><div class="navigation"><a href="index.php">${draw.word('forum')}</a> › <span class="active">${title}</span></div><table class="tborder tfixed clear"><tr><td class="thead"><strong>${title}</strong></td></tr><tr><td id="posts_container"><div id="posts">${messages
      .map(
        ({ id, nick, date, html }) =>
          `<div class="post" id="post_${id}"><div class="post_author"><div class="author_information"><strong><span class="largetext"><a href="#">${nick}</a></span></strong></div><div class="author_statistics">${draw.word('postsCount')}: ${draw.number(1, 800)}</div></div><div class="post_content"><div class="post_head"><span class="post_date">${draw.shown(date)}</span></div><div class="post_body scaleimages" id="pid_${id}">${html}</div></div></div>`,
      )
      .join('')}</div></td></tr></table></div></div>`,
  }),
  hackernews: (draw, title, messages) => ({
    path: `/item?id=${draw.number(10_000, 9_999_999)}`,
    body: `<center><table id="hnmain" border="0" width="85%"><tr><td bgcolor="#ff6600"><b class="hnname"><a href="news">Harbour News</a></b> <a href="newest">new</a> | <a href="ask">ask</a> | <a href="submit">submit</a></td></tr><tr><td><table class="fatitem"><tr class="athing"><td class="title"><span class="titleline"><a href="item">${title}</a></span></td></tr><tr><td class="subtext"><span class="score">${draw.number(2, 600)} points</span> by <a class="hnuser">${messages[0]?.nick}</a> <span class="age">3 hours ago</span> | <a>${messages.length} comments</a></td></tr><tr><td>${messages[0]?.html}</td></tr></table><table class="comment-tree">${messages
      .slice(1)
      .map(
        ({ nick, html }) =>
          `<tr class="athing comtr"><td><table><tr><td class="ind" indent="${draw.number(0, 4)}"><img src="s.gif" width="${40 * draw.number(0, 4)}"></td><td class="default"><div><span class="comhead"><a class="hnuser">${nick}</a> <span class="age">${draw.number(1, 20)} hours ago</span> | <a>parent</a> | <a>next</a> [–]</span></div><div class="comment"><div class="commtext c00">${html}</div><div class="reply"><p><font size="1"><u><a>reply</a></u></font></p></div></div></td></tr></table></td></tr>`,
      )
      .join('')}</table></td></tr></table></center>`,
  }),
  reddit: (draw, title, messages) => ({
    path: `/r/harbour/comments/${draw.number(10_000, 99_999)}/${draw.slug().replaceAll('-', '_')}/`,
    bodyClass: 'listing-page single-page comments-page',
    body: `<div id="header"><span class="pagename"><a href="/r/harbour">harbour</a></span></div><div class="side"><div class="titlebox"><h1>harbour</h1><p>${draw.sentence()}</p></div></div><div class="content" role="main"><div id="siteTable" class="sitetable linklisting"><div class="thing self"><p class="title"><a class="title">${title}</a></p><p class="tagline">${time(draw, messages[0]?.date ?? draw.date())} <a class="author">${messages[0]?.nick}</a></p><div class="usertext-body"><div class="md"><p>${messages[0]?.html}</p></div></div></div></div><div class="commentarea"><div class="panestack-title">${messages.length - 1} ${draw.word('comments')}</div><div class="sitetable nestedlisting">${messages
      .slice(1)
      .map(
        ({ nick, date, html }) =>
          `<div class="thing comment noncollapsed"><div class="entry unvoted"><p class="tagline"><a class="author">${nick}</a> <span class="score unvoted">${draw.number(1, 300)} points</span> <time datetime="${date.toISOString()}">${draw.number(2, 20)} hours ago</time></p><div class="usertext-body"><div class="md"><p>${html}</p></div></div><ul class="flat-list buttons"><li><a>permalink</a></li><li><a>${draw.word('reply')}</a></li></ul></div></div>`,
      )
      .join('')}</div></div></div>`,
  }),
  questions: (draw, title, messages) => ({
    path: `/questions/${draw.number(10_000, 9_999_999)}/${draw.slug()}`,
    bodyClass: 'question-page unified-theme',
    ...(draw.chance(0.5)
      ? {
          jsonLd: {
            '@context': 'https://schema.org',
            '@type': 'QAPage',
            mainEntity: { '@type': 'Question', name: title, answerCount: messages.length - 1 },
          },
        }
      : {}),
    body: framed(
      draw,
      `<div id="content"><div id="question-header"><h1><a class="question-hyperlink">${title}</a></h1></div><div class="question" id="question"><div class="votecell"><div class="js-vote-count">${draw.number(-2, 60)}</div></div><div class="postcell"><div class="s-prose js-post-body"><p>${messages[0]?.html}</p></div><div class="post-taglist"><a class="post-tag">${draw.tag()}</a></div><div class="user-info">${messages[0]?.nick} ${time(draw, messages[0]?.date ?? draw.date())}</div></div></div><div id="answers"><h2>${messages.length - 1} ${draw.word('answers')}</h2>${messages
        .slice(1)
        .map(
          ({ id, nick, date, html }) =>
            `<div id="answer-${id}" class="answer"><div class="votecell">${draw.number(0, 40)}</div><div class="answercell"><div class="s-prose js-post-body"><p>${html}</p></div><div class="user-info">${nick} ${time(draw, date)}</div></div></div>`,
        )
        .join('')}</div></div>`,
    ),
  }),
  homemade: (draw, title, messages) => ({
    path: `/community/${draw.slug()}`,
    body: framed(
      draw,
      `<main><h1>${title}</h1>${messages
        .map(
          ({ nick, date, html }) =>
            `<div class="entry"><div class="who"><img src="/a.png" alt=""><b>${nick}</b></div><div class="said"><small>${draw.shown(date)}</small><div>${html}</div><small><a>${draw.word('reply')}</a> <a>${draw.word('quote')}</a></small></div></div>`,
        )
        .join('')}<form><textarea placeholder="${draw.word('reply')}"></textarea></form></main>`,
    ),
  }),
};

export const forums: readonly Family[] = Object.entries(manners).map(([family, manner]) => (draw: Draw) => {
  const title = draw.title();
  const messages = messagesOf(draw);
  const { path, body, ...head } = manner(draw, title, messages);
  return { family, path, html: documentOf(draw, { title, ...head }, body), axes: { posts: messages.length } };
});
