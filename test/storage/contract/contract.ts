import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../../src/storage/port.ts';
import { openStore } from '../open-store.ts';
import { alertContract } from './contract-alerts.ts';
import { articleContract } from './contract-articles.ts';
import { clockContract } from './contract-clock.ts';
import { clusterContract } from './contract-clusters.ts';
import { commitContract } from './contract-commit.ts';
import { copyContract } from './contract-copies.ts';
import { dataRecordContract } from './contract-data-records.ts';
import { deliveryContract } from './contract-deliveries.ts';
import { frontierContract } from './contract-frontier.ts';
import { hostRestContract } from './contract-host-rests.ts';
import { judgedContract } from './contract-judged.ts';
import { knownAddressContract } from './contract-known-addresses.ts';
import { labelContract } from './contract-labels.ts';
import { leaseContract } from './contract-leases.ts';
import { linkContract } from './contract-links.ts';
import { maintenanceContract } from './contract-maintenance.ts';
import { modelContract } from './contract-models.ts';
import { namedLeaseContract } from './contract-named-leases.ts';
import { newsContract } from './contract-news.ts';
import { processContract } from './contract-processes.ts';
import { proxyContract } from './contract-proxies.ts';
import { recheckContract } from './contract-rechecks.ts';
import { recordContract } from './contract-records.ts';
import { retentionContract } from './contract-retention.ts';
import { searchContract } from './contract-search.ts';
import { seedContract } from './contract-seeds.ts';
import { sourcesContract } from './contract-sources.ts';
import { subscriptionContract } from './contract-subscriptions.ts';
import { tallyContract } from './contract-tallies.ts';
import { topicContract } from './contract-topics.ts';
import { transferContract } from './contract-transfer.ts';
import { wrapperContract } from './contract-wrappers.ts';

/** The address of an empty store, for this process and for child processes. */
export interface StorePlace {
  readonly address: string;
  drop(): Promise<void>;
}

/** An empty store for each test. */
export interface UnderTest {
  readonly store: Store;
  readonly address: string;
  /** Number of tasks in the tests with several processes: fewer for a slow test server. */
  readonly tasks: number;
  /** Number of stories whose copies arrive at several processes at once. */
  readonly stories: number;
}

interface ContractOptions extends Pick<UnderTest, 'tasks' | 'stories'> {
  readonly part: ContractPart;
  readonly wrap?: (store: Store) => Store;
}

type Contract = (current: () => UnderTest) => void;

/** The specification of the storage port, in parts: a slow server has a file of tests for each, so that several processes share the work. */
const parts = {
  crawl: {
    frontier: frontierContract,
    leases: leaseContract,
    'named leases': namedLeaseContract,
    clock: clockContract,
    proxies: proxyContract,
    'host rests': hostRestContract,
    wrappers: wrapperContract,
    records: recordContract,
    'known addresses': knownAddressContract,
    links: linkContract,
    seeds: seedContract,
    sources: sourcesContract,
    subscriptions: subscriptionContract,
    'several processes': processContract,
  },
  articles: {
    'data records': dataRecordContract,
    deliveries: deliveryContract,
    alerts: alertContract,
    commit: commitContract,
    articles: articleContract,
    clusters: clusterContract,
    rechecks: recheckContract,
    'judged articles': judgedContract,
    labels: labelContract,
    models: modelContract,
    news: newsContract,
    search: searchContract,
    topics: topicContract,
    tallies: tallyContract,
  },
  copies: {
    'copies at several processes': copyContract,
    maintenance: maintenanceContract,
    retention: retentionContract,
    transfer: transferContract,
  },
} satisfies Record<string, Record<string, Contract>>;

export type ContractPart = keyof typeof parts;
export const contractParts = Object.keys(parts) as readonly ContractPart[];

/** Every adapter passes all parts. */
export function storageContract(
  name: string,
  newPlace: () => Promise<StorePlace>,
  { tasks, stories, part, wrap = (store) => store }: ContractOptions,
): void {
  describe(`${name} store: ${part}`, () => {
    let place: StorePlace;
    let store: Store;
    beforeEach(async () => {
      place = await newPlace();
      store = wrap(await openStore(place.address));
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
      await place.drop();
    });
    const current = (): UnderTest => ({ store, address: place.address, tasks, stories });
    for (const [subject, contract] of Object.entries(parts[part])) describe(subject, () => contract(current));
  });
}
