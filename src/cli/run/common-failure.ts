import type { CommonFailure } from '../../crawl/failure/common-failure.ts';
import { printable } from '../../printable.ts';
import { countText } from '../terminal/amounts.ts';

/** Addresses that a command line repeats, at most. */
const maxTargets = 3;

/** What to do about each reason. */
const remedies: Readonly<Partial<Record<CommonFailure['reason'], string>>> = {
  robots: 'newshawk obeys robots.txt. Crawl addresses that it allows, or ask the site for permission.',
  gone: 'Check the address.',
  blocked:
    'The site refuses automated readers. Wait longer between two requests (NEWSHAWK_HOST_GAP_MS), or use a proxy (docs/proxies.md).',
  throttled: 'The site asks for fewer requests. Wait longer between two of them (NEWSHAWK_HOST_GAP_MS), and try later.',
  'no-browser': 'Install a browser: `newshawk doctor --fix browser`. Or fetch without one: NEWSHAWK_RENDER=static.',
  proxy: 'Check the proxies of browsers.config.ts: `newshawk doctor proxies`.',
  'no-proxy': 'Check the listed proxies: `newshawk proxies check`.',
  'timed-out': 'Try later, or allow more time (NEWSHAWK_PAGE_TIMEOUT_MS, NEWSHAWK_STATIC_TIMEOUT_MS).',
  'too-large': 'Allow larger pages: `newshawk config print` lists the limits.',
  'browser-crashed': 'Check the browser: `newshawk doctor browser`.',
  misconfigured: 'Correct what the message names.',
};

/** The reason for which all pages of a run failed, and its remedy; empty where there is no such reason. */
export function commonFailureLines(failure: CommonFailure | null): string[] {
  if (failure === null) return [];
  const { reason, detail, count } = failure;
  const what = count === 1 ? 'The only page failed' : `All ${countText(count)} pages failed`;
  return [`${what}: ${reason}: ${printable(detail)}.`, remedyOf(failure)];
}

function remedyOf({ reason, detail, urls, settings }: CommonFailure): string {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${printable(value)}`);
  if (assignments.length > 0) {
    const targets = urls.length > maxTargets ? '' : ` ${urls.map(printable).join(' ')}`;
    return `The network policy refuses it. To allow it: \`${assignments.join(' ')} newshawk crawl${targets}\``;
  }
  if (reason === 'unreachable')
    return /does not resolve|ENOTFOUND|EAI_AGAIN/.test(detail)
      ? 'Check how the host is written, and that this machine has DNS.'
      : /\b(?:answered|status) [45]\d\d\b|\bHTTP [45]\d\d\b/.test(detail)
        ? 'The server answers with an error: check the address in a browser, or try later.'
        : 'Check the address, and that its server runs and can be reached from this machine.';
  return remedies[reason] ?? 'See what is stored of it: `newshawk failures list`.';
}
