import type { ComponentType } from 'preact';
import type { PageProps } from './page-props.ts';

export interface PageDefinition {
  readonly name: string;
  readonly title: string;
  /** Heading in the navigation; null: the page is reached from others. */
  readonly group: 'News' | 'Sites' | 'System' | null;
  /** Pressed after `g`, goes to the page. */
  readonly key: string | null;
  /** Each page is its own file, which is fetched when it is opened. */
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** Every page, in the order of the navigation. */
export const dashboardPages: readonly PageDefinition[] = [
  {
    name: 'overview',
    title: 'Overview',
    group: 'News',
    key: 'o',
    load: async () => (await import('../pages/overview/overview-page.tsx')).OverviewPage,
  },
  {
    name: 'articles',
    title: 'Articles',
    group: 'News',
    key: 'a',
    load: async () => (await import('../pages/articles/articles-page.tsx')).ArticlesPage,
  },
  {
    name: 'media',
    title: 'Media',
    group: 'News',
    key: 'm',
    load: async () => (await import('../pages/media/media-page.tsx')).MediaOverview,
  },
  {
    name: 'records',
    title: 'Records',
    group: 'News',
    key: 'r',
    load: async () => (await import('../pages/records/records-page.tsx')).RecordsPage,
  },
  {
    name: 'label',
    title: 'Label',
    group: 'News',
    key: 'l',
    load: async () => (await import('../pages/label/label-page.tsx')).LabelPage,
  },
  {
    name: 'sources',
    title: 'Sources',
    group: 'Sites',
    key: 's',
    load: async () => (await import('../pages/sources/sources-page.tsx')).SourcesPage,
  },
  {
    name: 'wrappers',
    title: 'Wrappers',
    group: 'Sites',
    key: 'w',
    load: async () => (await import('../pages/wrappers/wrappers-page.tsx')).WrappersPage,
  },
  {
    name: 'failures',
    title: 'Failures',
    group: 'Sites',
    key: 'f',
    load: async () => (await import('../pages/failures/failures-page.tsx')).FailuresPage,
  },
  {
    name: 'visits',
    title: 'Visits',
    group: 'Sites',
    key: 'v',
    load: async () => (await import('../pages/visits/visits-page.tsx')).VisitsPage,
  },
  {
    name: 'workers',
    title: 'Workers',
    group: 'System',
    key: 'k',
    load: async () => (await import('../pages/workers/workers-page.tsx')).WorkersPage,
  },
  {
    name: 'log',
    title: 'Live log',
    group: 'System',
    key: 'e',
    load: async () => (await import('../pages/log/log-page.tsx')).LogPage,
  },
  {
    name: 'crawls',
    title: 'Crawls',
    group: 'System',
    key: 'c',
    load: async () => (await import('../pages/crawls/crawls-page.tsx')).CrawlsPage,
  },
  {
    name: 'read',
    title: 'Read a page',
    group: 'System',
    key: 'x',
    load: async () => (await import('../pages/read/read-page.tsx')).ReadPage,
  },
  {
    name: 'alerts',
    title: 'Alerts',
    group: 'System',
    key: 't',
    load: async () => (await import('../pages/alerts/alerts-page.tsx')).AlertsPage,
  },
  {
    name: 'proxies',
    title: 'Proxies',
    group: 'System',
    key: 'p',
    load: async () => (await import('../pages/proxies/proxies-page.tsx')).ProxiesPage,
  },
  {
    name: 'correct',
    title: 'Correct',
    group: null,
    key: null,
    load: async () => (await import('../pages/correct/correct-page.tsx')).CorrectPage,
  },
];

const byName = new Map(dashboardPages.map((page) => [page.name, page]));
const [first] = dashboardPages;

/** The overview for an unknown name. */
export function pageNamed(name: string): PageDefinition {
  const page = byName.get(name) ?? first;
  if (page === undefined) throw new Error('the dashboard has no pages');
  return page;
}
