import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ablog } from './builders/ablog.ts';
import { ablogPydata } from './builders/ablog-pydata.ts';
import { angularApp } from './builders/angular-app.ts';
import { astroMagazine } from './builders/astro-magazine.ts';
import { blag } from './builders/blag.ts';
import { djangoCms } from './builders/django-cms.ts';
import { docsify } from './builders/docsify.ts';
import { docusaurus } from './builders/docusaurus.ts';
import { dokuwiki } from './builders/dokuwiki.ts';
import { eleventyBase } from './builders/eleventy-base.ts';
import { flaskPaper } from './builders/flask-paper.ts';
import { flaskbb } from './builders/flaskbb.ts';
import { gatsbyMinimal } from './builders/gatsby-minimal.ts';
import { ghost } from './builders/ghost.ts';
import { hexoFluid } from './builders/hexo-fluid.ts';
import { hexoIcarus } from './builders/hexo-icarus.ts';
import { hexoNext } from './builders/hexo-next.ts';
import { htmxScroll } from './builders/htmx-scroll.ts';
import { hugoSkeleton } from './builders/hugo-skeleton.ts';
import { ikiwiki } from './builders/ikiwiki.ts';
import { jekyllChirpy } from './builders/jekyll-chirpy.ts';
import { jekyllMinima } from './builders/jekyll-minima.ts';
import { lektor } from './builders/lektor.ts';
import { litApp } from './builders/lit-app.ts';
import { metalsmith } from './builders/metalsmith.ts';
import { mezzanine } from './builders/mezzanine.ts';
import { misago } from './builders/misago.ts';
import { mkdocsMaterial } from './builders/mkdocs-material.ts';
import { nextraBlog } from './builders/nextra-blog.ts';
import { nikolaBase } from './builders/nikola-base.ts';
import { nuxtMore } from './builders/nuxt-more.ts';
import { otterWiki } from './builders/otter-wiki.ts';
import { pelicanReflex } from './builders/pelican-reflex.ts';
import { ploneClassic } from './builders/plone-classic.ts';
import { puput } from './builders/puput.ts';
import { reactApp } from './builders/react-app.ts';
import { reactRouter } from './builders/react-router.ts';
import { solidApp } from './builders/solid-app.ts';
import { spirit } from './builders/spirit.ts';
import { starlightBlog } from './builders/starlight-blog.ts';
import { svelteKit } from './builders/svelte-kit.ts';
import { tiddlywiki } from './builders/tiddlywiki.ts';
import { valaxyYun } from './builders/valaxy-yun.ts';
import { vitepressTeek } from './builders/vitepress-teek.ts';
import { vueInfinite } from './builders/vue-infinite.ts';
import { vuepressHope } from './builders/vuepress-hope.ts';
import { vuepressPlume } from './builders/vuepress-plume.ts';
import { wagtailCrx } from './builders/wagtail-crx.ts';
import { wintersmith } from './builders/wintersmith.ts';
import { wordpress2021 } from './builders/wordpress-2021.ts';
import { wordpress2022 } from './builders/wordpress-2022.ts';
import { wordpress2023 } from './builders/wordpress-2023.ts';
import { wordpressUnderscores } from './builders/wordpress-underscores.ts';
import { MissingTool, type OwnSite } from './builders/workshop.ts';
import { type RecordedSite, readRecordedSite, writeRecordedSite } from './recorded-site.ts';
import { problemsOf } from './self-check.ts';

