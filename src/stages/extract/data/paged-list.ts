import type { Document } from '../dom/document.ts';

/** Classes of the links to further pages of a list, and of a button that loads more of it. */
const pagerClass =
  /(?:^|[\s_-])(?:pagination|paginator|pager|page-?numbers?|load-?more|show-?more|view-?more)(?:$|[\s_-])/i;
const pageAddress = /[?&](?:page|p|pg|paged|seite|pagina|offset|start)=\d+|\/(?:page|seite|pagina)[/-]?\d+\/?(?:$|\?)/i;

/** Whether a list goes on before or after this page: an item that is not here may be there. In doubt it does. */
export const isPagedList = (document: Document, url: string): boolean =>
  pageAddress.test(url) ||
  document.elementsWhere(
    (element) => /\b(?:next|prev)\b/.test(element.getAttribute('rel') ?? '') || pagerClass.test(element.className),
  ).length > 0;
