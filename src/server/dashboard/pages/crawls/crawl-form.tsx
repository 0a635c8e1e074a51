import { useState } from 'preact/hooks';
import { send } from '../../data/api.ts';
import { Choice } from '../../parts/choice.tsx';
import { Coded } from '../../parts/inline.tsx';
import { address, go } from '../../shell/route.ts';
import type { WantedCrawl } from './job.tsx';

interface CrawlFormProps {
  readonly topics: readonly string[];
  readonly isResumable: boolean;
  /** Called when a crawl has begun. */
  readonly begun: () => void;
}

/** What POST /v1/crawl takes; empty fields are left out. */
function requestOf(form: FormData): WantedCrawl {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const targets = text('targets').split(/\s+/).filter(Boolean);
  const numbers = ['limit', 'depth', 'timeLimitSeconds'].filter((name) => text(name) !== '');
  return {
    ...(targets.length > 0 && { targets }),
    ...Object.fromEntries(numbers.map((name) => [name, Number(text(name))])),
    ...(text('topic') !== '' && { topic: text('topic') }),
  };
}

/** A form that begins a crawl; then its progress is shown. */
export function CrawlForm({ topics, isResumable, begun }: CrawlFormProps) {
  const [mistake, setMistake] = useState('');
  const [isBusy, setBusy] = useState(false);
  const begin = (payload: WantedCrawl): void => {
    setBusy(true);
    setMistake('');
    send('post', '/v1/crawl', { body: payload })
      .then(
        ({ id }) => {
          begun();
          go(address('crawls', { id }));
        },
        (error: Error) => setMistake(error.message),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          begin(requestOf(new FormData(event.currentTarget)));
        }}
      >
        <label class="whole">
          Targets
          <textarea name="targets" rows={2} placeholder="hosts of scrapers or http(s) addresses; empty: all scrapers" />
        </label>
        <NumberField label="Pages, at most" name="limit" min={1} max={1_000_000_000} />
        <NumberField label="Links away, at most" name="depth" min={0} max={100} />
        <NumberField label="Seconds, at most" name="timeLimitSeconds" min={1} max={31_536_000} />
        <Choice label="Topic" name="topic" values={topics} chosen="" all="any" />
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'It begins …' : 'Begin'}
        </button>
        {isResumable && (
          <button type="button" disabled={isBusy} onClick={() => begin({ resume: true })}>
            Go on with the newest interrupted one
          </button>
        )}
      </form>
      {mistake !== '' && (
        <p class="alert" role="alert">
          <Coded text={mistake} />
        </p>
      )}
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

const NumberField = ({ label, ...field }: NumberFieldProps) => (
  <label>
    {label}
    <input type="number" inputMode="numeric" step={1} placeholder="no limit" {...field} />
  </label>
);