/** Sites of our own that somebody looked at after a failure. From then on they count as seen, and are named. */
export const openedSites: ReadonlySet<string> = new Set([
  'ablog-alabaster',
  'ablog-pydata',
  'angular-pages',
  'astro-magazine',
  'astro-starlight-blog',
  'blag',
  'docsify-notebook',
  'dokuwiki',
  'eleventy-base',
  'flask-newspaper',
  'flaskbb-forum',
  'gatsby-minimal',
  'hexo-fluid',
  'hexo-icarus',
  'hexo-next',
  'htmx-infinite-scroll',
  'hugo-skeleton',
  'ikiwiki-blog',
  'jekyll-chirpy',
  'jekyll-minima',
  'lektor-quickstart',
  'lit-components',
  'metalsmith-blog',
  'mezzanine-blog',
  'misago-forum',
  'nextra-blog',
  'nikola-base',
  'nuxt-more',
  'otter-wiki',
  'pelican-reflex',
  'plone-classic',
  'puput-blog',
  'react-router-ssr',
  'solid-load-more',
  'spirit-forum',
  'svelte-kit',
  'tiddlywiki-static',
  'valaxy-yun',
  'vitepress-teek',
  'vue-infinite',
  'vuepress-hope',
  'vuepress-plume',
  'wagtail-crx',
  'wintersmith-blog',
  'wordpress-2021',
  'wordpress-2023',
  'wordpress-underscores',
]);

/** The whole sites of our own. But for the opened ones, results are looked at as totals only: nothing is made for one of them. */
export const ownSites: readonly OwnSite[] = [
  hexoFluid,
  wintersmith,
  starlightBlog,
  ablog,
  nikolaBase,
  lektor,
  pelicanReflex,
  vitepressTeek,
  valaxyYun,
  nextraBlog,
  solidApp,
  htmxScroll,
  puput,
  spirit,
  otterWiki,
  hugoSkeleton,
  wordpress2021,
  blag,
  wagtailCrx,
  ikiwiki,
  eleventyBase,
  angularApp,
  flaskbb,
  nuxtMore,
  dokuwiki,
  tiddlywiki,
  mezzanine,
  litApp,
  vuepressPlume,
  reactRouter,
  hexoNext,
  wordpress2022,
  ghost,
  reactApp,
  mkdocsMaterial,
  docusaurus,
  djangoCms,
  astroMagazine,
  metalsmith,
  vueInfinite,
  docsify,
  wordpress2023,
  ablogPydata,
  svelteKit,
  flaskPaper,
  jekyllMinima,
  hexoIcarus,
  ploneClassic,
  vuepressHope,
  jekyllChirpy,
  misago,
  gatsbyMinimal,
  wordpressUnderscores,
];

export type BuildResult =
  | { readonly state: 'built' | 'kept'; readonly site: RecordedSite }
  | { readonly state: 'skipped' | 'failed'; readonly reason: string };

/** What a recording depends on: the sources of the posts, of its builder and of the recorder. */
async function sourceHash(builder: string): Promise<string> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const hash = createHash('sha256');
  for await (const file of glob(['posts/*.ts', 'record.ts'], { cwd: here }))
    hash.update(await readFile(join(here, file)));
  hash.update(await readFile(new URL(builder)));
  return hash.digest('hex').slice(0, 16);
}

/** Builds and records one site below `cache`, or takes the recording of an earlier run. A site that does not come out right is `failed`, with the reason. */
export async function buildSite(cache: string, name: string, again = false): Promise<BuildResult> {
  const own = ownSites.find(({ about }) => about.name === name);
  if (!own) throw new RangeError(`no own site is called ${name}`);
  const recordings = join(cache, 'recorded');
  const builtFrom = await sourceHash(own.file);
  if (!again && existsSync(join(recordings, name, 'truth.jsonl'))) {
    const site = await readRecordedSite(recordings, name);
    if (site.about.builtFrom === builtFrom) return { state: 'kept', site };
  }
  const folder = join(cache, 'build', name);
  await mkdir(folder, { recursive: true });
  // what an earlier build left; installed packages stay
  const left = (await readdir(folder)).filter((each) => !['node_modules', 'package-lock.json', 'venv'].includes(each));
  await Promise.all(left.map((each) => rm(join(folder, each), { recursive: true })));
  try {
    const built = await own.build(folder);
    const site = { name, about: { ...own.about, builtFrom }, ...built };
    const problems = await problemsOf(site);
    if (problems.length > 0)
      throw new Error(
        `${problems.length} problems in the recording of ${name}:\n  ${problems.slice(0, 10).join('\n  ')}`,
      );
    await writeRecordedSite(recordings, site);
    return { state: 'built', site };
  } catch (error) {
    return { state: error instanceof MissingTool ? 'skipped' : 'failed', reason: (error as Error).message };
  }
}
