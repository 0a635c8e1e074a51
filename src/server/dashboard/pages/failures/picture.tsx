import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { imageUrl, queryText } from '../../data/api.ts';

interface PictureProps {
  readonly failure: { readonly id: string; readonly url: string };
  readonly query: Readonly<Record<string, string | number>>;
  /** Drawn over the picture, in its pixels. */
  readonly overlay?: ComponentChildren;
}

/** A screenshot, when it has loaded; a missing one shows the error. */
export function Picture({ failure: { id, url }, query, overlay }: PictureProps) {
  const path = `/v1/failures/${encodeURIComponent(id)}/screenshot${queryText(query)}`;
  const [source, setSource] = useState<string | null>(null);
  const [error, setError] = useState('');
  const [size, setSize] = useState<readonly [width: number, height: number] | null>(null);
  useEffect(() => {
    let [isStale, made] = [false, ''];
    imageUrl(path).then(
      (address) => {
        made = address;
        if (isStale) URL.revokeObjectURL(address);
        else setSource(address);
      },
      (mistake: Error) => !isStale && setError(mistake.message),
    );
    return () => {
      isStale = true;
      if (made !== '') URL.revokeObjectURL(made);
    };
  }, [path]);
  if (error !== '') return <span class="nothing">{error}</span>;
  if (source === null) return <span class="nothing">loading …</span>;
  return (
    <span class="framed">
      <img
        alt={`Screenshot of ${url}`}
        src={source}
        onLoad={({ currentTarget }) => setSize([currentTarget.naturalWidth, currentTarget.naturalHeight])}
      />
      {overlay !== undefined && size !== null && (
        <svg class="overlay" viewBox={`0 0 ${size[0]} ${size[1]}`} preserveAspectRatio="none" aria-hidden="true">
          {overlay}
        </svg>
      )}
    </span>
  );
}
