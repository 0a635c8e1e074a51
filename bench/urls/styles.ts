/** How a content system writes its addresses. Placeholders are filled by `fill.ts`. */
export interface AddressStyle {
  readonly name: string;
  readonly articles: readonly string[];
  readonly sections: readonly string[];
  /** Pagers, tags, topics: pages of links beside the sections. */
  readonly listings: readonly string[];
  /** Authors, galleries, videos, pages of the house. */
  readonly others: readonly string[];
}

const wordpressOthers = [
  '/author/{person}/',
  '/about/',
  '/contact/',
  '/privacy-policy/',
  '/newsletter/',
  '/wp-login.php?redirect_to={word}',
];

/** Styles of the open half. */
export const openStyles: readonly AddressStyle[] = [
  {
    name: 'wordpress by day',
    articles: ['/{yyyy}/{mm}/{dd}/{slug}/'],
    sections: ['/category/{section}/', '/category/{section}/{sub}/'],
    listings: ['/tag/{tag}/', '/category/{section}/page/{n}/', '/{yyyy}/{mm}/', '/page/{n}/'],
    others: wordpressOthers,
  },
  {
    name: 'wordpress by name',
    articles: ['/{slug}/'],
    sections: ['/category/{section}/'],
    listings: ['/tag/{tag}/', '/category/{section}/page/{n}/', '/page/{n}/'],
    others: wordpressOthers,
  },
  {
    name: 'wordpress by number',
    articles: ['/?p={id5}'],
    sections: ['/?cat={n}'],
    listings: ['/?tag={tag}', '/?paged={n}'],
    others: ['/?author={n}', '/?page_id={n}', '/?s={word}'],
  },
  {
    name: 'section and slug',
    articles: ['/{section}/{slug}'],
    sections: ['/{section}', '/{section}/{sub}'],
    listings: ['/topic/{tag}', '/{section}?page={n}'],
    others: ['/author/{person}', '/video/{slug}', '/gallery/{slug}', '/about', '/terms-of-use'],
  },
  {
    name: 'section, date and slug',
    articles: ['/{section}/{yyyy}/{mon}/{dd}/{slug}', '/{section}/live/{yyyy}/{mon}/{dd}/{slug}'],
    sections: ['/{section}', '/{section}/{sub}'],
    listings: ['/{section}/{tag}', '/{section}/all', '/{section}?page={n}'],
    others: ['/profile/{person}', '/{section}/gallery/{yyyy}/{mon}/{dd}/{slug}', '/info/{slug3}', '/help'],
  },
  {
    name: 'slug and number html',
    articles: ['/{section}/{slug}-{id7}.html', '/{section}/{sub}/{slug}-{id7}.html'],
    sections: ['/{section}/', '/{section}/{sub}/'],
    listings: ['/thema/{tag}/', '/{section}/p{n}/', '/archiv/{yyyy}/{mm}/{dd}.html'],
    others: [
      '/autor/{person}-{id3}.html',
      '/fotostrecke/{slug}-{id7}.html',
      '/video/{slug}-{id7}.html',
      '/impressum.html',
      '/{section}/newsletter.html',
    ],
  },
  {
    name: 'codes',
    articles: ['/news/{section}-{id8}', '/news/articles/{token12}', '/news/live/{section}-{id8}'],
    sections: ['/news/{section}', '/news/{section}/{sub}'],
    listings: ['/news/topics/{token12}', '/news/{section}?page={n}'],
    others: ['/programmes/{token8}', '/iplayer/episode/{token8}/{slug}', '/weather/{id7}', '/usingthebbc/terms'],
  },
  {
    name: 'article and id',
    articles: ['/article/{slug}-{hex32}'],
    sections: ['/{section}', '/hub/{tag}'],
    listings: ['/{section}?page={n}', '/tag/{tag}'],
    others: ['/author/{person}', '/video/{slug}-{hex32}', '/gallery/{slug}-{hex32}', '/contact-us'],
  },
  {
    name: 'story number',
    articles: ['/{section}/{sub}/{slug}/story/{id8}'],
    sections: ['/{section}', '/{section}/{sub}'],
    listings: ['/dossiers/{tag}', '/{section}/seite/{n}'],
    others: ['/galerie/{slug}/{id8}', '/impressum', '/abo/{word}', '/wetter/{word}'],
  },
  {
    name: 'chinese day',
    articles: ['/{py}/{yyyy}/{mmdd}/c{id4}-{id8}.html', '/n1/{yyyy}/{mmdd}/c{id4}-{id8}.html'],
    sections: ['/{py}/', '/GB/{id5}/index.html'],
    listings: ['/GB/{id5}/index{n}.html', '/{py}/index_{n}.html'],
    others: ['/GB/{id5}/{id6}/', '/{py}/video/index.html', '/about/index.html'],
  },
  {
    name: 'chinese compact',
    articles: ['/{py}/{ymd}/{id8}.shtml', '/a/{yyyy}-{mm}/{dd}/content_{id7}.htm'],
    sections: ['/{py}/', '/{py}/{py}/'],
    listings: ['/{py}/index_{n}.shtml', '/roll/index.shtml?page={n}', '/zhuanti/{py}{id4}/'],
    others: ['/about/contact.htm', '/tupian/{ymd}/{id8}.shtml', '/shipin/{ymd}/{id8}.shtml'],
  },
  {
    name: 'query number',
    articles: ['/news/articleView.html?idxno={id6}'],
    sections: ['/news/articleList.html?sc_section_code={code}', '/news/articleList.html?sc_sub_section_code={code}'],
    listings: [
      '/news/articleList.html?page={n}&sc_section_code={code}',
      '/news/articleList.html?sc_area=I&sc_word={word}',
    ],
    others: ['/member/login.html', '/com/com-1.html', '/bbs/list.html?table=bbs_{n}'],
  },
  {
    name: 'script with id',
    articles: ['/news.php?id={id5}', '/detail.php?id={id5}&lang=en'],
    sections: ['/category.php?id={n}', '/index.php?section={section}'],
    listings: ['/category.php?id={n}&page={n}', '/search.php?q={word}'],
    others: ['/gallery.php?id={n}', '/contact.php', '/user.php?id={n}'],
  },
  {
    name: 'number first',
    articles: ['/{id7}/{slug}', '/{id7}/{slug}/'],
    sections: ['/{section}', '/{section}/{sub}'],
    listings: ['/tag/{id4}/{tag}', '/{section}/page-{n}'],
    others: ['/people/{person}', '/photos/{id5}/{slug}', '/jobs', '/advertise'],
  },
  {
    name: 'opinions apart',
    articles: ['/{section}/{slug}', '/opinion/{person}/{slug}'],
    sections: ['/{section}', '/opinion', '/opinion/{person}'],
    listings: ['/latest/{n}', '/topics/{tag}', '/archive/{yyyy}/{mm}'],
    others: ['/newsletters/{slug3}', '/podcasts/{slug}', '/account/settings'],
  },
  {
    name: 'foreign script',
    articles: ['/{section}/{yyyy}/{mm}/{dd}/{native}', '/{section}/{native}'],
    sections: ['/{section}'],
    listings: ['/tag/{nativetag}', '/{section}?page={n}'],
    others: ['/author/{person}', '/photos/{id5}', '/about'],
  },
];

