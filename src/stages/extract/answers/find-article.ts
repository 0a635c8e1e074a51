import type { AnswerFieldName, AnswerPath, BodyPath } from '../../../model/page/page-api.ts';
import { dataOf } from '../../../text/answer-data.ts';
import { sharedWordsShare, wordTokens } from '../../../text/likeness.ts';
import type { KeptAnswer } from './answer-page.ts';
import { bodyPathsIn } from './body-paths.ts';
import { type FieldContext, fieldPathsIn, type ShownArticle } from './field-paths.ts';
import { plainText } from './plain-text.ts';

/** Share of an article's words that an HTML answer must have. */
const minCoverage = 0.9;

/** Where an article is in the answers of its page. */
export interface ArticlePlaces {
  /** Ways to read its text, the best first; empty: no answer has it. */
  readonly bodies: readonly (readonly BodyPath[])[];
  readonly fields: Readonly<Record<AnswerFieldName, readonly AnswerPath[] | null>>;
}

/** Finds a rendered article in the answers to its page's scripts: in their data, or in an HTML answer that contains all of it. */
export function findInAnswers(
  answers: readonly KeptAnswer[],
  article: ShownArticle & { readonly body: string },
  context: FieldContext,
): ArticlePlaces {
  const data = answers.flatMap(({ kind, text }, answer) => (kind === 'html' ? [] : [{ answer, data: dataOf(text) }]));
  const bodies = bodyPathsIn(data, article.body);
  if (bodies.length > 0) return { bodies, fields: fieldPathsIn(data, article, context) };
  return findInHtml(answers, article);
}

/** An HTML answer is read as a page: its fields have no paths of their own. */
function findInHtml(
  answers: readonly KeptAnswer[],
  { title, authors, publishedAt, modifiedAt, tags, leadImage, body }: ShownArticle & { readonly body: string },
): ArticlePlaces {
  const words = wordTokens(body);
  const texts = answers.map(({ kind, text }) => (kind === 'html' ? wordTokens(plainText(text)) : []));
  const answer = texts.findIndex((text) => sharedWordsShare(words, text) >= minCoverage);
  const [html, text] = [answers[answer]?.text ?? '', texts[answer] ?? []];
  const here: readonly AnswerPath[] = [{ answer, path: '' }];
  const has = (wanted: string) => ` ${text.join(' ')} `.includes(` ${wordTokens(wanted).join(' ')} `);
  const field = (isShown: boolean, isThere: boolean) => (isShown ? (isThere ? here : []) : null);
  return {
    bodies: answer === -1 ? [] : [[{ answer, path: '', texts: [], skips: [] }]],
    fields: {
      title: field(title !== '', has(title)),
      authors: field(authors.length > 0, authors.every(has)),
      publishedAt: field(publishedAt !== null, /<time\b|datetime|\b20\d\d\b/i.test(html)),
      modifiedAt: field(modifiedAt !== null, true),
      section: null,
      tags: field(tags.length > 0, tags.every(has)),
      leadImage: field(leadImage !== null, true),
      media: null,
    },
  };
}
