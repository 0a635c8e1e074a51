import { threadAddress } from '../../page/known-addresses.ts';
import { articlePath, datePath, isListUrl, isRoot } from '../list-evidence.ts';
import type { AddressFeature } from './feature-names.ts';

/** Words of addresses by which sites sort their pages, whatever the site; each alone is weak evidence. */
const docsWord =
  /(?:^|[./_-])(?:docs?|documentation|reference|api|manual|guides?|handbook|tutorials?|kb|help|learn|hc|support|wiki|man\d?|javadoc|apidocs?|package|packages|readme|faq|knowledge-?base|developers?|sdk|api-docs)(?=[./_-]|$)/i;
const productWord =
  /\/(?:p|dp|ip|itm|prod|products?|produkte?|produits?|productos?|item|items|shop|store|catalog\w*|artikel|listing|ad|anzeige)\/|[?&](?:products?_?id|sku|item)=/i;
const serviceWord =
  /\/(?:services?|solutions?|platform|features?|pricing|contacts?(?:-us)?|about(?:-us)?|company|customers|industries|consulting|use-cases|leistungen|kontakt|servicios|contacto|treatments?|behandlung(?:en)?|conditions?|practice-areas?|courses?|programs?|programmes?|study|studium|rooms?|zimmer|what-we-do|our-work|expertise|capabilities|departments?|locations?|mitmachen|donate|membership|admissions?)(?:[/.]|$)/i;
const loginWord =
  /(?:^|[/._?=&-])(?:log-?in|log-?on|sign-?in|sign-?up|sign-?on|auth|account|register|registration|join|forgot|password|passwort|sso|subscribe|wp-login)(?:[/._?=&-]|$)/i;
const forumWord =
  /(?:^|[/._-])(?:forums?|community|board|boards|bbs|viewtopic|showthread|threads?|topics?|discuss(?:ions?)?|questions?|answers|comments|ask|qa|frage|consulta|zhidao|post|forum_posts|pipermail|mailman|listinfo|groups|issues?|show_bug|bugs?|tickets?|space|c)(?:[/._?=-]|$)/i;
const newsWord =
  /(?:^|[/._-])(?:news|blogs?|articles?|stor(?:y|ies)|posts?|magazine|press|opinion|reviews?)(?:[/._-]|$)/i;

/** Letters of an address that are read: hostile ones are very long. */
const maxAddress = 400;

export function addressFeatures(address: string): Readonly<Record<AddressFeature, number>> {
  const url = new URL(address);
  const pathname = url.pathname.slice(0, maxAddress);
  const search = url.search.slice(0, maxAddress);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const place =
    url.hostname
      .replace(/^www\./, '')
      .split('.')
      .slice(0, -2)
      .join('.') + pathname;
  return {
    isRoot: Number(isRoot(address)),
    depth: Math.min(6, segments.length),
    slugWords: Math.min(10, last.split(/[-_]/).length),
    longNumber: Number(/\d{5,}/.test(pathname + search)),
    hasQuery: Number(search !== ''),
    articleAddress: Number(articlePath.test(pathname)),
    dateAddress: Number(datePath.test(pathname)),
    listAddress: Number(isListUrl(address)),
    threadAddress: Number(threadAddress.test(pathname + search)),
    docsAddress: Number(docsWord.test(place)),
    productAddress: Number(productWord.test(`${pathname}${search}`)),
    serviceAddress: Number(serviceWord.test(pathname)),
    loginAddress: Number(loginWord.test(`${place}${search}`)),
    forumAddress: Number(forumWord.test(place)),
    newsAddress: Number(newsWord.test(place)),
  };
}
