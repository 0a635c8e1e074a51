import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Coded } from '../../parts/inline.tsx';
import { address } from '../../shell/route.ts';
import type { Line } from './lines.ts';

interface LogViewProps {
  readonly lines: readonly Line[];
  readonly isPaused: boolean;
  readonly empty: string;
}

/** px. So near the end the view counts as scrolled to it. */
const nearPx = 24;

/** The lines in their own frame. It follows new lines only while it is scrolled to its end: who reads further up is not disturbed. */
export function LogView({ lines, isPaused, empty }: LogViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const toEnd = (): void => {
    if (place.current !== null) place.current.scrollTop = place.current.scrollHeight;
    setFollowing(true);
  };
  const newest = lines.at(-1)?.key;
  useLayoutEffect(() => {
    if (isFollowing) toEnd();
  }, [newest, isFollowing]);
  return (
    <div class="log-frame">
      <div
        class="log"
        role="log"
        aria-label="Live log"
        aria-live={isPaused ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
        tabIndex={0}
        ref={place}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setFollowing(scrollHeight - scrollTop - clientHeight < nearPx)
        }
      >
        {lines.length === 0 ? (
          <p class="empty">
            <Coded text={empty} />
          </p>
        ) : (
          lines.map((line) => <LogLine key={line.key} line={line} />)
        )}
      </div>
      {!isFollowing && (
        <button type="button" class="to-end" onClick={toEnd}>
          To the newest line
        </button>
      )}
    </div>
  );
}

const LogLine = ({ line: { at, level, type, text, to } }: { readonly line: Line }) => (
  <div class={`log-line at-${level}`}>
    <time dateTime={at} title={`${at} UTC`}>
      {new Date(at).toLocaleTimeString(undefined, { hour12: false })}
    </time>{' '}
    <span class="level">{level}</span> <span class="dim">{type === 'log' ? 'log' : type.replace('.', ' ')}</span>{' '}
    <span class="text">
      {text}
      {to !== null && (
        <>
          {' '}
          <a href={address(to.page, { id: to.id })}>open</a>
        </>
      )}
    </span>
  </div>
);
