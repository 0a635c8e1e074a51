/** Addresses of topics in common forum software. */
export const threadAddress =
  /\/(?:viewtopic|showthread|topic)\.(?:php|html?)|\/index\.php\?topic=\d|\/(?:threads?|topics?|discussions?|questions?)\/[^/]*\d|\/(?:t|d)\/(?:[^/]+\/)?\d+|\/thread-[^/]+|\/(?:forums?|community|boards?)\/(?:thread|topic|discussion|question)s?\/[^/?#]+/i;
/** Addresses of the members of a forum. A longer path, or a name of many words, is of an article: "/@ada/harbour-bridge", "/members/the-harbour-bridge-is-open". */
export const memberAddress =
  /\/(?:users?|members?|u|profile)\/(?:profile\/|\d+\/)?[^/?#-]+(?:-[^/?#-]+){0,2}(?:\/\d+)?\/?(?:[?#]|$)|\/user-\d+|(?:^|\/)(?:memberlist|profile|member|user)\.php\?|(?:^|\/)user\?id=|[?&]action=profile|\/@[\w.-]+\/?(?:[?#]|$)/i;

/** Addresses of lists of what a member wrote: "/user/ada/posts". */
export const memberListAddress =
  /\/(?:users?|members?|u|profile)\/[^?#]+\/(?:posts|topics|threads|comments|activity|summary|likes|followers|badges)\/?(?:[?#]|$)/i;

/** A post of a topic, or its newest one, below the topic's address. */
const postBelow = /\/(?:(?:posts?|comments?|reply)[/-]\d+|last|latest|newest|unread|last-?post)\/?$/i;

/** Whether an address is that of a post of a topic: "/t/harbour-bridge/42/post/161/". */
export const isPostAddress = (url: string): boolean => postBelow.test(url) && threadAddress.test(url);

/** Leaves out links to single posts of topics that are linked, too, or are the page itself: they lead to the topic. */
export function withoutPosts<T extends { readonly url: string }>(links: readonly T[], page: string): readonly T[] {
  if (!links.some(({ url }) => isPostAddress(url))) return links;
  const known = new Set([page, ...links.map(({ url }) => url)].map((url) => url.replace(/\/$/, '')));
  return links.filter(({ url }) => !isPostAddress(url) || !known.has(url.replace(postBelow, '')));
}

/** Paths and queries of pages about authors. */
export const authorAddress =
  /\/(?:authors?|autor(?:en|in|es)?|auteurs?|autor[ei]|writers?|contributors?|columnists?|journalist(?:e?s|en)?|byline)\/[^/?#]|[?&]author(?:_name)?=/i;

/** Last parts of addresses of pages about the site itself: its terms, its imprint, how to reach it, what it costs. */
const serviceNames = [
  'privacy(?:-?(?:policy|notice|statement))?|terms(?:-?(?:of-?(?:use|service)|and-?conditions|conditions))?|tos|legal(?:-?notice)?|cookies?(?:-?policy)?|disclaimer|accessibility(?:-?statement)?',
  'faqs?|help|support|contact(?:-?us)?|pricing|plans|careers|jobs|advertise(?:-with-us)?|subscribe|newsletter',
  'impressum|imprint|datenschutz(?:erklaerung|erkl%C3%A4rung)?|agb|nutzungsbedingungen|kontakt|hilfe|preise|karriere|barrierefreiheit|mediadaten',
  'mentions-?legales|confidentialite|cgu|cgv|politique-de-confidentialite|nous-contacter|aide|tarifs',
  'aviso-?legal|politica-de-(?:privacidad|privacidade|cookies)|condiciones(?:-de-uso)?|contacto|contato|precios|termos(?:-de-uso)?|ayuda|ajuda|contatti|note-legali',
  'gizlilik(?:-politikasi)?|kullanim-kosullari|iletisim|kontakty|regulamin|polityka-prywatnosci|privacybeleid|voorwaarden|algemene-voorwaarden|contacteer-ons',
].join('|');

/** Addresses of pages about the site itself, at most three parts deep: "/privacy", "/de/impressum.html", "/pages/terms-of-use". Pages "about" somebody are left out: blogs write them as posts. */
export const serviceAddress = new RegExp(
  `^https?://[^/]+/(?:[^/?#]{1,12}/){0,2}(?:${serviceNames})(?:\\.\\w{2,5})?/?(?:[?#]|$)`,
  'i',
);
