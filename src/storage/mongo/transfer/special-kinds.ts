import type { DeclaredKind, TransferKind, TransferKinds } from '../../transfer-port.ts';
import { searchFields } from '../articles/search-index.ts';
import { articleOf, bandKeys, rankKeysOf, scoreFields } from '../articles/store-article.ts';
import type { Collections } from '../collections.ts';
import { type TaskDocument, withKey } from '../documents.ts';

// biome-ignore lint/suspicious/noExplicitAny: each knows the documents of its collection
export type AnyDocument = any;

/** How the records of a kind that is not declared stand in a collection. */
export interface SpecialKind<Kind extends TransferKind> {
  readonly collection: keyof Collections;
  read(document: AnyDocument): TransferKinds[Kind];
  /** Without `_id`. */
  write(record: TransferKinds[Kind]): Readonly<Record<string, unknown>>;
}

const articles: SpecialKind<'articles'> = {
  collection: 'articles',
  read: articleOf,
  write: ({ id: _, ...article }) => ({
    ...article,
    version: 1,
    bodyLength: article.body.length,
    bands: bandKeys(article.fingerprint.simhash),
    rankKeys: rankKeysOf(article.fingerprint),
    ...searchFields(article),
    ...scoreFields(article.topics),
  }),
};

export const specialKinds: { readonly [Kind in Exclude<TransferKind, DeclaredKind>]: SpecialKind<Kind> } = {
  articles,
  addresses: {
    collection: 'addresses',
    read: ({ _id: url, ...address }) => ({ url, ...address }),
    write: ({ url: _, ...address }) => address,
  },
  links: {
    collection: 'links',
    read: ({ from, to, anchorText }) => ({ from, to, anchorText }),
    write: (link) => link,
  },
  tasks: {
    collection: 'frontier',
    read: ({ ending: _, ...document }: TaskDocument) => {
      const task = withKey('url', document);
      return task.state === 'ending' ? { ...task, state: 'leased' } : task;
    },
    write: ({ url: _, ...task }) => task,
  },
};
