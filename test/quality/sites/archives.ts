import type { Post } from '../../../bench/sites/posts/posts.ts';
import type { ArchiveKind, SitePlan } from './plans.ts';

/** The posts that an archive page lists. */
export interface ArchiveGroup {
  readonly name: string;
  readonly posts: readonly Post[];
}

const namesOf = (post: Post, kind: ArchiveKind): readonly string[] =>
  ({ tag: post.tags, category: [post.section], author: [post.author], month: [post.date.slice(0, 7)] })[kind];

/** One group per tag, category, author or month. */
export function archiveGroups(posts: readonly Post[], kind: ArchiveKind): ArchiveGroup[] {
  const names = [...new Set(posts.flatMap((post) => namesOf(post, kind)))];
  return names.map((name) => ({ name, posts: posts.filter((post) => namesOf(post, kind).includes(name)) }));
}

const parameters = { tag: 'tag', category: 'cat', author: 'author', month: 'm' } as const;

/** The address of an archive, in the way of the site's other addresses. */
export function archivePath({ addresses }: SitePlan, kind: ArchiveKind, name: string): string {
  const key = encodeURIComponent(kind === 'month' && addresses === 'query' ? name.replace('-', '') : name);
  if (addresses === 'query') return `/?${parameters[kind]}=${key}`;
  if (addresses === 'html') return `/${kind}/${key}.html`;
  return kind === 'month' ? `/${name.replace('-', '/')}/` : `/${kind}/${key}/`;
}
