import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Coded } from '../../parts/inline.tsx';
import { countOf } from '../../parts/texts.ts';
import { CalibrationFacts } from './calibration-facts.tsx';
import { SampledArticle } from './sampled-article.tsx';
import { answer, drawAgain, type LabelSession, sampleSize, skip, takeStep, undo } from './session.ts';
import { Steps } from './steps.tsx';

type Change = (session: LabelSession) => LabelSession | Promise<LabelSession>;

const answers: readonly (readonly [key: string, text: string, change: Change])[] = [
  ['y', 'Belongs', (session) => answer(session, true)],
  ['n', 'Does not', (session) => answer(session, false)],
  ['s', 'Skip', skip],
  ['z', 'Undo', undo],
];

/** One article after the other, with what the labels say so far. */
export function Labelling({ first }: { readonly first: LabelSession }) {
  const [session, setSession] = useState(first);
  const [mistake, setMistake] = useState('');
  const isBusy = useRef(false);
  const place = useRef<HTMLElement>(null);
  /** Runs one change at a time: a key pressed in the meantime would label an article that nobody has seen. */
  const once = (change: Change) => async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      setSession(await change(session));
      setMistake('');
    } catch (error) {
      setMistake((error as Error).message);
    } finally {
      isBusy.current = false;
      // a button that gets disabled would keep the focus, and swallow the keys
      place.current?.focus({ preventScroll: true });
    }
  };
  useKeys(place);
  const { sample, at, answered, calibration, topic } = session;
  const item = sample.items[at];
  return (
    <>
      <div class="labelling">
        <section class="panel" aria-label="Article" tabIndex={-1} ref={place}>
          {item === undefined ? (
            <p class="empty">
              <Coded text={nothingLeft(session)} />
            </p>
          ) : (
            <SampledArticle item={item} sample={sample} at={at} />
          )}
          {mistake !== '' && (
            <p class="alert" role="alert">
              {mistake}
            </p>
          )}
          <div class="answers">
            <span class="question">Does it belong to {topic}?</span>
            {answers.map(([key, text, change]) => (
              <button
                key={key}
                type="button"
                aria-keyshortcuts={key}
                class={`answer is-${key}`}
                disabled={key === 'z' ? answered.length === 0 : item === undefined}
                onClick={once(change)}
              >
                {text} <kbd>{key}</kbd>
              </button>
            ))}
            {item === undefined && sample.items.length > 0 && (
              <button type="button" onClick={once(drawAgain)}>
                Draw {sampleSize} more
              </button>
            )}
          </div>
        </section>
        <CalibrationFacts calibration={calibration} take={once(takeStep)} />
      </div>
      <Steps calibration={calibration} />
    </>
  );
}

/** The keys press the buttons that name them, from the moment that these are drawn. */
function useKeys(place: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('input, select, dialog') !== null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const key = event.key.toLowerCase();
      if (!answers.some(([name]) => name === key)) return;
      event.preventDefault();
      place.current?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${key}"]`)?.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [place]);
}

function nothingLeft({ answered, calibration: { labels } }: LabelSession): string {
  const stored = answered.filter(({ isStored }) => isStored).length;
  if (answered.length > 0 && stored === 0) return 'You skipped them all. Draw more to see them again.';
  if (stored > 0)
    return `This sample is done: ${countOf(stored)} labelled. Take the step, draw more, or come back after the next crawl.`;
  return labels > 0
    ? 'Every judged article that scores above 0 is labelled. The next crawl adds more.'
    : 'No article was judged for this topic yet, or all score 0: `newshawk crawl` adds articles.';
}
