import type { DateValue, Provenance, ThreadPost } from '../../model/article/draft.ts';
import type { PageFields } from './fields.ts';
import { readPosts } from './kind/forum/read-posts.ts';
import type { PageTypeFinding } from './kind/page-evidence.ts';
import type { OpenedDocument } from './opened-page.ts';
import type { BodyOutput } from './text/output.ts';

/** The posts that a page shows, if it is a topic. Read before `chooseBody`, which changes the document. */
export function postsOf({ posts, tree, fields }: OpenedDocument): readonly ThreadPost[] {
  if (posts === null) return [];
  const { titleBlock, authors, published, dates: context } = fields;
  const page = { titleBlock, author: authors?.value[0] ?? null, published: published?.value ?? null, context };
  return readPosts(tree, posts, page);
}

interface DraftOutput {
  readonly output: BodyOutput;
  readonly fields: PageFields;
  readonly bodyProvenance: Provenance;
}

/** What a topic gives in the place of an article's text and fields. */
export interface ThreadOutput extends DraftOutput {
  readonly posts: readonly ThreadPost[];
}

/**
 * Rules by which the page itself, or its software, says that it is a topic. Where only its structure speaks for one, the text stays what the block model chose: with all posts, the body
 * F1 of 989 kept-aside news and blog pages fell from .963 to .959, as comments below an article were taken for posts.
 */
const isSaidToBeTopic = /^page-type-(?:forum|forum-microdata|thread|topic-name)$/;

/** Fewer are no topic whose structure is known: its text stays what the block model chose. */
const minPosts = 2;

/** A topic's text is that of all its posts, in order; who began it, and when, is said by its first post, unless the site's own rules say it. */
export function threadOutput(
  { type, rule }: PageTypeFinding,
  posts: readonly ThreadPost[],
  { output, fields, bodyProvenance }: DraftOutput,
  isBodyByRule: boolean,
): ThreadOutput {
  const [first] = posts;
  if (type !== 'forum' || first === undefined || posts.length < minPosts)
    return { output, fields, bodyProvenance, posts: [] };
  const text = posts.map((post) => post.text).join('\n\n');
  const paragraphs = posts.flatMap((post) => post.text.split(/\n{2,}/));
  return {
    posts,
    bodyProvenance: surePosts(bodyProvenance),
    output:
      isBodyByRule || !isSaidToBeTopic.test(rule)
        ? output
        : {
            ...output,
            body: text,
            bodyHtml: paragraphs.map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`).join('\n'),
            markdown: posts.map(markdownOf).join('\n\n---\n\n'),
          },
    fields: {
      ...fields,
      authors: isSaid(fields.authors) || first.author === null ? fields.authors : generic([first.author]),
      published: isSaid(fields.published) || first.publishedAt === null ? fields.published : generic(first.publishedAt),
    },
  };
}

/** Confidence of the fields of a first post: they stand in a structure that repeats. */
const postConfidence = 0.9;

const generic = <T>(value: T) => ({ value, provenance: { by: 'generic', confidence: postConfidence } }) as const;

const isSaid = (finding: PageFields['authors'] | PageFields['published']): boolean =>
  finding !== null && finding.provenance.by !== 'generic' && finding.provenance.by !== 'url';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const markdownOf = ({ author, publishedAt, text }: ThreadPost): string =>
  [[author, dayOf(publishedAt)].filter((part) => part !== null).join(', '), escapedMarkdown(text)]
    .filter((part) => part !== '')
    .join('\n\n');

const dayOf = (date: DateValue | null): string | null => date?.value.slice(0, 10) ?? null;

/** Text that Markdown would read as markup. */
const escapedMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>#])/g, '\\$1');

/** The text of a topic is the text of its posts: what the block model, which learned from articles, thinks of it does not count. */
const surePosts = (provenance: Provenance): Provenance =>
  provenance.by === 'generic' ? { ...provenance, confidence: postConfidence } : provenance;
