import { Badge, CorrectLink, OutLink } from '../../parts/inline.tsx';
import { When } from '../../parts/when.tsx';
import type { WrapperSite } from './wrapper.ts';

/** `live` is a kind of broadcast elsewhere: here it has the colour of what is good. */
const kinds: Readonly<Record<WrapperSite['state'], string>> = {
  live: 'published',
  drift: 'failed',
  refused: 'due',
  collecting: 'waiting',
};

export const StateBadges = ({ site: { state, isPinned } }: { readonly site: WrapperSite }) => (
  <>
    <Badge text={state} kind={kinds[state]} /> {isPinned && <Badge text="pinned" kind="due" />}
  </>
);

/** Says that a site's layout has changed. */
export function DriftBanner({
  site: { site, drift, isPinned },
  now,
}: {
  readonly site: WrapperSite;
  readonly now: string;
}) {
  if (drift === null) return null;
  return (
    <p class="banner" role="status">
      <strong>{site}: the layout changed </strong>
      <When at={drift.since} now={now} />, {drift.detail}.{' '}
      {isPinned
        ? 'Its wrapper is pinned and stays in use.'
        : 'The generic extractor reads it until a wrapper for the new layout is learned.'}{' '}
      <OutLink to={drift.url}>A page of the new layout</OutLink>, <CorrectLink url={drift.url}>correct it</CorrectLink>
    </p>
  );
}
