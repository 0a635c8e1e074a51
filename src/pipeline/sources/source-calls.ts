import type { SourceProposals } from './discover-sources.ts';
import { type PoliteNeeds, politePorts } from './polite-ports.ts';

/** The calls of the app that read a site to propose sources, with the pauses of a crawl between the requests. */
export const sourceCalls = (needs: PoliteNeeds) => ({
  discoverSources: async (target: string, signal: AbortSignal): Promise<SourceProposals> => {
    const { discoverSources } = await import('./discover-sources.ts');
    return await discoverSources(await politePorts(needs, signal), target);
  },
});
