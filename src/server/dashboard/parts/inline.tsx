import type { ComponentChildren } from 'preact';
import type { ApiSchemas } from '../data/api.ts';
import type { Loaded } from '../data/use-data.ts';
import { address } from '../shell/route.ts';
/** A word in a coloured frame. @param kind gives the colour; default: the word */
export const Badge = ({ text, kind = text }: { readonly text: string; readonly kind?: string }) => (
  <span class={`badge is-${kind.replace(/[^a-z-]/gi, '')}`}>{text}</span>
);

/** A text in which `commands` are shown as code. */
export const Coded = ({ text }: { readonly text: string }) => (
  // split puts what it captured at the odd places
  <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);

/** Terms beyond this are not marked: a text full of marks shows nothing. */
const maxTerms = 60;

const isWordy = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text with the places of some terms marked. A term of letters begins a word: `grid` marks `grids`, not `hybrid grid`'s `brid`. */
export function Marked({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) {
  const wanted = [...new Set(terms)].filter((term) => term.length > 1).slice(0, maxTerms);
  if (wanted.length === 0) return <>{text}</>;
  const patterns = wanted
    .sort((a, b) => b.length - a.length)
    .map((term) => (isWordy.test(term) ? `(?<![\\p{L}\\p{N}])${literal(term)}[\\p{L}\\p{N}]{0,3}` : literal(term)));
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  // split puts what it captured at the odd places
  return <>{parts.map((part, at) => (at % 2 === 1 ? <mark>{part}</mark> : part))}</>;
}

interface ShowProps<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows data when they have come. A failed refresh removes nothing: the error stands above what is there. */
export const Show = <T,>({ of: { data, error, reload }, children }: ShowProps<T>) => (
  <>
    {error !== null && <ErrorNotice error={error} retry={reload} />}
    {data === null ? error === null && <p class="empty">Loading …</p> : children(data)}
  </>
);

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

/** A part of a text with the found words marked, as the API has it. */
export function SnippetText({ text, marks }: NonNullable<ApiSchemas['ArticleBrief']['snippet']>) {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of marks) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

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

/** Names with their values. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
);

interface FaultProps {
  readonly error: Error;
  /** Absent: there is nothing to try again. */
  readonly retry?: () => void;
}

/** What went wrong, and a button that tries again. */
export const ErrorNotice = ({ error, retry }: FaultProps) => (
  <div id="alert" class="alert" role="alert">
    <strong>
      <Coded text={error.message} />
    </strong>
    {retry !== undefined && (
      <button type="button" class="quiet" onClick={retry}>
        Try again
      </button>
    )}
  </div>
);
