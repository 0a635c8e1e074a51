import type { ComponentChildren } from 'preact';
import type { AnswerOf } from '../../data/api.ts';
import { Badge, Facts, OutLink } from '../../parts/inline.tsx';
import { ValueFacts } from '../../parts/own-values.tsx';
import { Panel } from '../../parts/panel.tsx';
import { countOf, plural } from '../../parts/texts.ts';

export type Extracted = AnswerOf<'/v1/extract', 'post'>;

/** Links that are listed. */
const shownLinks = 50;

/** The draft of a page, or why there is none; media and links. */
export const ExtractedPage = ({ extracted }: { readonly extracted: Extracted }) => {
  const { article, media, noMedia, links } = extracted;
  return (
    <>
      <Panel title={article?.title || 'The page'}>
        <Facts rows={[...pageRows(extracted), ...(article === null ? [] : draftRows(article))]} />
      </Panel>
      {article !== null && (
        <Panel title="Text">
          <div class="prose pre" lang={article.lang ?? undefined}>
            {article.body}
          </div>
        </Panel>
      )}
      {article !== null && Object.keys(article.data).length > 0 && (
        <Panel title="Own data">
          <ValueFacts values={article.data} />
        </Panel>
      )}
      <Panel title={`Media: ${countOf(media.length)}`}>
        {media.length === 0 ? (
          <p class="empty">{noMedia === null ? 'None was found.' : `None: ${noMedia}.`}</p>
        ) : (
          <ul class="plain">
            {media.map(({ url, role, delivery }) => (
              <li key={url}>
                <Badge text={delivery} /> {role} <OutLink to={url} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <details class="panel">
        <summary>{plural(links.length, 'link')}</summary>
        <ul class="plain address">
          {links.slice(0, shownLinks).map(({ url }) => (
            <li key={url}>
              <OutLink to={url} />
            </li>
          ))}
        </ul>
        {links.length > shownLinks && <p class="dim">and {countOf(links.length - shownLinks)} others</p>}
      </details>
    </>
  );
};

type FactRows = readonly (readonly [string, ComponentChildren])[];

const pageRows = ({ finalUrl, status, via, pageType, reason, detail, article }: Extracted): FactRows => [
  ['Address', <OutLink key="to" to={finalUrl} />],
  ['Fetched', `${via}, status ${status}`],
  [
    'Read as',
    article === null ? (
      <>
        <Badge text={reason ?? pageType} kind="failed" /> {detail}
      </>
    ) : (
      <Badge text={pageType} kind="stored" />
    ),
  ],
];

const draftRows = ({
  authors,
  publishedAt,
  lang,
  section,
  tags,
  source,
  description,
  extractor,
  provenance,
}: NonNullable<Extracted['article']>): FactRows => [
  ['Authors', authors.join(', ') || 'unknown'],
  ['Published', publishedAt?.value ?? 'unknown'],
  ['Outlet', source ?? 'unknown'],
  ['Section, tags', [section, ...tags].filter(Boolean).join(', ') || 'none'],
  ['Language', lang ?? 'unknown'],
  ['Description', description ?? 'none'],
  ['Read by', `${extractor}, sure to ${Math.round(100 * (provenance.body?.confidence ?? 0))} %`],
];
