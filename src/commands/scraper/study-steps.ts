import { openPage } from '../../crawl/fetch/open-page.ts';
import { NewshawkError } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { PageStep } from '../../model/page/page-step.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { IdentityRoute } from '../../ports.ts';
import { listingLinks } from '../../stages/discover/source-links.ts';
import { moreButtons } from '../../stages/extract/own-selectors/more-buttons.ts';
import { snapshotOf } from '../../stages/snapshot/freeze.ts';
import { type DiscoverPorts, listTask } from '../sources/discover-sources.ts';
import type { StudiedSteps } from './site-study.ts';

/** Clicks and scrolls of a trial: enough to see whether more comes. */
const trialTimes = 2;
/** Buttons of a list that are tried, at most: each costs a rendering. */
const maxButtons = 2;

interface List {
  readonly url: string;
  readonly site: Site;
  readonly identity: IdentityRoute;
}

/**
 * Whether a list has more entries behind a button, or behind its end: tried in the browser.
 * @returns the step that brought more links; null: none does, or the browser could not read the list
 */
export async function studySteps(io: DiscoverPorts, list: List): Promise<StudiedSteps | null> {
  try {
    const first = await readWith(io, list, []);
    const trials: { step: PageStep; written: StudiedSteps['step'] }[] = moreButtons(first.html)
      .slice(0, maxButtons)
      .map((selector) => ({
        step: { kind: 'click-until-gone', selector, times: trialTimes },
        written: { kind: 'click-until-gone', selector },
      }));
    trials.push({ step: { kind: 'scroll-until-end', times: trialTimes }, written: { kind: 'scroll-until-end' } });
    for (const { step, written } of trials) {
      const after = await readWith(io, list, [step]);
      if (after.links > first.links) return { url: list.url, step: written, links: [first.links, after.links] };
    }
    return null;
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind === 'bug') throw error;
    io.log.warn('source.not-rendered', { url: list.url, detail: error.message });
    return null;
  }
}

async function readWith(io: DiscoverPorts, { url, site, identity }: List, steps: readonly PageStep[]) {
  const trial: Site = { ...site, sources: [], steps: { articles: [], sources: steps } };
  const task = listTask(url, trial);
  await using opened = await openPage(io, 'browser', { task, site: trial, identity, headers: {} });
  const snapshot = snapshotOf(opened.page);
  const { links } = await io.reader.read(snapshot);
  const others = listingLinks(links).filter((link) => link.url !== canonicalUrl(url));
  return { html: opened.page.html, links: others.length };
}
