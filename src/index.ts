// The package's public face: what a scraper or a browsers.config.ts imports from 'newshawk'.
export { type BrowsersConfig, type BrowsersDefinition, defineBrowsers } from './browsers.ts';
export type { MediaItem, MediaVariant, Probe } from './model/media-item.ts';
export type {
  MediaAnswer,
  MediaBrowserFinding,
  MediaBrowserPlan,
  MediaPage,
  MediaRequestSeen,
  MediaResolver,
  MediaTools,
  MediaToRefresh,
  ParsedManifest,
  PartialMediaItem,
  PlayVerdict,
} from './model/media-resolver.ts';
export type { FieldFunction, PageDocument, Site } from './model/site.ts';
export {
  defineScraper,
  feed,
  listing,
  type ScraperDefinition,
  type SourceDefinition,
  sitemap,
} from './scraper.ts';
export { click, clickUntilGone, scroll, scrollUntilNothingNew, waitFor } from './step-schema.ts';
