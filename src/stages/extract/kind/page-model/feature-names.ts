// What each number of the page model is, by name.

export const addressDescriptions = {
  isRoot: 'the address is the root of the site',
  depth: 'number of segments of the path',
  slugWords: 'words of the last segment',
  longNumber: 'the address has a number of five digits and more',
  hasQuery: 'the address has a query',
  articleAddress: 'the form of an article: a date, a long number or a slug of five words',
  dateAddress: 'the address is that of a day, month or year',
  listAddress: 'the form of a list',
  threadAddress: 'the form of a topic in common forum software',
  docsAddress: 'a word of documentation in the address',
  productAddress: 'a word of products in the address',
  serviceAddress: 'a word of companies in the address',
  loginAddress: 'a word of accounts in the address',
  forumAddress: 'a word of forums in the address',
  newsAddress: 'a word of news and blogs in the address',
} as const;

export type AddressFeature = keyof typeof addressDescriptions;

export const declaredDescriptions = {
  ldArticle: 'structured data: an article',
  ldTechArticle: 'structured data: a technical article',
  ldProduct: 'structured data: a product or an offer',
  ldForum: 'structured data: a discussion, questions and answers',
  ldList: 'structured data: a list or collection',
  ldCompany: 'structured data: an organisation, a business or a service',
  ldPage: 'structured data: a page, and no article',
  ldFaq: 'structured data: frequent questions',
  ldSoftware: 'structured data: software',
  hasCrumbs: 'structured data: the path to the page',
  ogArticle: 'og:type article',
  ogSite: 'og:type website',
  ogProduct: 'og:type product',
  metaDates: 'metadata with a date of publication',
  metaAuthor: 'metadata with an author',
  docsSoftware: 'generator: software for documentation',
  shopSoftware: 'generator: software for shops',
  forumSoftware: 'generator: software for forums',
  blogSoftware: 'generator: software for blogs',
  microProduct: 'microdata of a product or a price',
  microArticle: 'microdata of an article',
  microForum: 'microdata of a discussion',
} as const;

export type DeclaredFeature = keyof typeof declaredDescriptions;

export const shapeDescriptions = {
  letters: 'letters of the page, log',
  longLetters: 'letters of full paragraphs, log',
  paragraphs: 'number of full paragraphs, log',
  longest: 'letters of the longest paragraph, log',
  linkShare: 'share of letters in links',
  blocks: 'number of lines, log',
  shortShare: 'share of letters in short lines outside links',
  headings: 'number of headings, log',
  headingGap: 'letters of paragraphs for each heading, log',
  listShare: 'share of unlinked letters in lists',
  tableShare: 'share of unlinked letters in tables',
  codeShare: 'share of unlinked letters in code',
  codeBlocks: 'number of boxes with code, log',
  inlineCode: 'number of words as code, log',
  anchors: 'headings with a link to themselves, log',
  definitions: 'number of definition terms, log',
  navTree: 'depth of the deepest list of links',
  siblingLinks: 'share of links to pages of the same folder',
  menuLinks: 'number of links in menus, log',
  contentLinks: 'number of links in the content, log',
  headlineLinks: 'number of links with the length of a headline, log',
  previousNext: 'links to the previous and next page',
  prices: 'number of lines with a price, log',
  cart: 'forms and buttons that put something into a cart, log',
  forms: 'number of forms, log',
  passwords: 'fields for a password',
  fields: 'visible fields of forms, log',
  textareas: 'fields for a longer text',
  formShare: 'fields for each thousand letters of paragraphs',
  buttons: 'buttons and links that look like buttons, log',
  images: 'number of pictures, log',
  frames: 'embedded pages and players',
  dates: 'number of lines with a date, log',
  times: 'number of time elements, log',
  contacts: 'links to telephone numbers and mail addresses',
  shares: 'links by which a page is shared, log',
  details: 'parts that open, log',
  posts: 'boxes with a name, a date and a text, log',
  postShare: 'share of full paragraphs in such boxes',
  postsBefore: 'letters of full paragraphs before such boxes, log',
  postMembers: 'share of such boxes with a link to a member',
  postTitles: 'share of such boxes with a heading that is a link',
  postLinks: 'share of the letters of such boxes in links',
  articles: 'number of article elements, log',
  sections: 'number of section elements, log',
} as const;

export type ShapeFeature = keyof typeof shapeDescriptions;

export const bodyDescriptions = {
  bodyLetters: 'letters of the body, log',
  bodyLinkShare: 'share of the body in links',
  bodyShare: 'share of the full paragraphs in the body',
  isGuess: 'the block model accepted no block',
  bodyPrecision: 'share of the body that the block model expects to be right, log odds',
  bodyRecall: 'share of the expected text that the body holds, log odds',
  bodyDoubtful: 'share of blocks of the body below .9',
  bodyGaps: 'share of other text between the blocks of the body',
  bodyBefore: 'share of long text before the body',
  bodyAfter: 'share of long text after the body',
  bodyContainer: 'share of the long text of the body in one container',
  bodyRun: 'agreement of the body with the run that has the most text for its markup',
  hasHeadline: 'a headline is found',
  hasAuthor: 'an author is shown near the headline',
  hasDate: 'a date of publication is found',
  entries: 'titles that link to other pages of the site, log',
  entriesText: 'entries with text, log',
  entriesShare: 'share of the letters of entries in entries and own text',
  hasOwnDate: "the page's own headline has a date",
  hasListName: 'class names of the page are those of a list',
  isThread: 'the address of a topic, and posts of members',
  isForumSoftware: 'links to parts of a forum',
} as const;

export type BodyFeature = keyof typeof bodyDescriptions;

/** Everything that the page model knows of a page, by name: what each number is. */
export const pageFeatureDescriptions = {
  ...addressDescriptions,
  ...declaredDescriptions,
  ...shapeDescriptions,
  ...bodyDescriptions,
} as const;

export type PageFeature = AddressFeature | DeclaredFeature | ShapeFeature | BodyFeature;
export type PageFeatures = Readonly<Record<PageFeature, number>>;

/** In the order of the model's columns. */
export const pageFeatureNames = Object.keys(pageFeatureDescriptions) as readonly PageFeature[];
