// What makers of pages call boxes that are not the article: patterns of class names and ids. The rules that go by such names read them here, and so does the
// trial that puts them on the boxes of articles (test/quality/names).

/** The place of the readers' comments. */
export const commentNames =
  'comments?|commentlist|kommentare?|disqus(?:[-_]thread)?|replies|respond|reply|discussion|pinglun|commentaires?|comentarios?';
/** Dialogs about consent. */
export const consentNames = 'consent|cookie';
/** Boxes about something else. */
export const foreignNames = 'comment|related|recommend|sidebar';
/** A lead is called so too; one of another article is linked. */
export const teaserNames = 'teaser';
/** What asks for an address or money; search engines want the first one on the paid part of the article itself. */
export const offerNames = 'paywall|regwall|piano|newsletter|subscri\\w*|sign-?up|promo|donat\\w*';

/** A name with one of these speaks against its box; on the article's own boxes it means nothing. */
export const furnitureName = new RegExp(
  [commentNames, consentNames, foreignNames, teaserNames, offerNames].join('|'),
  'i',
);
