import { useState } from 'preact/hooks';
import { read } from '../../data/api.ts';
import { Panel } from '../../parts/panel.tsx';
import type { WrapperSite } from './wrapper.ts';

/** Two versions of a wrapper, compared line by line. */
export function VersionDiff({ site: { site, versions, live } }: { readonly site: WrapperSite }) {
  const numbers = versions.map(({ version }) => version);
  const newest = live ?? numbers.at(-1) ?? 1;
  const [from, setFrom] = useState(numbers.filter((number) => number < newest).at(-1) ?? numbers[0] ?? 1);
  const [to, setTo] = useState(newest);
  const [lines, setLines] = useState<readonly string[] | null>(null);
  const [mistake, setMistake] = useState('');
  const compare = (): void => {
    read('/v1/wrappers/{site}/diff', { path: { site }, query: { from, to } }).then(
      (diff) => {
        setLines(diff.lines);
        setMistake('');
      },
      (error: Error) => setMistake(error.message),
    );
  };
  return (
    <Panel title="What differs">
      <div class="choices">
        <VersionChoice label="From" numbers={numbers} chosen={from} choose={setFrom} />
        <VersionChoice label="To" numbers={numbers} chosen={to} choose={setTo} />
        <button type="button" onClick={compare}>
          Compare
        </button>
      </div>
      <div aria-live="polite">
        {mistake !== '' && (
          <p class="alert" role="alert">
            {mistake}
          </p>
        )}
        {lines?.length === 0 && <p class="empty">Nothing differs.</p>}
        {lines !== null && lines.length > 0 && (
          <ul class="diff">
            {lines.map((line) => (
              <li class={line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'changed'}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

interface VersionChoiceProps {
  readonly label: string;
  readonly numbers: readonly number[];
  readonly chosen: number;
  readonly choose: (version: number) => void;
}

const VersionChoice = ({ label, numbers, chosen, choose }: VersionChoiceProps) => (
  <label>
    {label}
    <select value={chosen} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
      {numbers.map((number) => (
        <option key={number} value={number}>
          {number}
        </option>
      ))}
    </select>
  </label>
);
