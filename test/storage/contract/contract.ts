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
import { upkeepContract } from './contract-upkeep.ts';
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
}

/** The specification of the storage port: every adapter passes all of it. */
export function storageContract(
  name: string,
  newPlace: () => Promise<StorePlace>,
  { tasks, wrap = (store) => store }: { readonly tasks: number; readonly wrap?: (store: Store) => Store },
): void {
  describe(`${name} store`, () => {
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
    const current = (): UnderTest => ({ store, address: place.address, tasks });
    describe('frontier', () => frontierContract(current));
    describe('leases', () => leaseContract(current));
    describe('named leases', () => namedLeaseContract(current));
    describe('clock', () => clockContract(current));
    describe('proxies', () => proxyContract(current));
    describe('host rests', () => hostRestContract(current));
    describe('wrappers', () => wrapperContract(current));
    describe('records', () => recordContract(current));
    describe('data records', () => dataRecordContract(current));
    describe('deliveries', () => deliveryContract(current));
    describe('alerts', () => alertContract(current));
    describe('commit', () => commitContract(current));
    describe('articles', () => articleContract(current));
    describe('clusters', () => clusterContract(current));
    describe('rechecks', () => recheckContract(current));
    describe('copies at several processes', () => copyContract(current));
    describe('judged articles', () => judgedContract(current));
    describe('known addresses', () => knownAddressContract(current));
    describe('labels', () => labelContract(current));
    describe('links', () => linkContract(current));
    describe('models', () => modelContract(current));
    describe('news', () => newsContract(current));
    describe('search', () => searchContract(current));
    describe('seeds', () => seedContract(current));
    describe('sources', () => sourcesContract(current));
    describe('subscriptions', () => subscriptionContract(current));
    describe('tallies', () => tallyContract(current));
    describe('upkeep', () => upkeepContract(current));
    describe('retention', () => retentionContract(current));
    describe('topics', () => topicContract(current));
    describe('transfer', () => transferContract(current));
    describe('several processes', () => processContract(current));
  });
}
