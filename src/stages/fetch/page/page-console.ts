import type { PageLease } from '../browser/context-pool.ts';

const maxConsoleLines = 200;
const maxConsoleChars = 1_000;
/** Console messages per page. They share the browser's one pipe, so a page that writes without end blocks all others (observed: 2 GB of lines in 4 s). */
export const maxConsoleEvents = 1_500;

/** The page's console messages and errors, an array that grows up to a limit. @param onFlood called once, at `maxConsoleEvents` messages */
export function recordConsole(page: PageLease['page'], onFlood: () => void): string[] {
  const lines: string[] = [];
  let written = 0;
  const note = (line: string): void => {
    if (++written === maxConsoleEvents) onFlood();
    if (lines.length < maxConsoleLines) lines.push(line.slice(0, maxConsoleChars));
  };
  page.on('console', (message) => note(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  return lines;
}
