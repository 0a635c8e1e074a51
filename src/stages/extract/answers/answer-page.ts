import type { AnswerPath, ArticleApi, PageAnswer } from '../../../model/page/page-api.ts';
import { dataOf, jsonpOf, valuesAt } from '../../../text/answer-data.ts';
import { plainText } from './plain-text.ts';
import { bodyHtmlAt } from './read-body.ts';

/** Attribute that marks the fields of a page made from answers. */
export const fieldAttribute = 'data-newshawk-field';

/** An answer as it is kept with a page. */
export interface KeptAnswer {
  readonly kind: PageAnswer['kind'];
  readonly text: string;
}

/**
 * The page of an article whose fields are in answers: its own shell without scripts, if it is needed, and an article with headline, authors, dates and text. Null
 * where the answers have no text at the places of the body.
 */
export function pageOfAnswers(
  answers: readonly KeptAnswer[],
  { fields, lang, reading }: ArticleApi,
  shell: string | null,
): string | null {
  const head = reading.usesShell && shell !== null ? headOf(shell) : '';
  const language = lang === null ? '' : ` lang="${escaped(lang)}"`;
  if (fields === null) {
    const content = answers.map(({ text }) => text).join('\n');
    const title = head === '' ? `<title>${escaped(onlyHeadline(content))}</title>` : head;
    return content.trim() === ''
      ? null
      : `<!doctype html><html${language}><head>${title}</head><body><main>${content}</main></body></html>`;
  }
  const data = answers.map(({ text }) => dataOf(text));
  const body = fields.body.map((path) => bodyHtmlAt(data[path.answer], path));
  if (body.some((html) => html.trim() === '')) return null;
  const strings = (path: AnswerPath | null): string[] => (path === null ? [] : stringsAt(data[path.answer], path.path));
  const [title] = strings(fields.title);
  const date = (path: AnswerPath | null) => strings(path).map((text) => (path?.isUtc === true ? inUtc(text) : text))[0];
  const [published, modified] = [date(fields.publishedAt), date(fields.modifiedAt)];
  const [section] = strings(fields.section);
  const [image] = strings(fields.leadImage);
  const [medium] = strings(fields.media);
  const authors = strings(fields.authors);
  const tags = strings(fields.tags).flatMap((text) => text.split(/\s*[,;、]\s*/));
  const linked = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    ...(title === undefined ? {} : { headline: title }),
    ...(authors.length === 0 ? {} : { author: authors.map((name) => ({ '@type': 'Person', name })) }),
    ...(published === undefined ? {} : { datePublished: published }),
    ...(modified === undefined ? {} : { dateModified: modified }),
    ...(section === undefined ? {} : { articleSection: section }),
    ...(tags.length === 0 ? {} : { keywords: tags }),
    ...(image === undefined ? {} : { image }),
    ...(medium === undefined ? {} : { video: { '@type': 'VideoObject', contentUrl: medium } }),
  };
  const mark = (name: string) => `${fieldAttribute}="${name}"`;
  const parts = [
    ...(title === undefined ? [] : [`<h1 ${mark('title')}>${escaped(title)}</h1>`]),
    ...authors.map((name) => `<p ${mark('author')}>${escaped(name)}</p>`),
    ...(published === undefined
      ? []
      : [`<time ${mark('date')} datetime="${escaped(published)}">${escaped(published)}</time>`]),
    reading.takesWholeBody ? `<div ${mark('body')}>${body.join('\n')}</div>` : body.join('\n'),
  ];
  const json = JSON.stringify(linked).replace(/</g, '\\u003c');
  return `<!doctype html><html${language}><head>${head}<script type="application/ld+json">${json}</script></head><body><article>${parts.join('\n')}</article>${answers.map(islandOf).join('')}</body></html>`;
}

const inUtc = (text: string): string => (/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);

/** The text of an HTML answer's h1, where it has one: pages show it as their title too. */
function onlyHeadline(html: string): string {
  const headlines = [...html.matchAll(/<h1\b[^<>]*>([\s\S]{1,1000}?)<\/h1>/gi)].map(([, text = '']) =>
    plainText(text).trim(),
  );
  return headlines.length === 1 ? (headlines[0] ?? '') : '';
}

/** The answer itself: a snapshot keeps what its page was made from. */
function islandOf({ kind, text }: KeptAnswer): string {
  const json = kind === 'jsonp' ? (jsonpOf(text)?.json ?? '') : text;
  return kind === 'html'
    ? ''
    : `\n<script type="application/json" data-newshawk-answer>${json.replace(/</g, '\\u003c')}</script>`;
}

function stringsAt(data: unknown, path: string): string[] {
  return valuesAt(data, path)
    .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value).trim()] : []))
    .filter((text) => text !== '');
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** Title, meta and link elements of a shell. */
const headOf = (shell: string): string =>
  [
    ...shell
      .slice(0, 300_000)
      .matchAll(/<(?:meta|link|base)\b[^<>]{1,2000}>|<title\b[^<>]{0,2000}>[^<]{0,1000}<\/title>/gi),
  ]
    .map(([tag]) => tag)
    .join('\n');
