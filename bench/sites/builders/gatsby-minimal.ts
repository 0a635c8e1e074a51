import { join } from 'node:path';
import { german } from '../posts/german.ts';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, overTwoYears, truthOf, writeFiles } from './workshop.ts';

const about = 'Geschichten über alte Geräte und die Leute, die sie benutzen.';
const config = `const feed = {
  output: '/rss.xml',
  title: 'Das Schuppenbuch',
  query: '{ allPost(sort: { date: DESC }) { nodes { title slug excerpt date(formatString: "YYYY-MM-DD") } } }',
  serialize: ({ query: { site, allPost } }) =>
    allPost.nodes.map(({ title, slug, excerpt, date }) => ({
      title, date, description: excerpt, url: site.siteMetadata.siteUrl + slug, guid: site.siteMetadata.siteUrl + slug,
    })),
};
export default {
  siteMetadata: {
    siteTitle: 'Das Schuppenbuch',
    siteTitleAlt: 'Das Schuppenbuch',
    siteHeadline: 'Das Schuppenbuch: Geräte und ihre Leute',
    siteUrl: '${siteOrigin}',
    siteDescription: '${about}',
    siteImage: '/banner.jpg',
    siteLanguage: 'de',
    author: '@schuppenbuch',
  },
  plugins: [
    {
      resolve: '@lekoarts/gatsby-theme-minimal-blog',
      options: {
        navigation: [{ title: 'Blog', slug: '/blog' }, { title: 'Über uns', slug: '/ueber-uns' }],
        externalLinks: [{ name: 'Mastodon', url: 'https://social.example/@schuppenbuch' }],
      },
    },
    'gatsby-plugin-sitemap',
    {
      resolve: 'gatsby-plugin-feed',
      options: { query: '{ site { siteMetadata { title: siteTitle description: siteDescription siteUrl site_url: siteUrl } } }', feeds: [feed] },
    },
  ],
};
`;

export const gatsbyMinimal: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'gatsby-minimal',
    software: 'Gatsby',
    version: '5.16.1',
    theme: 'minimal-blog 6.2.6',
    lang: 'de',
    render: 'hydrated',
    ignoreQuery: true,
    pages: ['/ueber-uns/'],
  },
  async build(folder) {
    const posts = overTwoYears(makePosts({ grammar: german, count: 36, seed: 8_404 }));
    await npmInstall(
      folder,
      {
        gatsby: '5.16.1',
        '@lekoarts/gatsby-theme-minimal-blog': '6.2.6',
        'gatsby-plugin-feed': '5.16.0',
        'gatsby-plugin-sitemap': '6.16.0',
        react: '18.3.1',
        'react-dom': '18.3.1',
      },
      // older ones fetch their library in an install script
      { sharp: '0.33.5' },
    );
    const texts = 'src/@lekoarts/gatsby-theme-minimal-blog/texts';
    const manifest = await import(`file://${join(folder, 'package.json')}`, { with: { type: 'json' } });
    await writeFiles(folder, {
      // what it compiles is CommonJS
      'package.json': JSON.stringify({ ...manifest.default, type: 'commonjs' }),
      'gatsby-config.mjs': config,
      [`${texts}/hero.mdx`]: `<Text sx={{ fontSize: [4, 5, 6], fontWeight: 'bold', color: 'heading' }}>Guten Tag.</Text>\n\n${about}\n`,
      [`${texts}/bottom.mdx`]: '<Title text="Werkstatt" />\n\nDienstags ab vier steht die Tür offen.\n',
      'content/pages/ueber-uns/index.mdx':
        '---\ntitle: Über uns\nslug: "/ueber-uns"\n---\n\nDas Schuppenbuch schreiben ein paar Leute, die gern reparieren.\n',
      ...Object.fromEntries(posts.map(({ slug }) => [`static/images/${slug}.jpg`, ''])),
      ...Object.fromEntries(
        posts.map((post) => [
          `content/posts/${post.slug}/index.mdx`,
          `---\ntitle: "${post.title}"\ndate: ${post.date}\nslug: "/${post.slug}"\ntags:\n${post.tags.map((tag) => `  - ${tag}\n`).join('')}---\n\n${richMarkdown(richBlocks(post))}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'gatsby/cli.js', ['build'], { GATSBY_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' });
    // the theme has tags alone, and names no authors
    return {
      responses: await recordFolder(join(folder, 'public'), { without: /^~partytown|\.map$/ }),
      truth: truthOf(
        posts,
        ({ slug }) => `/${slug}/`,
        (post) => ({ authors: [], section: null, text: richText(richBlocks(post)) }),
      ),
    };
  },
};
