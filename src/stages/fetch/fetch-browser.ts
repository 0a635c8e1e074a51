import type { BrowserPool, LivePage, RenderPlan } from '../../browser-port.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { Page } from '../../model/page/page.ts';
import { fetchAddress } from '../../model/web/canonical-url.ts';
import type { Clock } from '../../ports.ts';
import { keyOfPage, publicIdentity } from './fetch-static.ts';
import { checkPage } from './page-status.ts';

export interface BrowserFetch {
  readonly page: Page;
  /** Still open, for the media stage and a screenshot. The caller closes it. */
  readonly live: LivePage;
}

/**
 * Renders a page.
 * @returns the page, also for 404 and 410
 * @throws NewshawkError of the pool; throttled, blocked or unreachable by the status, after closing the page
 */
export const fetchBrowser =
  ({ pool, clock }: { readonly pool: BrowserPool; readonly clock: Clock }) =>
  async (task: Task, plan: Omit<RenderPlan, 'url'>): Promise<BrowserFetch> => {
    const live = await pool.open({ ...plan, url: fetchAddress(task) });
    const { finalUrl, status, headers, html, settledBy, elapsedMs } = live;
    const page: Page = {
      task,
      via: 'browser',
      finalUrl: keyOfPage(task, finalUrl),
      status,
      headers,
      html,
      fetchedAt: clock.now(),
      elapsedMs,
      bytes: live.bytes(),
      identity: publicIdentity(plan.identity),
      network: live.network(),
      console: live.console(),
      settledBy,
      encoding: null,
    };
    try {
      await checkPage(page, async () => ({ screenshot: await live.screenshot(), requests: live.requests() }));
    } catch (error) {
      await live[Symbol.asyncDispose]();
      throw error;
    }
    return { page, live };
  };
