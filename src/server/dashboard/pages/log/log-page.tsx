import { useLayoutEffect, useRef } from 'preact/hooks';
import { liveState } from '../../data/events.ts';
import { Choice } from '../../parts/choice.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { ErrorNotice } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import { countOf } from '../../parts/texts.ts';
import type { PageProps } from '../../shell/page-props.ts';
import { levels, lineMatches, lineTypes, maxLines } from './lines.ts';
import { LogView } from './log-view.tsx';
import { useLines } from './use-lines.ts';

/** What happens, line by line, as it happens. */
export function LogPage({ query }: PageProps) {
  const live = useLines();
  const { lines, waiting, isPaused, setPaused, clear, error, isLoaded, retry } = live;
  const [level = '', site = '', type = '', words = ''] = ['level', 'site', 'type', 'q'].map(
    (name) => query.get(name) ?? '',
  );
  const shown = lines.filter((line) => lineMatches(line, { level, site, type, words }));
  const sites = [...new Set(lines.flatMap((line) => line.site ?? []))].sort();
  usePauseKey(() => setPaused(!isPaused));
  return (
    <>
      <Head title="Live log">
        <span class="dim">
          {shown.length === lines.length
            ? countOf(lines.length)
            : `${countOf(shown.length)} of ${countOf(lines.length)}`}{' '}
          lines, the last {countOf(maxLines)} are kept
        </span>
      </Head>
      <FilterForm page="log">
        <label>
          Words
          <input type="search" name="q" value={words} maxLength={200} placeholder="in the line" />
        </label>
        <Choice label="Level, at least" name="level" values={levels} chosen={level} />
        <Choice label="Type" name="type" values={lineTypes} chosen={type} />
        <Choice label="Site" name="site" values={sites} chosen={site} />
      </FilterForm>
      <p class="chips">
        <button type="button" aria-pressed={isPaused} aria-keyshortcuts="p" onClick={() => setPaused(!isPaused)}>
          {isPaused ? `Go on${waiting > 0 ? ` (${countOf(waiting)} new)` : ''}` : 'Pause'} <kbd>p</kbd>
        </button>
        <button type="button" onClick={clear}>
          Clear
        </button>
      </p>
      {error !== null && <ErrorNotice error={error} retry={retry} />}
      {liveState.value === 'polling' && (
        <p class="banner">The server sends no events now: visits come every 15 seconds, and no log lines.</p>
      )}
      <LogView lines={shown} isPaused={isPaused} empty={emptyText(isLoaded, lines.length)} />
    </>
  );
}

const emptyText = (isLoaded: boolean, lines: number): string =>
  !isLoaded
    ? 'Loading …'
    : lines > 0
      ? 'No line matches the filter.'
      : 'Nothing has happened yet: lines come while `newshawk crawl`, `watch` or `worker` runs.';

/** `p` pauses and goes on, where nobody types: what is drawn when it is pressed. */
function usePauseKey(toggle: () => void): void {
  const newest = useRef(toggle);
  newest.current = toggle;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
      if (event.key !== 'p' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      newest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
