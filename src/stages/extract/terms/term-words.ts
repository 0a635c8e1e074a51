/** What a link near an article names: one of its tags, or the section it is in. */
export type TermKind = 'tag' | 'section';

const tagWords =
  'tags?|tagged|keywords?|labels?|hashtags?|schlag(?:wort|wörter|wort[e]?|woerter)|stich(?:wort|wörter|woerter)|etiquetas?|etiquettes?|mots?-cl[eé]s?|palabras?-clave|теги|метки|метка|тег|标签|標籤|タグ|태그|وسوم?|وسم';
const sectionWords =
  'categor(?:y|ies|ía|ías|ia|ias|ie|ies)|cat[eé]gories?|kategori(?:en|e|a|er)?|rubri(?:k|ken|c|cs|que|ques|ka|ki)|rubros?|sections?|secci[oó]n(?:es)?|sezion[ei]|ressorts?|channels?|категори[яи]|рубрик[аи]|разделы?|分类|分類|カテゴリー?|카테고리|تصنيف(?:ات)?|قسم';
/** Words of addresses that are used for both. */
const eitherWords = 'topics?|themes?|themen|thema|temas?|subjects?|sujets?';

const inPath = (words: string): RegExp => new RegExp(`/(?:blog-|post-|article-)?(?:${words})/+[^/?#]`, 'iu');
const tagPath = inPath(tagWords);
const sectionPath = inPath(`${sectionWords}|cat`);
const eitherPath = inPath(eitherWords);
const tagQuery = new RegExp(`[?&#](?:${tagWords}|tag_id)[=:][^&]`, 'iu');
const sectionQuery = /[?&#](?:cat|category|category_?name|category_?id|cat_?id|categoria|kategorie|rubrik)[=:][^&]/i;
/** "/wiki/Category:Bridges", "/index.php?title=Kategorie:Brücken": the categories of a wiki page are many, like tags. */
const wikiCategory =
  /[/=:](?:category|kategorie|cat[eé]gorie|categor[ií]a|categoria|categorie|kategoria|категория|カテゴリ|分类|分類|تصنيف):[^/]/iu;

export interface AddressWords {
  readonly kind: TermKind | 'either';
  readonly weight: number;
}

/** What the address of a link says; null: nothing. @param address path, query and fragment, decoded */
export function termKindByAddress(address: string): AddressWords | null {
  if (wikiCategory.test(address)) return { kind: 'tag', weight: 4 };
  if (tagPath.test(address) || tagQuery.test(address)) return { kind: 'tag', weight: 2 };
  if (sectionPath.test(address) || sectionQuery.test(address)) return { kind: 'section', weight: 2 };
  return eitherPath.test(address) ? { kind: 'either', weight: 1 } : null;
}

const tagNames =
  /(?:^|[-_\s])(?:tags?|tagged|tag-?list|taglist|hashtags?|keywords?|labels?|p-category|topics?)(?=[-_\s\d]|$)/i;
const sectionNames =
  /(?:^|[-_\s])(?:cats?|categor(?:y|ies)|categories|kategorien?|rubri(?:k|que|c)s?|ressort|kicker|eyebrow|overline|topper)(?=[-_\s]|$)/i;

/** What the class names of a link or of a box around it say; null: nothing, or both. */
export function kindByNames(names: string): TermKind | null {
  const isTag = tagNames.test(names);
  const isSection = sectionNames.test(names.replace(/\bp-category\b/gi, ''));
  return isTag === isSection ? null : isTag ? 'tag' : 'section';
}

const tagLabel = new RegExp(
  `^(?:${tagWords}|tagged (?:with|as|in|under)|topics?|themen|mots-clés|étiquet(?:té|te)s?|schlagworte)\\s*[:：]?$`,
  'iu',
);
const sectionLabel = new RegExp(
  `^(?:(?:posted |filed |published |archived )?(?:in|under)|categori[sz]ed (?:as|in|under)|${sectionWords}|veröffentlicht in|in der kategorie|publié dans|classé dans|dans|publicado en|en|pubblicato in|geplaatst in|发表于|发布于|分类于|分類於|опубликовано в|в рубрике)\\s*[:：]?$`,
  'iu',
);

/** What a label before a link says: "Tags:", "Posted in"; null: nothing. */
export function kindByLabel(label: string): TermKind | null {
  const words = label.trim();
  if (tagLabel.test(words)) return 'tag';
  return sectionLabel.test(words) ? 'section' : null;
}

/** Names that are no term: of all terms, of a button, of the default of a content management system. */
const noTerm =
  /^(?:(?:all|view all|see all|more|alle|tous|todos)\b.*|tags?|categor(?:y|ies)|home|blog|news|uncategori[sz]ed|allgemein|non class[eé]e?|sin categor[ií]a|sem categoria|senza categoria|未分类|未分類|без рубрики|archives?|edit|share|\d+|[#+…»→-]+)$/iu;

/** Characters. Longer texts are headlines. */
const maxTermLength = 60;

/** The term's name in a link's text: without hash, comma and count; null where the text is none. */
export function termIn(text: string): string | null {
  const name = text
    .replace(/^[\s#＃•·/|,–—-]+|[\s,;，、·•|/–—-]+$/gu, '')
    .replace(/\s*[(（]\d+[)）]$/u, '')
    .trim();
  return name === '' || name.length > maxTermLength || noTerm.test(name) || !/[\p{L}\p{N}]/u.test(name) ? null : name;
}
