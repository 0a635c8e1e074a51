import type { ComponentChildren } from 'preact';

const isSafe = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** A link to another site: http(s) only (a stored javascript: address stays text), without a referrer. */
export const OutLink = ({ to, children = to }: { readonly to: string; readonly children?: ComponentChildren }) =>
  isSafe(to) ? (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
