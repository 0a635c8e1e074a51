import { type Block, isLinkLine, lettersIn } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';

/** Headings of boxes with other articles. */
const relatedHeading =
  /^(?:you (?:may|might|will|could)(?: also| be)? (?:also )?(?:like|enjoy|interested in)|(?:related|similar|recommended|suggested|further|more|other|recent|latest|popular|trending|top|featured|most (?:read|popular|viewed|recent))(?: \p{L}+)? (?:posts?|articles?|stories|story|news|reads?|reading|content|topics?|pages?|entries|items|blogs?)(?: (?:for you|by (?:this|the) author|on this topic))?|related|recommended(?: for you)?|read (?:next|this next)|(?:up|what to read|coming up) next|next (?:reads?|up)|keep reading|more (?:from|on|about|in|by|like) .{1,40}|(?:also|see) (?:read|on|in) .{1,30}|don['’]t miss|in other news|das könnte (?:sie|dich|euch|ihnen|dir)(?: auch)? (?:auch )?(?:interessieren|gefallen)|(?:ähnliche|verwandte|weitere|mehr|andere|neueste|aktuelle|beliebte|passende|meistgelesene) (?:artikel|beiträge|themen|texte|meldungen|nachrichten|posts|geschichten)|(?:lesen sie|lies) (?:auch|mehr|weiter)|auch interessant|mehr (?:zum thema|aus|von|über) ?.{0,40}|zum weiterlesen|à lire (?:aussi|également|ensuite)|lire (?:aussi|également)|(?:articles?|billets?|sujets?|contenus?) (?:similaires?|li[ée]s|connexes?|associ[ée]s|r[ée]cents?|recommand[ée]s)|(?:vous|tu) (?:aimerez|pourriez|pourrait|aimeras|devriez)(?: aussi| également)?(?: \p{L}+){0,3}|(?:autres|derniers|sur le même) (?:articles?|billets?|sujet)|te puede(?:n)? interesar|(?:también )?(?:te|le) (?:puede|podría|puedes)(?: \p{L}+){0,3}|(?:artículos|entradas|noticias|publicaciones|contenido) (?:relacionad[oa]s?|similares|recientes|recomendad[oa]s)|lee también|más (?:noticias|artículos|sobre) ?.{0,30}|(?:artigos|posts|notícias|matérias) (?:relacionad[oa]s|similares|recentes|recomendad[oa]s)|leia (?:também|mais)|veja também|(?:articoli|post|notizie) (?:correlat[ie]|simili|recenti|consigliat[ie])|leggi anche|potrebbe(?:ro)? interessarti(?: anche)?|ti potrebbe(?:ro)?(?: anche)? (?:piacere|interessare)(?: anche)?|(?:gerelateerde|vergelijkbare|andere|recente) (?:artikelen|berichten)|lees ook|misschien ook interessant|(?:powiązane|podobne|inne|ostatnie) (?:artykuły|wpisy)|czytaj (?:też|także|również)|(?:relaterade?|lignende|liknande) (?:artiklar|artikler|inlägg|innlegg)|läs (?:också|även|mer)|les også|læs også|(?:похожие|связанные|другие|последние|рекомендуемые) (?:статьи|записи|материалы|новости|посты)|читайте также|вам может (?:понравиться|быть интересно)|по теме|ilgili (?:yazılar|haberler|içerikler)|benzer (?:yazılar|haberler)|相关(?:文章|阅读|推荐|新闻|内容)|相關(?:文章|閱讀|推薦|新聞)|推荐(?:阅读|文章)|延伸(?:阅读|閱讀)|猜你喜欢|你可能(?:也|还)?(?:喜欢|感兴趣).{0,6}|更多(?:文章|阅读|相关)|最新(?:文章|发布)|热门文章|関連(?:記事|投稿|リンク)|(?:おすすめ|人気|最近|最新|あわせて読みたい)の?(?:記事|投稿)?|(?:관련|추천|최신|인기) ?(?:기사|글|게시물|포스트)|مقالات (?:ذات صلة|مشابهة|أخرى)|مواضيع (?:ذات صلة|مشابهة|أخرى)|(?:اقرأ|إقرأ|اقرأوا) (?:أيضا|أيضاً|ايضا|المزيد)|قد يعجبك(?: أيضا| أيضاً)?|ذات صلة)\s*[:：.…!?»>→]*$/iu;

/** Latin letters of such a heading, and of a linked headline below it. */
const maxHeadingLetters = 70;
const minHeadlineLetters = 4;
/** Latin letters of unlinked text per linked headline: a longer text is more than a teaser. */
const maxLeadLetters = 400;
/** Blocks between the heading and the first linked headline: a date, a section. */
const maxLinesToHeadline = 3;

/**
 * The blocks of boxes with other articles: a heading that says so ("You may also like"), and below it, in the same box, linked headlines with a few lines
 * each. They end at the first text that belongs to none of the headlines.
 * @example `<h3>You may also like</h3><ul><li><a href="/b">Bridge opens</a><p>The bridge …</p></li>…</ul>`: all blocks from the heading on
 */
export function findRelatedBoxes(tree: PageTree): ReadonlySet<Block> {
  const found = new Set<Block>();
  for (const [at, block] of tree.blocks.entries()) {
    if (block.length > maxHeadingLetters || isLinkLine(block) || found.has(block)) continue;
    if (!relatedHeading.test(block.text)) continue;
    const entries = entriesBelow(tree, at);
    if (isTeaserList(entries)) for (const each of [block, ...entries]) found.add(each);
  }
  return found;
}

/** The blocks below a heading that belong to linked headlines. */
function entriesBelow(tree: PageTree, heading: number): readonly Block[] {
  const { blocks, parents, ends } = tree;
  let box = blocks[heading]?.node ?? 0;
  // a box around the heading alone is its frame
  while (box > 0 && (ends[box] ?? 0) <= heading + 1) box = parents[box] ?? 0;
  const end = ends[box] ?? blocks.length;
  const level = levelOf(blocks[heading]);
  let last = heading;
  for (let at = heading + 1; at < end; at++) {
    const block = blocks[at] as Block;
    if (isHeadline(block)) last = at;
    else if (levelOf(block) <= Math.min(level, 6)) break;
    else if (at - last > maxLinesToHeadline && last === heading) break;
    else if (last !== heading && !isWithHeadline(tree, at, box)) {
      // a flat list: the lines of an entry stand between two headlines
      if (level > 6 || at - last > maxFlatLines || block.length > maxLeadLetters) break;
    } else if (last !== heading) last = at;
  }
  return blocks.slice(
    heading + 1,
    last + 1 + leadsAfter(blocks.slice(heading + 1, last + 1), blocks.slice(last + 1, end)),
  );
}

/** Lines below the last headline of a flat list: as many as between its last two headlines. */
function leadsAfter(entries: readonly Block[], rest: readonly Block[]): number {
  const headlines = [...entries.keys()].filter((at) => isHeadline(entries[at] as Block));
  const [previous, last] = headlines.slice(-2);
  if (previous === undefined || last === undefined || last !== entries.length - 1) return 0;
  const lines = last - previous - 1;
  const isLead = (block: Block): boolean => block.length <= maxLeadLetters && levelOf(block) > 6;
  return lines <= maxFlatLines && rest.slice(0, lines).every(isLead) ? lines : 0;
}

/** Lines of an entry below its headline, where no box holds both. */
const maxFlatLines = 2;

/** Whether an entry with a linked headline holds a block: the child of the list's box. */
function isWithHeadline({ blocks, parents, starts, ends }: PageTree, at: number, box: number): boolean {
  let entry = blocks[at]?.node ?? 0;
  while (entry > 0 && parents[entry] !== box) entry = parents[entry] ?? 0;
  return entry !== 0 && isTeaserList(blocks.slice(starts[entry], ends[entry]));
}

const isHeadline = (block: Block): boolean => isLinkLine(block) && block.length >= minHeadlineLetters;

/** 1 to 6 of a heading; 7: another element. */
function levelOf(block: Block | undefined): number {
  const heading = block?.element.closest('h1, h2, h3, h4, h5, h6');
  return heading ? Number(heading.localName.slice(1)) : 7;
}

function isTeaserList(blocks: readonly Block[]): boolean {
  const headlines = blocks.filter(isHeadline);
  return headlines.length > 0 && lettersIn(blocks) - lettersIn(headlines) <= maxLeadLetters * headlines.length;
}
