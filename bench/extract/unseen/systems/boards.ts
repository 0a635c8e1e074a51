// Boards: topics with their posts, in the markup of forum software.
import type { Draw } from '../types/draw.ts';
import { inLines, inParagraphs, type Message, messagesOf, meta, page, type System, systemsOf } from './system.ts';

const topic =
  (
    make: (
      draw: Draw,
      title: string,
      messages: readonly Message[],
    ) => { path: string; body: string; head?: string; bodyClass?: string },
  ): System['page'] =>
  (draw) => {
    const title = draw.title();
    const { path, body, head = '', bodyClass = '' } = make(draw, title, messagesOf(draw));
    return { path, html: page(draw, `${title} - Tin Harbour`, body, head, bodyClass) };
  };

const id = (draw: Draw): number => draw.number(1_000, 900_000);

export const boards: readonly System[] = systemsOf('forum', {
  'vbulletin 5': topic((draw, title, messages) => ({
    path: `/forum/main-forum/${draw.slug()}/${id(draw)}-${draw.slug()}`,
    head: meta('generator', 'vBulletin 5.7.5') + meta('og:type', 'article'),
    body: `<div class="channel-page"><nav id="breadcrumbs"><ul><li><a href="/forum">${draw.word('forum')}</a></li></ul></nav><h1 class="main-title js-main-title">${title}</h1><div class="conversation-content"><ul class="conversation-list list-container h-clearfix thread-view">${messages.map((m, n) => `<li data-node-id="${m.id}" class="b-post js-post js-comment-parent" itemscope itemtype="http://schema.org/Comment"><div class="b-post__grid-container"><div class="b-userinfo js-userinfo"><div class="author h-text-size--14"><strong><a href="/forum/member/${m.id}-${m.nick}" data-vbnamecard="1">${m.nick}</a></strong></div><div class="usertitle">${draw.tag()}</div><ul class="b-userinfo__additional-info-block"><li><label>${draw.word('joined')}: </label><span>Nov 2015</span></li></ul></div><div class="b-post__body"><div class="b-post__arrow"></div><div class="b-post__hide-when-deleted"><a href="#post${m.id}" class="b-post__count">#${n + 1}</a><div class="b-post__timestamp"><time datetime="${m.date.toISOString()}">${draw.shown(m.date)}</time></div><div class="js-post__content-text OLD__post-content-text" itemprop="text">${inLines(m)}</div></div></div></div></li>`).join('')}</ul></div></div>`,
  })),
  invision: topic((draw, title, messages) => ({
    path: `/topic/${id(draw)}-${draw.slug()}/`,
    head: meta('og:type', 'website') + meta('og:title', title),
    bodyClass: 'ipsApp ipsApp_front ipsJS_none',
    body: `<main id="ipsLayout_body"><h1 class="ipsType_pageTitle ipsContained_container"><span class="ipsType_break ipsContained"><span>${title}</span></span></h1><div class="ipsFlex-flex:11"><p class="ipsType_reset">By <a href="/profile/3-${messages[0]?.nick}/">${messages[0]?.nick}</a></p></div><div id="elPostFeed"><form>${messages.map((m) => `<a id="comment-${m.id}"></a><article id="elComment_${m.id}" class="cPost ipsBox ipsResponsive_pull ipsComment ipsComment_parent ipsClearfix"><aside class="ipsComment_author cAuthorPane ipsColumn"><h3 class="ipsType_sectionHead cAuthorPane_author ipsType_blendLinks"><strong><a href="/profile/${m.id}-${m.nick}/" class="ipsType_break">${m.nick}</a></strong></h3><ul class="cAuthorPane_info ipsList_reset"><li>${draw.tag()}</li><li>${draw.number(3, 900)}</li></ul></aside><div class="ipsColumn ipsColumn_fluid"><div id="comment-${m.id}_wrap" class="ipsComment_content"><div class="ipsComment_meta ipsType_light"><a href="?do=findComment" class="ipsType_blendLinks">Posted <time datetime="${m.date.toISOString()}" title="${draw.shown(m.date)}">${draw.shown(m.date)}</time></a></div><div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText ipsPadding_bottom">${inParagraphs(m)}</div></div></div></div></article>`).join('')}</form></div></main>`,
  })),
  discuz: topic((draw, title, messages) => ({
    path: `/thread-${id(draw)}-1-1.html`,
    head: meta('generator', 'Discuz! X3.4'),
    body: `<div id="nv_forum"><div id="pt" class="bm cl"><a href="./" class="nvhm">${draw.word('forum')}</a></div><div id="postlist" class="pl bm"><table cellspacing="0"><tr><td class="pls ptn pbn"><div class="hm"><span class="xg1">${draw.word('views')}:</span> <span class="xi1">${draw.number(10, 9_000)}</span></div></td><td class="plc ptm pbn"><h1 class="ts"><span id="thread_subject">${title}</span></h1></td></tr></table>${messages.map((m, n) => `<div id="post_${m.id}"><table id="pid${m.id}" class="plhin" cellspacing="0"><tr><td class="pls" rowspan="2"><div class="pi"><div class="authi"><a href="space-uid-${m.id}.html" class="xw1">${m.nick}</a></div></div><div class="tns xg2">${draw.number(1, 300)}</div></td><td class="plc"><div class="pi"><strong><a href="#">${n + 1}<sup>#</sup></a></strong><div class="pti"><div class="authi"><em id="authorposton${m.id}">${draw.shown(m.date)}</em></div></div></div><div class="pct"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_${m.id}">${inLines(m)}</td></tr></table></div></div></td></tr></table></div>`).join('')}</div></div>`,
  })),
  fluxbb: topic((draw, title, messages) => ({
    path: `/viewtopic.php?id=${id(draw)}`,
    body: `<div id="punviewtopic" class="pun"><div class="linkst"><ul class="crumbs"><li><a href="index.php">Index</a></li><li><strong><a href="viewtopic.php?id=2">${title}</a></strong></li></ul></div>${messages.map((m, n) => `<div id="p${m.id}" class="blockpost row${n % 2 === 0 ? 'odd' : 'even'}"><h2><span><span class="conr">#${n + 1}</span> <a href="viewtopic.php?pid=${m.id}">${draw.shown(m.date)}</a></span></h2><div class="box"><div class="inbox"><div class="postbody"><div class="postleft"><dl><dt><strong><a href="profile.php?id=${m.id}">${m.nick}</a></strong></dt><dd class="usertitle"><strong>${draw.tag()}</strong></dd></dl></div><div class="postright"><h3>${n > 0 ? 'Re: ' : ''}${title}</h3><div class="postmsg">${inParagraphs(m)}</div></div></div></div></div></div>`).join('')}</div>`,
  })),
  woltlab: topic((draw, title, messages) => ({
    path: `/forum/thread/${id(draw)}-${draw.slug()}/`,
    bodyClass: 'wscPage',
    body: `<section id="main" class="main"><div class="layoutBoundary"><header class="contentHeader messageGroupContentHeader"><div class="contentHeaderTitle"><h1 class="contentTitle">${title}</h1><ul class="inlineList contentHeaderMetaData"><li><a href="/user/3-${messages[0]?.nick}/" class="userLink">${messages[0]?.nick}</a></li></ul></div></header><ul class="wbbThreadPostList messageList">${messages.map((m) => `<li id="post${m.id}" class="anchorFixedHeader"><article class="wbbPost message messageSidebarOrientationLeft jsMessage"><aside class="messageSidebar member"><div class="messageAuthor"><div class="messageAuthorContainer"><a href="/user/${m.id}-${m.nick}/" class="username userLink"><span>${m.nick}</span></a></div></div><dl class="plain dataList"><dt>${draw.word('postsCount')}</dt><dd>${draw.number(1, 900)}</dd></dl></aside><div class="messageContent"><header class="messageHeader"><ul class="inlineList messageHeaderMetaData"><li><a href="#post" class="permalink messagePublicationTime"><woltlab-core-date-time date="${m.date.toISOString()}">${draw.shown(m.date)}</woltlab-core-date-time></a></li></ul></header><div class="messageBody"><div class="messageText">${inParagraphs(m)}</div></div></div></article></li>`).join('')}</ul></div></section>`,
  })),
  bbpress: topic((draw, title, messages) => ({
    path: `/forums/topic/${draw.slug()}/`,
    head: meta('generator', 'WordPress 6.6') + meta('og:type', 'article'),
    bodyClass: 'topic bbpress no-js single single-topic',
    body: `<main id="main"><article class="post-0 topic type-topic status-publish hentry"><header><h1 class="entry-title">${title}</h1></header><div class="entry-content"><div id="bbpress-forums" class="bbpress-wrapper"><div class="bbp-breadcrumb"><p><a href="/forums">${draw.word('forum')}</a></p></div><ul id="topic-3-replies" class="forums bbp-replies"><li class="bbp-body">${messages.map((m) => `<div id="post-${m.id}" class="bbp-reply-header"><div class="bbp-meta"><span class="bbp-reply-post-date">${draw.shown(m.date)}</span><a href="#post-${m.id}" class="bbp-reply-permalink">#${m.id}</a></div></div><div class="odd bbp-parent-forum-3 post-${m.id} reply type-reply hentry"><div class="bbp-reply-author"><a href="/forums/users/${m.nick}/" class="bbp-author-link"><span class="bbp-author-avatar"><img alt=""></span><span class="bbp-author-name">${m.nick}</span></a><div class="bbp-author-role">${draw.tag()}</div></div><div class="bbp-reply-content">${inParagraphs(m)}</div></div>`).join('')}</li></ul></div></div></article></main>`,
  })),
  'drupal forum': topic((draw, title, messages) => {
    const [first, ...answers] = messages as [Message, ...Message[]];
    return {
      path: `/${draw.one(['forum', 'node'])}/${id(draw)}`,
      head: meta('Generator', 'Drupal 10 (https://www.drupal.org)'),
      body: `<main role="main"><h1 class="page-title"><span>${title}</span></h1><article data-history-node-id="7" class="node node--type-forum node--view-mode-full"><footer class="node__meta"><div class="node__submitted"><span>${draw.word('wrote')} <a href="/user/${first.id}" class="username">${first.nick}</a></span> ${draw.shown(first.date)}</div></footer><div class="node__content"><div class="field field--name-body">${inParagraphs(first)}</div></div><section class="field field--name-comment-forum comment-wrapper"><h2>${draw.word('comments')}</h2>${answers.map((m) => `<a id="comment-${m.id}"></a><article class="comment js-comment by-viewer"><footer class="comment__meta"><p class="comment__author"><a href="/user/${m.id}" class="username">${m.nick}</a></p><p class="comment__time">${draw.shown(m.date)}</p></footer><div class="comment__content"><h3><a href="/comment/${m.id}#comment-${m.id}" class="permalink">${m.parts[0]?.slice(0, 30)}</a></h3><div class="field field--name-comment-body">${inParagraphs(m)}</div></div></article>`).join('')}</section></article></main>`,
    };
  }),
  khoros: topic((draw, title, messages) => ({
    path: `/t5/${draw.slug()}/${draw.slug()}/m-p/${id(draw)}`,
    body: `<div class="lia-page"><div class="lia-thread-topic"><div class="lia-component-message-list">${messages.map((m, n) => `<div class="lia-linear-display-message-view"><div class="MessageView lia-message-view-forum-message lia-js-data-messageUid-${m.id}"><div class="lia-quilt lia-quilt-forum-message"><div class="lia-message-author-username"><a class="lia-link-navigation lia-page-link lia-user-name-link" href="/t5/user/viewprofilepage/user-id/${m.id}"><span class="login-bold">${m.nick}</span></a></div><div class="lia-message-author-rank">${draw.tag()}</div><span class="DateTime lia-message-posted-on"><span class="local-date">${draw.shown(m.date)}</span></span><h${n === 0 ? 1 : 2} class="lia-message-subject">${n === 0 ? title : `Re: ${title}`}</h${n === 0 ? 1 : 2}><div id="bodyDisplay_${n}" class="lia-message-body"><div class="lia-message-body-content">${inParagraphs(m)}</div></div></div></div></div>`).join('')}</div></div></div>`,
  })),
  lemmy: topic((draw, title, messages) => {
    const [first, ...answers] = messages as [Message, ...Message[]];
    return {
      path: `/post/${id(draw)}`,
      body: `<div id="app" class="lemmy-site"><main class="post container-lg"><div class="post-listing mt-2"><h1 class="h4 d-inline text-break"><a class="link-dark" href="/post/2">${title}</a></h1><div class="small mb-1 mb-md-0"><a class="person-listing" title="@${first.nick}@tin" href="/u/${first.nick}">${first.nick}</a> · <a class="community-link" href="/c/${draw.slug()}">!${draw.slug()}</a> · <span class="moment-time pointer unselectable" data-tippy-content="${draw.shown(first.date)}">${draw.number(1, 20)} days ago</span></div><div id="postContent" class="md-div">${inParagraphs(first)}</div></div><ul class="comments">${answers.map((m) => `<li class="comment" id="comment-${m.id}"><article class="comment-node border-top"><div class="ms-2"><div class="d-flex flex-wrap align-items-center text-muted small"><a class="person-listing d-inline-flex" href="/u/${m.nick}@tin">${m.nick}</a><button class="btn">+${m.id % 40}</button><span class="moment-time" data-tippy-content="${draw.shown(m.date)}">${draw.number(1, 20)} days ago</span></div><div class="comment-content"><div class="md-div">${inParagraphs(m)}</div></div></div></article></li>`).join('')}</ul></main></div>`,
    };
  }),
  lobsters: topic((draw, title, messages) => {
    const [first, ...answers] = messages as [Message, ...Message[]];
    return {
      path: `/s/${id(draw).toString(36)}/${draw.slug().replaceAll('-', '_')}`,
      body: `<div id="wrapper"><div id="inside"><ol class="stories list"><li class="story"><div class="story_liner h-entry"><div class="details"><span role="heading" aria-level="1" class="link h-cite u-repost-of"><a class="u-url" href="https://x.test/">${title}</a></span><div class="byline"><span>authored by</span> <a class="u-author h-card" href="/~${first.nick}">${first.nick}</a> <time title="${first.date.toISOString()}" datetime="${first.date.toISOString()}">${draw.number(2, 20)} hours ago</time></div></div></div></li></ol><div class="story_content"><div class="story_text">${inParagraphs(first)}</div></div><ol class="comments comments1"><li class="comments_subtree"><ol class="comments">${answers.map((m) => `<li class="comments_subtree"><div class="comment" id="c_${m.id}"><div class="details"><div class="byline"><a href="/~${m.nick}">${m.nick}</a> <a href="/c/${m.id}"><time title="${m.date.toISOString()}" datetime="${m.date.toISOString()}">${draw.number(2, 20)} hours ago</time></a></div><div class="comment_text">${inParagraphs(m)}</div></div></div></li>`).join('')}</ol></li></ol></div></div>`,
    };
  }),
  shreddit: topic((draw, title, messages) => {
    const [first, ...answers] = messages as [Message, ...Message[]];
    return {
      path: `/r/${draw.slug()}/comments/${id(draw).toString(36)}/${draw.slug().replaceAll('-', '_')}/`,
      head: meta('og:type', 'website') + meta('og:title', `From the harbour community: ${title}`),
      body: `<shreddit-app><main id="main-content"><shreddit-post permalink="/r/x" post-title="${title}" author="${first.nick}"><div slot="credit-bar"><a href="/r/x/">r/harbour</a><faceplate-timeago ts="${first.date.toISOString()}"><time datetime="${first.date.toISOString()}">${draw.number(2, 9)}d ago</time></faceplate-timeago><a href="/user/${first.nick}/" class="author-name">${first.nick}</a></div><h1 slot="title">${title}</h1><div slot="text-body"><div class="md">${inParagraphs(first)}</div></div></shreddit-post><shreddit-comment-tree>${answers.map((m) => `<shreddit-comment author="${m.nick}" thingid="t1_${m.id}" depth="0"><div slot="commentMeta"><a href="/user/${m.nick}/" class="truncate font-bold">${m.nick}</a><faceplate-timeago ts="${m.date.toISOString()}"><time datetime="${m.date.toISOString()}">${draw.number(1, 9)}d ago</time></faceplate-timeago></div><div id="t1_${m.id}-comment-rtjson-content" slot="comment"><div class="md">${inParagraphs(m)}</div></div></shreddit-comment>`).join('')}</shreddit-comment-tree></main></shreddit-app>`,
    };
  }),
  'old asp board': topic((draw, title, messages) => ({
    path: `/forum/forum_posts.asp?TID=${id(draw)}`,
    body: `<table class="basicTable"><tr><td><h1>${title}</h1></td></tr></table><table class="tableBorder" align="center">${messages.map((m) => `<tr><td valign="top" class="msgSideProfile" id="msgSideProfile${m.id}"><span class="msgUser">${m.nick}</span><br>${draw.tag()}<br>${draw.word('postsCount')}: ${draw.number(1, 800)}</td><td valign="top" class="msgEvenTableRow"><div>${draw.word('quote')} | ${draw.shown(m.date)}</div><div class="msgBody">${inLines(m)}</div></td></tr>`).join('')}</table>`,
  })),
  'anonymous board': topic((draw, title, messages) => ({
    path: `/${draw.one(['b', 'diy', 'test/read.cgi'])}/${draw.one(['res', 'thread'])}/${id(draw)}${draw.one(['', '.html'])}`,
    body: `<h1>${title}</h1><div class="thread">${messages.map((m, n) => `<div class="post" id="${n + 1}"><div class="meta"><span class="number">${n + 1}</span> <span class="name"><b>Anonymous</b></span> <span class="date">${draw.shown(m.date)}</span> <span class="uid">ID:${m.id.toString(36)}</span></div><div class="message"><span class="escaped">${inLines(m)}</span></div></div>`).join('')}</div><form method="post"><textarea name="comment"></textarea><button>${draw.word('send')}</button></form>`,
  })),
  'component board': topic((draw, title, messages) => ({
    path: `/${draw.one(['community/post', 'c/general', 'space/questions'])}/${draw.slug()}-${id(draw)}`,
    head: meta('og:type', 'website'),
    body: `<div id="__next"><div class="sc-1x sc-a7"><h1 class="sc-9k">${title}</h1><div class="sc-88">${messages.map((m) => `<div class="sc-k2 css-19x"><div class="css-0a"><img src="/a.png" alt="${m.nick}"><a class="css-7u" href="/${draw.one(['people', 'u', 'members'])}/${m.nick}">${m.nick}</a><span class="css-t1">${draw.number(1, 300)} days ago</span></div><div class="css-b2">${inParagraphs(m)}</div><div class="css-f3"><button>${draw.word('like')}</button><button>${draw.word('reply')}</button></div></div>`).join('')}</div></div></div>`,
  })),
});
