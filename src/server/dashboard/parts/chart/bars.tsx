import { countOf } from '../texts.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Gives the colour. */
  readonly kind: string;
  readonly href?: string;
}

/** Horizontal bars with their numbers. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }) {
  const top = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul class="bars">
      {bars.map(({ label, value, kind, href }) => (
        <li key={label}>
          {href === undefined ? <span title={label}>{label}</span> : <a href={href}>{label}</a>}
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width={100} height={8} class="track" />
            <rect width={(value / top) * 100} height={8} class={`fill-${kind}`} />
          </svg>
          <b>{countOf(value)}</b>
        </li>
      ))}
    </ul>
  );
}
