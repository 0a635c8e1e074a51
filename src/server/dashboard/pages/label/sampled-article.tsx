import { Badge, OutLink } from '../../parts/inline.tsx';
import type { LabelSample, MarkedPart, SampleItem } from './session.ts';

interface SampledArticleProps {
  readonly item: SampleItem;
  readonly sample: LabelSample;
  readonly at: number;
}

/** An article to be labelled: title and lead, with the terms that counted. */
export function SampledArticle({ item, sample: { items, threshold }, at }: SampledArticleProps) {
  const { url, site, title, lead, lang, score, terms, marks } = item;
  const top = Math.max(threshold * 2, ...items.map((sampled) => sampled.score)) * 1.02;
  return (
    <>
      <p class="dim small">
        {`${at + 1} of ${items.length} · `}
        <OutLink to={url}>{site}</OutLink>
      </p>
      <h2 class="headline" lang={lang ?? undefined}>
        {title ? <WithMarks text={title} places={marks.title} /> : '(no title)'}
      </h2>
      <p class="lead prose" lang={lang ?? undefined}>
        {lead ? <WithMarks text={lead} places={marks.lead} /> : '(no text)'}
      </p>
      <Scale score={score} threshold={threshold} top={top} />
      <p class="terms">
        {terms.length === 0 ? (
          <span class="dim">No term of the topic stands out in it.</span>
        ) : (
          terms.map(({ term, share }) => (
            <span key={term} class="pill">
              {term} {Math.round(share * 100)}%
            </span>
          ))
        )}
      </p>
    </>
  );
}

/** The text with its places marked. */
function WithMarks({ text, places }: { readonly text: string; readonly places: readonly MarkedPart[] }) {
  const ends = [0, ...places.map(([, to]) => to)];
  return (
    <>
      {places.map(([from, to], at) => (
        <>
          {text.slice(ends[at], from)}
          <mark>{text.slice(from, to)}</mark>
        </>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/** The score beside the threshold. */
function Scale({
  score,
  threshold,
  top,
}: {
  readonly score: number;
  readonly threshold: number;
  readonly top: number;
}) {
  const at = (value: number): number => (Math.min(value, top) / top) * 100;
  const isKept = score >= threshold;
  return (
    <div>
      <svg
        viewBox="0 0 100 14"
        preserveAspectRatio="none"
        role="img"
        class="scale"
        aria-label={`score ${score.toFixed(3)}, threshold ${threshold.toFixed(3)}`}
      >
        <rect y={4} width={100} height={6} class="track" />
        <rect y={4} width={at(score)} height={6} class={`fill-${isKept ? 'stored' : 'dropped'}`} />
        <rect x={Math.min(99.4, at(threshold))} width={0.6} height={14} class="threshold" />
      </svg>
      <p class="legend">
        <Badge text={isKept ? 'kept' : 'left out'} kind={isKept ? 'published' : 'dropped'} />
        <span>score {score.toFixed(3)}</span>
        <span class="dim">threshold {threshold.toFixed(3)}</span>
      </p>
    </div>
  );
}
