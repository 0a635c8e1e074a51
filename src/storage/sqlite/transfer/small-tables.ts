import type { AddressClass } from '../../../model/web/url-pattern.ts';
import { formatEvidenceOf } from '../../records/crawl/formats.ts';
import { ownRulesOf } from '../../records/crawl/own-rules.ts';
import { proxyOf } from '../../records/crawl/proxies.ts';
import { runOf } from '../../records/crawl/runs.ts';
import { subscriptionOf } from '../../records/crawl/subscriptions.ts';
import { placesOf, placesText } from '../../records/crawl/tasks.ts';
import { correctionOf, reextractionOf, siteLearningOf } from '../../records/crawl/wrappers.ts';
import { revisionsForgotten } from '../../records/retention.ts';
import type { TransferKinds } from '../../transfer-port.ts';
import { columnTable, dateOf, docTable, msOf, type Table } from './table.ts';

type Rates = TransferKinds['rateTallies'];
type Uses = TransferKinds['proxyUses'];

const rateColumns = 'host, format, age_class AS ageClass, changes, observed_ms AS observedMs, visits';
const useColumns = 'day, proxy, site, owner, tries, successes, blocked, bytes';

/** Kinds whose records are rows of one table that nothing else follows from. */
export const smallTables = {
  corrections: docTable<'corrections'>('corrections', ['url'], correctionOf, ({ url, site, at }) => ({
    url,
    site,
    at: at.getTime(),
  })),
  counters: columnTable<'counters'>('counters', ['name'], {
    columns: 'name, value',
    where: `name IN ('lease', 'texts', '${revisionsForgotten}') AND value > 0`,
    read: ({ name, value }) => ({ name: String(name), value: Number(value) }),
    row: ({ name, value }) => ({ name, value }),
  }),
  formats: docTable<'formats'>('formats', ['host', 'format'], formatEvidenceOf, ({ host, format }) => ({
    host,
    format,
  })),
  hostRests: columnTable<'hostRests'>('host_rests', ['host'], {
    columns: 'host, set_at AS setAt, until',
    read: ({ host, setAt, until }) => ({ host: String(host), setAt: dateOf(setAt), until: dateOf(until) }),
    row: ({ host, setAt, until }) => ({ host, set_at: setAt.getTime(), until: until.getTime() }),
  }),
  knownAddresses: columnTable<'knownAddresses'>('known_addresses', ['url'], {
    columns: 'url, site, label, seen_at AS seenAt, places',
    read: ({ url, site, label, seenAt, places }) => ({
      url: String(url),
      site: String(site),
      label: label as AddressClass,
      seenAt: dateOf(seenAt),
      ...placesOf(places as string | null),
    }),
    row: ({ url, site, label, seenAt, places }) => ({
      url,
      site,
      label,
      seen_at: seenAt.getTime(),
      places: placesText(places),
    }),
  }),
  ownRules: docTable<'ownRules'>('own_rules', ['site'], ownRulesOf, ({ site }) => ({ site })),
  proxies: docTable<'proxies'>('proxies', ['id'], proxyOf, ({ id }) => ({ id })),
  proxyUses: columnTable<'proxyUses'>('proxy_uses', ['day', 'proxy', 'site', 'owner'], {
    columns: useColumns,
    read: (row) => ({ ...row }) as unknown as Uses,
    row: ({ day, proxy, site, owner, tries, successes, blocked, bytes }) => ({
      day,
      proxy,
      site,
      owner,
      tries,
      successes,
      blocked,
      bytes,
    }),
  }),
  rateTallies: columnTable<'rateTallies'>('rate_tallies', ['host', 'format', 'age_class'], {
    columns: rateColumns,
    read: (row) => ({ ...row }) as unknown as Rates,
    row: ({ host, format, ageClass, changes, observedMs, visits }) => ({
      host,
      format,
      age_class: ageClass,
      changes,
      observed_ms: observedMs,
      visits,
    }),
  }),
  rechecks: columnTable<'rechecks'>('rechecks', ['id'], {
    columns: 'id, up_to AS upTo',
    read: ({ id, upTo }) => ({ id: String(id), upTo: Number(upTo) }),
    row: ({ id, upTo }) => ({ id, up_to: upTo }),
  }),
  reextractions: docTable<'reextractions'>('reextractions', ['site'], reextractionOf, ({ site }) => ({ site })),
  runs: columnTable<'runs'>('runs', ['id'], {
    columns: 'id, kind, started_at AS startedAt, finished_at AS finishedAt, owner, sites, scope',
    read: ({ sites, scope, ...row }) =>
      runOf({
        ...(row as unknown as Parameters<typeof runOf>[0]),
        sites: sites === null ? null : JSON.parse(String(sites)),
        scope: scope === null ? null : JSON.parse(String(scope)),
      }),
    row: ({ id, kind, startedAt, finishedAt, owner, sites, scope }) => ({
      id,
      kind,
      owner,
      started_at: startedAt.getTime(),
      finished_at: msOf(finishedAt),
      sites: sites === null ? null : JSON.stringify(sites),
      scope: scope === null ? null : JSON.stringify(scope),
    }),
  }),
  siteLearning: docTable<'siteLearning'>('site_learning', ['site'], siteLearningOf, ({ site }) => ({ site })),
  subscriptions: docTable<'subscriptions'>(
    'subscriptions',
    ['source_id'],
    subscriptionOf,
    ({ sourceId, token, askAt }) => ({ source_id: sourceId, token, ask_at: askAt.getTime() }),
  ),
  wrappers: columnTable<'wrappers'>('wrappers', ['site', 'version'], {
    columns: 'site, version, doc',
    read: ({ site, version, doc }) => ({
      site: String(site),
      version: Number(version),
      wrapper: JSON.parse(String(doc)),
    }),
    row: ({ site, version, wrapper }) => ({ site, version, doc: JSON.stringify(wrapper) }),
  }),
} satisfies Partial<{ [Kind in keyof TransferKinds]: Table<Kind> }>;
