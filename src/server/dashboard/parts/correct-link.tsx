import type { ComponentChildren } from 'preact';
import { address } from '../shell/route.ts';

interface CorrectLinkProps {
  readonly url: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** Leads to the page of corrections for a stored page. @param label for screen readers, where several links say the same */
export const CorrectLink = ({ url, label, children }: CorrectLinkProps) => (
  <a href={address('correct', { url })} aria-label={label}>
    {children}
  </a>
);
