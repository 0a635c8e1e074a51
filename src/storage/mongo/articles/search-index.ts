import type { Filter } from 'mongodb';
import { readSearch, type SearchPhrase, searchedFields } from '../../../text/search-query.ts';
import type { Collections } from '../collections.ts';
import type { ArticleDocument } from '../documents.ts';

/** Longest key of the index, letters. Of a longer unit the beginning is a key, and its text is looked into. */
const maxKeyLetters = 64;

/** The searched words of an article: `terms` are the keys of the index, `folded` has all units in order, each between spaces, title and body in a line each. */
export function searchFields(article: Pick<ArticleDocument, 'title' | 'body'>) {
  const fields = searchedFields(article);
  return {
    terms: [...new Set(fields.flat().map(keyOf))],
    folded: fields.map((units) => ` ${units.join(' ')} `).join('\n'),
  };
}

const keyOf = (unit: string): string => unit.slice(0, maxKeyLetters);

/** The condition of a search. */
export function searchFilter(q: string): Filter<ArticleDocument> {
  const read = readSearch(q);
  if ('problem' in read) return { _id: { $in: [] } };
  const { all, none } = read.query;
  const excluded = none.map((phrase) => ({ $nor: [{ $and: conditions(phrase) }] }));
  return { $and: [...all.flatMap(conditions), ...excluded] };
}

/** By the index of terms; the order of several is looked for in the text. */
function conditions(phrase: SearchPhrase): Filter<ArticleDocument>[] {
  const { units, isPrefix } = phrase;
  const last = units.length - 1;
  const byIndex = units.map((unit, at) =>
    // units are letters, marks and digits: none means something in a pattern
    ({ terms: isPrefix && at === last ? { $regex: `^${keyOf(unit)}` } : keyOf(unit) }),
  );
  const isExact = units.length === 1 && keyOf(units[0] ?? '') === units[0];
  return isExact ? byIndex : [...byIndex, { folded: { $regex: ` ${units.join(' ')}${isPrefix ? '' : ' '}` } }];
}

const unindexed = { terms: { $exists: false } } as const satisfies Filter<ArticleDocument>;

export const notIndexed = ({ articles }: Collections): Promise<number> => articles.countDocuments(unindexed);

/** Most articles without words that a search adds before it reads the index: a small store is searched at once. */
export const addedBySearch = 100;

/** Articles per write. */
const batchSize = 50;

/** Adds the words of articles that lack them, as `repair` leaves them. An article that is written meanwhile has them. @returns how many were looked at */
export async function indexMore({ articles }: Collections, limit: number): Promise<number> {
  let done = 0;
  while (done < limit) {
    const found = await articles
      .find(unindexed)
      .project<Pick<ArticleDocument, '_id' | 'version' | 'title' | 'body'>>({ version: 1, title: 1, body: 1 })
      .limit(Math.min(batchSize, limit - done))
      .toArray();
    if (found.length === 0) break;
    await articles.bulkWrite(
      found.map(({ _id, version, ...text }) => ({
        updateOne: { filter: { _id, version }, update: { $set: searchFields(text) } },
      })),
    );
    done += found.length;
  }
  return done;
}

/** Ids of articles whose words in the index are not those of their text. */
export async function* wrongWords({ articles }: Collections): AsyncIterable<string> {
  const fields = { title: 1, body: 1, terms: 1, folded: 1 } as const;
  for await (const { _id, title, body, terms, folded } of articles.find({}).project<ArticleDocument>(fields)) {
    if (terms === undefined) continue; // it waits to be indexed
    const right = searchFields({ title, body });
    if (folded !== right.folded || terms.join(' ') !== right.terms.join(' ')) yield _id;
  }
}
