import type { DemoArticle } from '../../articles.ts';
import { escapeHtml } from '../../html.ts';

export const channels = [
  ['gangkou', '港口'],
  ['nengyuan', '能源'],
  ['zonghe', '综合'],
] as const;

const folderOf = (section: string): string => channels.find(([, name]) => name === section)?.[0] ?? 'zonghe';

/** `/gangkou/202610/t20261012_10021.htm`. */
export const pathOf = ({ section, publishedAt, slug }: DemoArticle): string =>
  `/${folderOf(section)}/${publishedAt.slice(0, 7).replace('-', '')}/t${publishedAt.slice(0, 10).replaceAll('-', '')}_${slug}.htm`;

export const inChannel = (folder: string, all: readonly DemoArticle[]): readonly DemoArticle[] =>
  all.filter(({ section }) => folderOf(section) === folder);

/** Nested tables, `font` and `bgcolor`, and the charset only in a meta tag, like many sites of 2003. */
const frame = (title: string, body: string): string => `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=gb2312">
<title>${escapeHtml(title)}</title>
<link href="/assets/binhai.css" rel="stylesheet" type="text/css">
</head>
<body bgcolor="#f4f1ea" topmargin="0">
<table width="960" align="center" cellpadding="0" cellspacing="0" bgcolor="#ffffff"><tr><td class="top"><font size="6"><b>滨海日报</b></font>　<font size="2">临屿市委市政府主管　国内统一刊号 CN00-0000　今日八版</font></td></tr>
<tr><td class="nav" bgcolor="#a61b1b"><a href="/">首页</a> | ${channels.map(([folder, name]) => `<a href="/${folder}/">${name}</a>`).join(' | ')} | <a href="/about.htm">关于我们</a> | <a href="/ads.htm">广告刊例</a></td></tr></table>
<table width="960" align="center" cellpadding="8" cellspacing="0" bgcolor="#ffffff"><tr valign="top">
${body}
</tr></table>
<table width="960" align="center" class="bottom"><tr><td align="center"><font size="2">滨海日报社版权所有　未经书面授权不得转载或建立镜像<br>新闻热线：0999-8800123　投稿信箱：news@binhai-ribao.example　违法和不良信息举报电话：0999-8800456<br>互联网新闻信息服务许可证　备案号：临ICP备00000000号</font></td></tr></table>
</body>
</html>
`;

const row = (article: DemoArticle): string =>
  `<tr><td>·<a href="${pathOf(article)}" target="_blank">${escapeHtml(article.title)}</a></td><td width="90" align="right"><font color="#999999">${article.publishedAt.slice(5, 10)}</font></td></tr>`;

const rows = (articles: readonly DemoArticle[]): string =>
  `<table width="100%" class="list">${articles.map(row).join('\n')}</table>`;

const inFirstEdition = (all: readonly DemoArticle[]) => all.filter(({ edition }) => edition === 0);

/** Only articles of the first edition, so that an article's page does not change with every edition. */
function ranking(all: readonly DemoArticle[]): string {
  const read = inFirstEdition(all)
    .filter((_, index) => index % 3 === 1)
    .slice(0, 6);
  return `<td width="260" class="side"><b>点击排行</b>${rows(read)}<br><b>数字报</b><br>今日八版，每天清晨六时上线<br><br><b>天气</b><br>临屿：多云转晴　9～16℃　东北风4级</td>`;
}

/** The front page links to the newest twelve articles, with a tracking parameter as Chinese portals add it. */
export function frontPage(all: readonly DemoArticle[]): string {
  const tracked = rows(all.slice(0, 12)).replaceAll('.htm"', '.htm?spm=a1.index.0"');
  const parts = channels.map(
    ([folder, name]) => `<b><a href="/${folder}/">${name}新闻</a></b>${rows(inChannel(folder, all).slice(0, 4))}<br>`,
  );
  return frame('滨海日报_临屿新闻门户', `<td><b>今日要闻</b>${tracked}<br>${parts.join('\n')}</td>${ranking(all)}`);
}

export function channelPage(folder: string, all: readonly DemoArticle[]): string | null {
  const name = channels.find(([channel]) => channel === folder)?.[1];
  if (name === undefined) return null;
  return frame(
    `${name}_滨海日报`,
    `<td><font size="3"><b>${name}</b></font>${rows(inChannel(folder, all))}</td>${ranking(all)}`,
  );
}

export function articlePage(article: DemoArticle, all: readonly DemoArticle[]): string {
  const [year, month, day] = article.publishedAt.slice(0, 10).split('-');
  const channel = `<a href="/${folderOf(article.section)}/">${article.section}</a>`;
  const number = Number(article.slug);
  const others = inFirstEdition(all).filter((other, at) => other.slug !== article.slug && (at + number) % 5 === 0);
  return frame(
    `${article.title}_滨海日报`,
    `<td>
<font size="2">您的位置：<a href="/">首页</a> &gt; ${channel} &gt; 正文</font>
<center><h1>${escapeHtml(article.title)}</h1></center>
<center><font size="2" color="#666666">${year}年${month}月${day}日 ${article.publishedAt.slice(11, 16)}　来源：滨海日报　作者：${escapeHtml(article.author)}　【字体：<a href="#">大</a> <a href="#">中</a> <a href="#">小</a>】</font></center>
<hr size="1">
<table width="100%"><tr><td class="content" id="zoom">
${article.paragraphs.map((text) => `　　${escapeHtml(text)}`).join('<br><br>\n')}
<br><br><div align="right">（责任编辑：${number % 4 === 1 ? '田甜' : '邵帆'}）</div>
</td></tr></table>
<div class="share"><font size="2">分享到：<a href="#">微博</a> <a href="#">微信</a>　【打印】【关闭窗口】</font></div>
<b>相关阅读</b>${rows(others.slice(0, 4))}
</td>${ranking(all)}`,
  );
}

/** Atom, with the newest ten. In UTF-8, as XML feeds are, on a site that is not. */
export function atom(all: readonly DemoArticle[], updatedAt: Date): string {
  const origin = 'http://binhai-ribao.example';
  const entries = all.slice(0, 10).map(
    (article) => `<entry><title>${escapeHtml(article.title)}</title><id>${origin}${pathOf(article)}</id>
<link href="${origin}${pathOf(article)}"/><published>${article.publishedAt}</published><updated>${article.modifiedAt}</updated>
<author><name>${escapeHtml(article.author)}</name></author></entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN"><title>滨海日报</title><id>${origin}/</id><link href="${origin}/"/>
<link rel="self" href="${origin}/atom.xml"/><updated>${updatedAt.toISOString()}</updated>
${entries.join('\n')}
</feed>
`;
}
