import type { ComponentChildren } from 'preact';
import type { ApiSchemas } from '../data/api.ts';

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
