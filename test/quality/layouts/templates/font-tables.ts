import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** A western paper of 2003: font tags, unclosed paragraphs, a nav column of cells, the headline in bold instead of a heading. */
export const fontTables: Layout = {
  name: 'font-tables',
  pageType: 'article',
  path: (article) => `/cgi-bin/story.asp?id=${numberOf(article)}&sec=3`,
  render: ({ article, site, published }) => {
    const { words } = site;
    return `<HTML><HEAD><TITLE>${site.site} Online Edition: ${article.section}</TITLE>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1"><SCRIPT LANGUAGE="JavaScript">function pop(u){window.open(u)}</SCRIPT></HEAD>
<BODY BGCOLOR="#FFFFFF" LINK="#003399"><CENTER><TABLE WIDTH=760 BORDER=0 CELLPADDING=0><TR><TD COLSPAN=3><IMG SRC="/mast.gif" ALT="${site.site}"><BR><FONT SIZE=1>${site.slogan}</FONT></TD></TR>
<TR VALIGN=TOP><TD WIDTH=130 BGCOLOR="#E0E0C0"><TABLE>${each(site.nav, (name) => `<TR><TD><FONT SIZE=2 FACE="Arial"><A HREF="/s">${name}</A></FONT></TD></TR>`)}</TABLE><P><FONT SIZE=1>${site.newsletter.text}</FONT></TD>
<TD WIDTH=450><TABLE WIDTH=100% CELLPADDING=8><TR><TD>
<FONT SIZE=1 COLOR="#990000">${article.section.toUpperCase()}</FONT><BR>
<FONT FACE="Times" SIZE=6><B>${escapeHtml(article.title)}</B></FONT><BR>
<FONT SIZE=2>${article.authors.length === 0 ? '' : `${words.by} ${article.authors.join(words.and)}<BR>`}${published('long')}</FONT>
<TABLE ALIGN=RIGHT WIDTH=180 BORDER=1><TR><TD><IMG SRC="/photo.jpg"><BR><FONT SIZE=1>${escapeHtml(article.image.caption)} (${escapeHtml(article.image.credit)})</FONT></TD></TR></TABLE>
<FONT FACE="Times" SIZE=3>
${partsHtml(
  article.parts,
  {
    paragraph: (html) => `<P>${html}`,
    heading: (html) => `<P><B>${html}</B>`,
    quote: (html) => `<P><I>${html}</I>`,
    question: (html) => `<P><B>${html}</B>`,
    list: (items) => `<UL>${items.map((item) => `<LI>${item}`).join('\n')}</UL>`,
  },
  (at) =>
    at === 1
      ? `<TABLE BORDER=0 ALIGN=LEFT WIDTH=120><TR><TD><FONT SIZE=1>${words.advert}</FONT><BR><IMG SRC="/ad.gif" WIDTH=120 HEIGHT=240></TD></TR></TABLE>`
      : '',
)}
</FONT>
<P><FONT SIZE=2><A HREF="javascript:pop('/p')">${words.print}</A> | <A HREF="mailto:letters@paper.example">letters@paper.example</A></FONT>
<HR><FONT SIZE=2><B>${words.related}</B><BR>${linksTo(site.headlines.slice(2, 7), (link) => `&#149; ${link}<BR>`)}</FONT></TD></TR></TABLE></TD>
<TD WIDTH=180><TABLE BGCOLOR="#F0F0F0">${each(site.teasers.slice(0, 4), ({ title, text }) => `<TR><TD><FONT SIZE=2><B><A HREF="/t">${escapeHtml(title)}</A></B><BR>${escapeHtml(text)}</FONT></TD></TR>`)}</TABLE></TD></TR>
<TR><TD COLSPAN=3 ALIGN=CENTER><FONT SIZE=1>${site.copyright}<BR>${site.disclaimer}<BR>${each(site.legal, (name) => `<A HREF="/l">${name}</A>`)}</FONT></TD></TR></TABLE></CENTER></BODY></HTML>`;
  },
};
