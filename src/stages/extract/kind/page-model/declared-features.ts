import type { Document } from '../../dom/document.ts';
import type { Structured } from '../../head/structured.ts';
import { articleType, hasType, listingType } from '../list-evidence.ts';
import type { DeclaredFeature } from './feature-names.ts';

/** Software by what it makes, in `<meta name="generator">`. */
const docsSoftware =
  /\b(?:sphinx|mkdocs|docusaurus|vuepress|vitepress|gitbook|docsify|antora|doxygen|javadoc|rustdoc|mdbook|nextra|starlight|readme\.io|asciidoctor|docbook|texi2any|typedoc|pdoc|redoc|hugo-book|docutils|doctools|documentation_options|searchindex|theme-doc|mintlify|docfx|javadoc|scalar-api|swagger-ui|stoplight|docsearch|zendesk|hc-theme|helpscout|readthedocs|ldoc|yelp-xsl)\b/i;
const shopSoftware =
  /\b(?:prestashop|magento|woocommerce|shopify|opencart|oscommerce|zen[ -]?cart|shopware|bigcommerce|ecwid|x-cart|cs-cart|loaded commerce|nopcommerce|spree|woo-commerce|bigcommerce|shopware|swatch)\b/i;
const forumSoftware =
  /\b(?:phpbb|vbulletin|xenforo|discourse|mybb|simple machines|smf|vanilla|flarum|invision|nodebb|bbpress|punbb|fluxbb|esoTalk|lithium|khoros|bbcode|wbb|woltlab|question2answer|askbot|lemmy|hyperkitty|mailman|pipermail|mhonarc|hypermail|discuz|punbb|jforum|yabb|invisioncommunity|bb-?press)\b/i;
const blogSoftware = /\b(?:wordpress|ghost|blogger|typepad|movable type|hexo|jekyll|pelican|substack|medium)\b/i;

/** What the page's head and its structured data say of it. */
export function declaredFeatures(
  { meta, types, article }: Structured,
  document: Document,
): Readonly<Record<DeclaredFeature, number>> {
  const ogType = meta.first('og:type')?.toLowerCase() ?? '';
  const generator = meta.all('generator').join(' ');
  const software = `${generator} ${partsOf(document)}`;
  const micro = [...document.querySelectorAll('[itemtype]')]
    .slice(0, maxItems)
    .map((element) => element.getAttribute('itemtype') ?? '')
    .join(' ');
  const flags: Record<DeclaredFeature, boolean> = {
    ldArticle: hasType(types, articleType),
    ldTechArticle: types.has('TechArticle') || types.has('APIReference'),
    ldProduct: hasType(types, /^(?:Product|ProductGroup|Offer|AggregateOffer|Book|Vehicle|Car)$/),
    ldForum: hasType(types, /^(?:DiscussionForumPosting|QAPage|Question|SocialMediaPosting)$/),
    ldList: hasType(types, listingType),
    ldCompany: hasType(
      types,
      /(?:Organization|Business|Service|Corporation|Agency|Store|Restaurant|Hotel|Dentist|Attorney|Clinic)$/,
    ),
    ldPage: hasType(types, /^(?:WebPage|AboutPage|ContactPage|ItemPage)$/) && !hasType(types, articleType),
    ldFaq: types.has('FAQPage'),
    ldSoftware: hasType(types, /^(?:SoftwareApplication|WebApplication|MobileApplication|SoftwareSourceCode)$/),
    hasCrumbs: types.has('BreadcrumbList'),
    ogArticle: ogType === 'article',
    ogSite: ogType === 'website',
    ogProduct: /^(?:og:)?product/.test(ogType),
    metaDates:
      (article?.published ?? meta.first('article:published_time', 'date', 'dc.date', 'pubdate', 'publishdate')) != null,
    metaAuthor: meta.first('author', 'article:author', 'dc.creator') !== null || (article?.authors.length ?? 0) > 0,
    docsSoftware: docsSoftware.test(software),
    shopSoftware: shopSoftware.test(software),
    forumSoftware: forumSoftware.test(software),
    blogSoftware: blogSoftware.test(generator),
    microProduct: /schema\.org\/(?:Product|Offer)/i.test(micro),
    microArticle: /schema\.org\/\w*(?:Article|BlogPosting)/i.test(micro),
    microForum: isForumMicrodata(micro),
  };
  return Object.fromEntries(Object.entries(flags).map(([name, is]) => [name, Number(is)])) as Record<
    DeclaredFeature,
    number
  >;
}

/** Questions stand on pages of frequent questions, too. */
const isForumMicrodata = (types: string): boolean =>
  /schema\.org\/(?:DiscussionForumPosting|QAPage)/i.test(types) ||
  (/schema\.org\/Question/i.test(types) && /schema\.org\/Answer/i.test(types) && !/schema\.org\/FAQPage/i.test(types));

/** Items of structured data that are read: bounds the work. Chosen by hand, not measured. */
const maxItems = 60;

/** Files that the page loads, by name: software is known by its own. */
const maxFiles = 80;
const maxLetters = 160;
const partsOf = (document: Document): string =>
  [...document.querySelectorAll('link[rel="stylesheet"][href], script[src]')]
    .slice(0, maxFiles)
    .map((file) => (file.getAttribute('href') ?? file.getAttribute('src') ?? '').slice(0, maxLetters))
    .join(' ');
