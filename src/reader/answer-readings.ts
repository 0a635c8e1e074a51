import type { Draft } from '../model/article/draft.ts';
import type { Site } from '../model/crawl/site.ts';
import { type AnswerFields, type ApiSample, answerReadings, type PageAnswers } from '../model/page/page-api.ts';
import { type Snapshot, snapshotOfSource } from '../model/page/snapshot.ts';
import { canonicalUrl } from '../model/web/canonical-url.ts';
import type { AnsweredPage } from '../ports.ts';
import { pageOfAnswers } from '../stages/extract/answers/answer-page.ts';
import { type ArticlePlaces, findInAnswers } from '../stages/extract/answers/find-article.ts';
import { extract } from '../stages/extract/extract.ts';
import { sampleOf } from '../stages/page-api/sample.ts';
import { likeness, wordTokens } from '../text/likeness.ts';

/** From here on two articles count as equal. */
const asRendered = 0.9995;

/** What a rendered page says of the API behind it; null: no answer has its text. @param site of the page */
export function sampleOfPage({ url, takenAt, draft, media, answers }: AnsweredPage, site: Site): ApiSample | null {
  const dates = { takenAt, offset: null, dayFirst: true };
  const places = findInAnswers(answers.answers, { ...draft, media }, { url, dates });
  if (places.bodies.length === 0) return null;
  const read = (html: string) => extract(answerSnapshot(url, html, takenAt), site).draft;
  const likeness = likenessOfReadings(places, draft, answers, read);
  return sampleOf({ url, lang: draft.lang, likeness }, answers, places);
}

/** A page made from answers, as extraction reads it. */
const answerSnapshot = (url: string, html: string, takenAt: Date): Snapshot =>
  snapshotOfSource({ url: canonicalUrl(url), html, takenAt }, { via: 'api' });

/** How like the rendered article the results of `answerReadings` are, 0 to 1; null for those that are not needed: each is an extraction. @param read extracts a page made from answers */
function likenessOfReadings(
  places: ArticlePlaces,
  rendered: AnsweredPage['draft'],
  { answers, shell }: PageAnswers,
  read: (html: string) => Draft | null,
): readonly (number | null)[] {
  const fields = firstPaths(places, answers);
  // HTML is read as a page: without the other answers
  const used = fields === null ? answers.filter((_, at) => at === places.bodies[0]?.[0]?.answer) : answers;
  let best = 0;
  return answerReadings.map((reading) => {
    if (best >= asRendered) return null;
    if (reading.usesShell && shell === null) return 0;
    const html = pageOfAnswers(used, { fields, lang: rendered.lang, reading }, shell);
    const draft = html === null ? null : read(html);
    const result = draft === null ? 0 : likenessOf(draft, rendered);
    best = Math.max(best, result);
    return result;
  });
}

/** The first of the paths of each field: all give the value of this page. Null where the text is in an HTML answer. */
function firstPaths({ bodies, fields }: ArticlePlaces, answers: PageAnswers['answers']): AnswerFields | null {
  const [body = []] = bodies;
  if (body.some(({ answer }) => answers[answer]?.kind === 'html')) return null;
  const first = Object.entries(fields).map(([name, paths]) => [name, paths?.[0] ?? null]);
  return { ...(Object.fromEntries(first) as Omit<AnswerFields, 'body'>), body };
}

/** Likeness of the texts; half of it where title, authors or date differ. */
function likenessOf(draft: Draft, rendered: AnsweredPage['draft']): number {
  const words = ({ title }: Draft) => wordTokens(title).join(' ');
  const names = ({ authors }: Draft) =>
    authors
      .map((name) => wordTokens(name).join(' '))
      .sort()
      .join(', ');
  const day = ({ publishedAt }: Draft) => publishedAt?.value.slice(0, 10);
  const isSame = words(draft) === words(rendered) && names(draft) === names(rendered) && day(draft) === day(rendered);
  return likeness(wordTokens(draft.body), wordTokens(rendered.body)) * (isSame ? 1 : 0.5);
}
