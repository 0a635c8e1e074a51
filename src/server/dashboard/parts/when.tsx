import { localTime, span } from './texts.ts';

interface WhenProps {
  /** ISO 8601. */
  readonly at: string | null;
  /** The server's time, by which `ago` counts: clocks differ. */
  readonly now: string;
}

/** `3 min ago` or `in 2 h`, with the local time and UTC on hover. */
export function When({ at, now }: WhenProps) {
  if (at === null) return <span class="dim">never</span>;
  const ago = new Date(now).getTime() - new Date(at).getTime();
  return (
    <time dateTime={at} title={`${localTime(at)} (${at} UTC)`}>
      {ago >= 0 ? `${span(ago)} ago` : `in ${span(ago)}`}
    </time>
  );
}

/** The local time, with UTC on hover. */
export const LocalTime = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={`${at} UTC`}>
    {localTime(at)}
  </time>
);
