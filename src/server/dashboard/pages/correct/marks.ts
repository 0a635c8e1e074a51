import type { Field } from './correction.ts';

/** What a click on a block marks. */
export type Mark = Field | 'body';

/** Titles of the marks, and the keys that make them on the block in focus. */
const marks: Readonly<Record<Mark, readonly [title: string, key: string]>> = {
  body: ['Body', 'b'],
  title: ['Title', 't'],
  publishedAt: ['Date', 'd'],
  authors: ['Authors', 'a'],
};
export const markNames = Object.keys(marks) as readonly Mark[];

export const markTitle = (mark: Mark): string => marks[mark][0];
export const markKey = (mark: Mark): string => marks[mark][1];

/** The mark of a key; undefined: the key makes none. */
export const markOfKey = (key: string): Mark | undefined =>
  markNames.find((mark) => markKey(mark) === key.toLowerCase());
