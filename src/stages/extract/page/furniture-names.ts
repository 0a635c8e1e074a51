// Patterns of class names and ids of boxes outside the article ("furniture"). The rules use them, and so does the test that puts such names on the boxes of
// articles (test/quality/names).

/** Comment areas. */
export const commentNames =
  'comments?|commentlist|kommentare?|disqus(?:[-_]thread)?|replies|respond|reply|discussion|pinglun|commentaires?|comentarios?';
/** Consent dialogs. */
export const consentNames = 'consent|cookie';
/** Boxes with other content. */
export const foreignNames = 'comment|related|recommend|sidebar';
/** Teasers of other articles, which are linked; a standfirst may have the same name. */
export const teaserNames = 'teaser';
/** Boxes that ask for an e-mail address or money; search engines require `paywall` on the paid part of the article itself. */
export const offerNames = 'paywall|regwall|newsletter|subscri\\w*|sign-?up|promo|donat\\w*';

/** Utility classes of common style sheets that hide a box. */
export const hidingNames =
  'hide|hidden|is-hidden|u-hidden|d-none|display-none|visually-?hidden|sr-only|screen-reader-text';
/** Classes of notes for screen readers; a text that scripts reveal never has one. */
export const forScreenReaders =
  /(?:^|[-_\s])(?:visually-?hidden|hidden-visually|sr-?only|screen-?readers?(?:-?(?:text|only))?|show-for-sr|element-invisible|elementor-screen-only|a11y-hidden|accessibly-hidden|assistive-text|off-?screen)(?=$|[-_\s])/i;
/** Posts of a blog, as microformats name them. */
export const postNames = 'hentry|h-entry';
/** Names by which no rule removes a box, but by which the model takes it for hidden text, controls, menus or advertising. */
export const distrustedNames =
  'hidden|invisible|sr-only|visually-?hidden|screen-?reader|share|sharing|social|popular|trending|nav|menu|breadcrumb|footer|widget|aside|banner|sponsor|advert|modal|popup|overlay';

/** A name with one of these marks a box as furniture; on the article's own boxes it is ignored. */
export const furnitureName = new RegExp(
  [commentNames, consentNames, foreignNames, teaserNames, offerNames, hidingNames, distrustedNames].join('|'),
  'i',
);