/** Styles that only the sealed half has, beside the open ones. */
export const sealedStyles: readonly AddressStyle[] = [
  {
    name: 's1',
    articles: ['/{yyyy}/{mm}/{dd}/{section}/{slug}/index.html'],
    sections: ['/{section}', '/{section}/{sub}'],
    listings: ['/specials/{tag}', '/{section}/archive?page={n}'],
    others: [
      '/profiles/{person}',
      '/videos/{section}/{yyyy}/{mm}/{dd}/{slug}',
      '/interactive/{yyyy}/{mm}/{slug3}',
      '/terms',
    ],
  },
  {
    name: 's2',
    articles: ['/a-{id8}', '/{langcode}/{slug}/a-{id8}', '/{langcode}/{slug}/live-{id8}'],
    sections: ['/{langcode}/{section}/s-{id5}'],
    listings: ['/{langcode}/{tag}/t-{id8}', '/{langcode}/{section}/s-{id5}?page={n}'],
    others: [
      '/{langcode}/{person}/person-{id8}',
      '/{langcode}/{slug}/g-{id8}',
      '/{langcode}/{slug}/video-{id8}',
      '/{langcode}/legal-notice/a-{id6}x',
    ],
  },
  {
    name: 's3',
    articles: ['/story/{section}/{yyyy}/{mm}/{dd}/{slug}/{id10}/'],
    sections: ['/{section}/', '/{section}/{sub}/'],
    listings: ['/{section}/{sub}/{n}/', '/topic/{tag}/'],
    others: [
      '/staff/{id10}/{person}/',
      '/picture-gallery/{section}/{yyyy}/{mm}/{dd}/{slug}/{id10}/',
      '/videos/{section}/{yyyy}/{mm}/{dd}/{slug}/{id10}/',
      '/media-kit/',
    ],
  },
  {
    name: 's4',
    articles: ['/{section}/{slug}_{id7}_{id4}.html'],
    sections: ['/{section}/', '/{sub}/'],
    listings: ['/sujet/{tag}/', '/{section}/{n}.html', '/archives/{dd}-{mm}-{yyyy}/'],
    others: [
      '/signataires/{person}/',
      '/{section}/portfolio/{yyyy}/{mm}/{dd}/{slug}_{id7}_{id4}.html',
      '/mentions-legales/',
    ],
  },
  {
    name: 's5',
    articles: ['/{section}/article{id9}/{slug}.html', '/{section}/plus{id9}/{slug}.html'],
    sections: ['/{section}/', '/{section}/{sub}/'],
    listings: ['/themen/{tag}/', '/{section}/?page={n}'],
    others: [
      '/autor/{person}/',
      '/{section}/gallery{id9}/{slug}.html',
      '/mediathek/dokumentation/video{id9}/{slug}.html',
      '/services/article{n}/impressum.html',
    ],
  },
  {
    name: 's6',
    articles: [
      '/{py}/{ymd}/{py}-{token12}.html',
      '/{py}/t{ymd}_{id7}.html',
      '/{py}/{yyyy}-{mm}-{dd}/doc-i{token12}.shtml',
    ],
    sections: ['/{py}/', '/{py}/list.html'],
    listings: ['/{py}/list_{n}.html', '/zt/{py}/index.html', '/roll/{ymd}.shtml'],
    others: ['/pic/{ymd}/{id7}.html', '/video/{ymd}/{id7}.html', '/help/{py}.html'],
  },
  {
    name: 's7',
    articles: ['/posts/{uuid}', '/p/{token12}'],
    sections: ['/c/{section}', '/c/{section}/{sub}'],
    listings: ['/t/{tag}', '/c/{section}?offset={id3}'],
    others: ['/u/{person}', '/@{word}', '/legal/privacy'],
  },
  {
    name: 's8',
    articles: ['/doc/{id7}', '/doc/{id7}?from=main'],
    sections: ['/rubric/{n}', '/regions/{n}'],
    listings: ['/theme/{id4}', '/archive/news/{yyyy}-{mm}-{dd}', '/rubric/{n}?page={n}'],
    others: ['/gallery/{id7}', '/daily/{id6}', '/about/{n}', '/authors/{n}'],
  },
  {
    name: 's9',
    articles: ['/{section}/{slug}.html', '/{section}/{sub}/{slug}.html'],
    sections: ['/{section}.html', '/{section}/{sub}.html'],
    listings: ['/tags/{tag}.html', '/{section}/{sub}-{n}.html', '/search.html?q={word}'],
    others: ['/redaction/{person}.html', '/jeux/{slug3}.html', '/meteo/{word}.html'],
  },
  {
    name: 's10',
    articles: ['/article/view/{id6}', '/article/view/{id6}/'],
    sections: ['/article/category/{n}', '/section/{section}'],
    listings: ['/article/category/{n}?start={id2}', '/article/tag/{tag}'],
    others: ['/member/view/{id4}', '/photo/view/{id6}', '/page/view/{n}'],
  },
];
