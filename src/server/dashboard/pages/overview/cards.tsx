import { bytes, countOf } from '../../parts/texts.ts';
import { address } from '../../shell/route.ts';
import type { Stats } from './tables.tsx';

interface CardProps {
  readonly title: string;
  readonly value: number;
  readonly about: string;
  readonly href: string;
  readonly kind?: 'good' | 'bad';
}

/** The most important numbers; each leads to its page. */
export function Cards({ stats }: { readonly stats: Stats }) {
  const { articles, media, frontier, sources, lastDay, savedLastDay, failures, blobs } = stats;
  const failed = failures.reduce((sum, row) => sum + row.count, 0);
  return (
    <>
      <div class="cards">
        <Card
          title="Published"
          value={articles.published}
          about="articles, on topic"
          href={address('articles', { status: 'published' })}
          kind="good"
        />
        <Card
          title="Duplicates"
          value={articles.duplicate}
          about="copies of a known story"
          href={address('articles', { status: 'duplicate' })}
        />
        <Card
          title="Off topic"
          value={articles.offTopic}
          about="of no topic"
          href={address('articles', { status: 'off-topic' })}
        />
        <Card title="Media" value={media} about="items found" href={address('media')} />
        <Card
          title="Failures"
          value={failed}
          about={failed === 0 ? 'none' : 'with their bundles'}
          href={address('failures')}
          kind={failed === 0 ? 'good' : 'bad'}
        />
        <Card
          title="Queue"
          value={frontier.pending + frontier.leased}
          about={`${countOf(frontier.leased)} in progress`}
          href={address('visits')}
        />
        <Card title="Pages, last day" value={lastDay.pages} about={savedText(savedLastDay)} href={address('visits')} />
        <Card
          title="Sources"
          value={sources.enabled}
          about={sources.due === 0 ? 'none is due' : `${countOf(sources.due)} due`}
          href={address('sources')}
        />
      </div>
      <p class="dim note">
        {bytes(lastDay.bytes)} fetched in the last day, {bytes(blobs.bytes)} in {countOf(blobs.count)} blobs
      </p>
    </>
  );
}

const Card = ({ title, value, about, href, kind }: CardProps) => (
  <a class={`card ${kind ?? ''}`} href={href}>
    <span class="card-title">{title}</span>
    <strong>{countOf(value)}</strong>
    <span class="dim">{about}</span>
  </a>
);

/** `1 204 without a browser, about 1.2 GB saved` */
function savedText({ pages, bytes: saved }: Stats['savedLastDay']): string {
  if (pages === 0) return 'none without a browser';
  return `${countOf(pages)} without a browser${saved !== null && saved > 0 ? `, about ${bytes(saved)} saved` : ''}`;
}
