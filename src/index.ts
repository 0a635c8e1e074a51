// The package's public API: what a scraper or a browsers.config.ts imports from 'newshawk'.

export type { FieldFunction, Site } from './model/crawl/site.ts';
export type { DataFunction } from './model/data/data-field.ts';
export type { DataValue, Price } from './model/data/data-value.ts';
export type { MediaItem, MediaVariant, Probe } from './model/media/media-item.ts';
export type {
  MediaAnswer,
  MediaBrowserFinding,
  MediaBrowserPlan,
  MediaFetchOptions,
  MediaPage,
  MediaRequestSeen,
  MediaResolver,
  MediaTools,
  MediaToRefresh,
  ParsedManifest,
  PartialMediaItem,
  PlayVerdict,
} from './model/media/media-resolver.ts';
export type { PageDocument } from './model/page/page-document.ts';
export type { ListApiDefinition } from './settings/api/list-api-schema.ts';
export type { NextPageDefinition } from './settings/api/next-page-schema.ts';
export type { ApiDefinition, ApiFieldsDefinition } from './settings/api/page-api-schema.ts';
export type { ApiRequestDefinition } from './settings/api/request-schema.ts';
export { type BrowsersConfig, defineBrowsers } from './settings/browsers.ts';
export {
  boolean,
  choice,
  custom,
  type DataFieldDefinition,
  type DataOf,
  type DataSource,
  date,
  integer,
  list,
  number,
  present,
  price,
  text,
  url,
} from './settings/data/data-fields.ts';
export type { RecordsDefinition } from './settings/data/data-schema.ts';
export type { BrowsersDefinition } from './settings/definitions/browsers-definition.ts';
export type { ScraperDefinition, SourceDefinition } from './settings/definitions/scraper-definition.ts';
export { type AlertsDefinition, defineAlerts } from './settings/events/alerts.ts';
export {
  defineScraper,
  feed,
  listing,
  sitemap,
} from './settings/scraper.ts';
export { click, clickUntilGone, scroll, scrollUntilNothingNew, waitFor } from './settings/step-schema.ts';
