import type { Link } from '../../../model/web/link.ts';
import { decoded } from '../../../text/characters.ts';

/** Wiki software in `<meta name="generator">`. */
const wikiSoftware =
  /\b(?:mediawiki|dokuwiki|moinmoin|xwiki|tiki wiki|foswiki|twiki|pmwiki|ikiwiki|gollum|wiki\.?js|otter ?wiki|bookstack)\b/i;

/** Parameters and path ends of what a wiki does with a page: its form, its history, an older version. */
const actionQuery =
  /[?&](?:action|do)=(?:edit|history|info|raw|delete|protect|unprotect|watch|unwatch|purge|submit|diff|revisions|backlink|media|login|register|source|rename|attach|index|recent)\b|[?&](?:oldid|diff|undo|redlink|veaction|revision|idx)=|[?&]rev=\d/i;
/** Words that only a mark makes an action: "/ferries/_dir/". */
const markedActions =
  'create|delete|deleted|dir|settings|plugin|preview|changes|revision|search|modify|meta|revert|highlight|backrefs|similar_names|subscribe|index|download';
const actionPath = new RegExp(
  String.raw`\/(?:_?edit|_?history|[_+]?source|revisions?|diff|blame|rename|attachments|backlinks|[_+](?:${markedActions}))(?:\/[\da-f.]{6,}|\/\d+|\/attachments)*\/?$`,
  'i',
);
/** An action before the page's path: "/+history/ferries", "/h/en/ferries". */
const actionFirst = /^\/(?:\+\w+|[ehs])(?=\/.)/;
/** A quick look at an address before it is taken apart: few links of a page are such. */
const mayBeAction =
  /[?&](?:action|do)=|[?&](?:oldid|diff|undo|redlink|veaction|rev|revision|idx)=|\/_?(?:edit|history|revisions?|diff|blame|source|rename|attachments|backlinks)(?:[/?#]|$)|\/[_+]\w|\/[ehs]\//i;
const editQuery = /[?&](?:action|do)=edit\b/i;
const editPath = /\/_?edit\/?$|^\/(?:\+modify|e)\/./i;
const sourcePath = /\/(?:source|blame|backlinks|attachments)\/?$/i;
/** Pages of the program itself, which some wikis keep apart: "/-/changelog", "/-/help". */
const programPath = /^\/-\//;
const programLink = /\/-\/(?:login|register|changelog|index|search|help|about|settings)\b/i;
const historyLink =
  /[?&](?:action=history|do=revisions)\b|\/(?:_?history|revisions)\/?$|:\/\/[^/]+\/(?:\+history|h)\/./i;

/** Namespaces of pages that are no articles of the wiki: special pages, users, talk, files, templates, categories; in the languages of the largest wikis. */
const otherNamespace = new RegExp(
  `(?:^|[/=])(?:${[
    'special|spezial|spécial|especial|speciale|speciaal|specjalna|служебная|特別|特殊|특수|خاص|ویژه|מיוחד',
    'user|benutzer(?:in)?|utilisateur|usuario|usuário|utente|gebruiker|участник|利用者|用户|用戶|사용자|مستخدم|کاربر|משתמש',
    '\\w*[_ -]?(?:talk|diskussion|discussion|discusión|discussão|discussione|обсуждение|ノート|讨论|討論|토론|نقاش|بحث|שיחה)',
    'file|image|datei|bild|fichier|archivo|ficheiro|bestand|plik|файл|ファイル|文件|파일|ملف|پرونده|קובץ',
    'template|vorlage|modèle|plantilla|predefinição|sjabloon|szablon|шаблон|テンプレート|模板|틀|قالب|الگو|תבנית|module|modul|mediawiki',
    'category|kategorie|catégorie|categoría|categoria|categorie|kategoria|категория|カテゴリ|分类|分類|분류|تصنيف|رده|קטגוריה',
  ].join('|')}):[^/&]`,
  'iu',
);

/**
 * What a page is in its wiki: one of its articles, or something beside them; null: it is of no wiki. A page is of a wiki if its software says so, or if it links its own history and its own form or source.
 */
export function wikiPart(page: {
  readonly url: string;
  readonly generator: string;
  readonly links: readonly Link[];
}): 'article' | 'other' | null {
  const { url, generator, links } = page;
  const ownUrl = new URL(url);
  const own = links.filter((link) => mayBeAction.test(link.url) && isOfPage(new URL(link.url), ownUrl));
  const hasForm = own.some((link) => editQuery.test(link.url) || editPath.test(new URL(link.url).pathname));
  const hasHistory = own.some((link) => historyLink.test(link.url));
  const hasSource = own.some((link) => sourcePath.test(new URL(link.url).pathname));
  const { pathname, search } = ownUrl;
  const isOfProgram = programPath.test(pathname) && links.filter((link) => programLink.test(link.url)).length >= 2;
  if (!wikiSoftware.test(generator) && !((hasForm || hasSource) && hasHistory) && !isOfProgram) return null;
  const isOther =
    isOfProgram ||
    actionQuery.test(url) ||
    actionPath.test(pathname) ||
    isActionFirst(pathname) ||
    otherNamespace.test(decoded(pathname + search));
  return !isOther && (hasForm || hasHistory) ? 'article' : 'other';
}

/** One letter alone may be a folder: then only the marked form counts. */
const isActionFirst = (pathname: string): boolean => /^\/\+\w+(?:\/|$)/.test(pathname);

/** Whether an address does something with a page: the same path with more behind it, or the page's name as a parameter. */
function isOfPage(a: URL, b: URL): boolean {
  if (a.origin !== b.origin) return false;
  const path = b.pathname.replace(actionPath, '').replace(actionFirst, '').replace(/\/$/, '');
  if (actionFirst.test(a.pathname) && a.pathname.replace(actionFirst, '').replace(/\/$/, '') === path) return true;
  if (a.pathname.startsWith(`${path}/`) && actionPath.test(a.pathname)) return true;
  if (!actionQuery.test(a.search)) return false;
  const names = [...a.searchParams.values()].map((value) => value.replaceAll(' ', '_'));
  const own = [decoded(path.split('/').at(-1) ?? ''), ...b.searchParams.values()].map((name) =>
    name.replaceAll(' ', '_'),
  );
  return a.pathname === b.pathname || names.some((name) => name !== '' && own.includes(name));
}
