import { read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { Badge, CorrectLink, Marked, OutLink, Show } from '../../parts/inline.tsx';
import { ValueFacts } from '../../parts/own-values.tsx';
import { Table } from '../../parts/table.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { go, here } from '../../shell/route.ts';
import { articleTitle, type FullArticle, searchedWords } from './article.ts';
import { ArticleFacts, shares } from './article-facts.tsx';
import { FieldEvidence } from './evidence.tsx';
import { Revisions } from './revisions.tsx';

/** One article in full. @param words what was searched for: marked in the text */
export function ArticleDialog({ id, words }: { readonly id: string; readonly words: string }) {
  const loaded = useData(`article ${id}`, (signal) => read('/v1/articles/{id}', { path: { id }, signal }));
  return (
    <Dialog title={loaded.data === null ? 'Article' : articleTitle(loaded.data)} close={() => go(here({ id: null }))}>
      <Show of={loaded}>{(article) => <Content article={article} words={words} />}</Show>
    </Dialog>
  );
}

function Content({ article, words }: { readonly article: FullArticle; readonly words: string }) {
  const { url, data, topics, members, media, body, lang, revisions } = article;
  const terms = [...topics.flatMap((topic) => topic.terms.map(({ term }) => term)), ...searchedWords(words)];
  return (
    <>
      <ArticleFacts article={article} />
      <p>
        <CorrectLink url={url}>Correct what is read wrongly</CorrectLink>
      </p>
      {Object.keys(data ?? {}).length > 0 && (
        <>
          <h3>Data</h3>
          <ValueFacts values={data} />
        </>
      )}
      {topics.length > 0 && <Topics topics={topics} />}
      <FieldEvidence evidence={article.evidence} copies={members.length - 1} />
      {members.length > 1 && (
        <>
          <h3>Cluster of {members.length}</h3>
          <Members article={article} />
        </>
      )}
      {media.length > 0 && <MediaList media={media} />}
      <h3>Text</h3>
      <div class="prose" lang={lang ?? undefined}>
        {body.split(/\n{2,}/).map((paragraph) => (
          <p>
            <Marked text={paragraph} terms={terms} />
          </p>
        ))}
      </div>
      {revisions.length > 0 && <Revisions article={article} />}
    </>
  );
}

const MediaList = ({ media }: { readonly media: FullArticle['media'] }) => (
  <>
    <h3>Media</h3>
    <ul class="address">
      {media.map(({ url, delivery, role }) => (
        <li key={url}>
          <Badge text={delivery} /> {role} <OutLink to={url} />
        </li>
      ))}
    </ul>
  </>
);

const Topics = ({ topics }: { readonly topics: FullArticle['topics'] }) => (
  <>
    <h3>Topics</h3>
    <ul class="plain">
      {topics.map(({ topic, score, kept, terms }) => (
        <li key={topic}>
          <span class={kept ? 'pill met' : 'pill'}>
            {topic} {score.toFixed(2)}
          </span>
          <span class="dim">{shares(terms)}</span>
        </li>
      ))}
    </ul>
  </>
);

const Members = ({ article: { id, members, canonicalBy } }: { readonly article: FullArticle }) => (
  <Table
    columns={[
      [
        'Title',
        (member) =>
          member.id === id ? (
            <b>{articleTitle(member)}</b>
          ) : (
            <a class="link" href={here({ id: member.id })}>
              {articleTitle(member)}
            </a>
          ),
        'wide',
      ],
      ['Site', ({ site, canonicalUrl }) => <OutLink to={canonicalUrl}>{site}</OutLink>],
      [
        'Status',
        ({ status, relation }) => (
          <>
            <Badge text={status} /> {relation === null ? 'canonical' : relation}
          </>
        ),
      ],
    ]}
    rows={members}
    caption={`Articles about the same story; the canonical one was chosen by: ${canonicalBy}`}
  />
);
