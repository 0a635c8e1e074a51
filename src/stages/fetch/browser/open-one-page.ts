import { CommandError, exitCodes } from '../../../errors.ts';
import { withTimeout } from '../deadline.ts';
import { BrowserProcess, type LaunchOptions } from './browser-process.ts';

/** As long as the start of a browser may take (`browser-process.ts`). Chosen by hand, not measured. */
const answerTimeoutMs = 30_000;

/**
 * Starts the browser as a crawl does, with its sandbox, and evaluates an expression in a page. `--version` proves less: it works without a sandbox.
 * @throws CommandError (browser), NewshawkError (no-browser)
 */
export async function openOnePage(options: LaunchOptions): Promise<void> {
  await using starting = new BrowserProcess(options, () => {});
  const { browser } = await starting.running();
  const { executablePath } = options.chromium;
  const timeoutError = (): Error => new Error(`it does not answer in ${answerTimeoutMs / 1_000} s`);
  const answer = async (): Promise<unknown> => {
    const page = await browser.newPage();
    return page.evaluate('6 * 7');
  };
  const computed = await withTimeout(answer(), answerTimeoutMs, timeoutError).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new CommandError(exitCodes.browser, `The browser ${executablePath} starts, but opens no page: ${why}.`, {
      cause,
    });
  });
  if (computed !== 42)
    throw new CommandError(exitCodes.browser, `The browser ${executablePath} opens pages, but runs no scripts.`);
}
