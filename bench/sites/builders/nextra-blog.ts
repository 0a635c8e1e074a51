import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { english } from '../posts/english.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const layout = `import { Footer, Layout, Navbar } from 'nextra-theme-blog';
import { Head } from 'nextra/components';
import { getPageMap } from 'nextra/page-map';
import 'nextra-theme-blog/style.css';
export const metadata = { title: 'Notebook of a Tinkerer' };
export default async function RootLayout({ children }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <Head />
      <body>
        <Layout>
          <Navbar pageMap={await getPageMap()} />
          {children}
          <Footer>© Notebook of a Tinkerer</Footer>
        </Layout>
      </body>
    </html>
  );
}
`;
const posts = `import { normalizePages } from 'nextra/normalize-pages';
import { getPageMap } from 'nextra/page-map';
export async function getPosts() {
  const { directories } = normalizePages({ list: await getPageMap('/posts'), route: '/posts' });
  return directories.filter(({ name }) => name !== 'index').sort((a, b) => new Date(b.frontMatter.date) - new Date(a.frontMatter.date));
}
`;
const list = `import { PostCard } from 'nextra-theme-blog';
import { getPosts } from './get-posts.js';
export const metadata = { title: 'Posts' };
export default async function Page() {
  const posts = await getPosts();
  return <div data-pagefind-ignore="all"><h1>Posts</h1>{posts.map((post) => <PostCard key={post.route} post={post} />)}</div>;
}
`;
const tag = `import { PostCard } from 'nextra-theme-blog';
import { getPosts } from '../../posts/get-posts.js';
export async function generateStaticParams() {
  const posts = await getPosts();
  return [...new Set(posts.flatMap(({ frontMatter }) => frontMatter.tags))].map((tag) => ({ tag }));
}
export default async function Page({ params }) {
  const { tag } = await params;
  const posts = await getPosts();
  return <><h1>Posts tagged with “{decodeURI(tag)}”</h1>{posts.filter(({ frontMatter }) => frontMatter.tags.includes(decodeURI(tag))).map((post) => <PostCard key={post.route} post={post} />)}</>;
}
`;

export const nextraBlog: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'nextra-blog',
    software: 'Nextra (Next.js 15.5.6)',
    version: '4.6.1',
    theme: 'nextra-theme-blog 4.6.1',
    lang: 'en',
    render: 'hydrated',
    pages: ['/'],
  },
  async build(folder) {
    const made = makePosts({ grammar: english, count: 31, seed: 111 });
    await npmInstall(folder, {
      next: '15.5.6',
      react: '19.2.0',
      'react-dom': '19.2.0',
      nextra: '4.6.1',
      'nextra-theme-blog': '4.6.1',
      typescript: '5.9.3',
    });
    await writeFiles(folder, {
      'next.config.mjs':
        "import nextra from 'nextra';\nexport default nextra({ defaultShowCopyCode: false })({ output: 'export', images: { unoptimized: true } });\n",
      'mdx-components.js':
        "import { useMDXComponents as theme } from 'nextra-theme-blog';\nexport const useMDXComponents = (components) => theme(components);\n",
      'app/layout.jsx': layout,
      'app/_meta.global.js':
        "export default { index: { title: 'Home', type: 'page' }, posts: { title: 'Posts', type: 'page' } };\n",
      'app/page.mdx':
        '# Notebook of a Tinkerer\n\nThings I repaired, and people I met on the way. The [posts](/posts) begin with the newest.\n',
      'app/posts/page.jsx': list,
      'app/posts/get-posts.js': posts,
      'app/tags/[tag]/page.jsx': tag,
      ...Object.fromEntries(
        made.map(({ slug, title, author, date, tags, blocks }) => [
          `app/posts/${slug}/page.mdx`,
          `---\ntitle: "${title}"\ndate: ${date}\nauthor: ${author}\ntags:\n${tags.map((each) => `  - ${each}\n`).join('')}---\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'next/dist/bin/next', ['build'], { NEXT_TELEMETRY_DISABLED: '1' });
    const responses = await recordFolder(join(folder, 'out'), { cleanUrls: true });
    return {
      responses,
      truth: truthOf(
        made,
        ({ slug }) => `/posts/${slug}`,
        () => ({ section: null }),
      ),
    };
  },
};
