import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../posts/blocks.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { type RichBlock, richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { spanish } from '../posts/spanish.ts';
import { recordFolder } from '../record.ts';
import type { RecordedResponse } from '../recorded-site.ts';
import { npmInstall, type OwnSite, truthOf, writeFiles } from './workshop.ts';

/** Docsify from the site's own folder, as its owner copied it there. */
const vendor = {
  'core.min.css': 'docsify/dist/themes/core.min.css',
  'vue.min.css': 'docsify/dist/themes/addons/vue.min.css',
  'docsify.min.js': 'docsify/dist/docsify.min.js',
  'search.min.js': 'docsify/dist/plugins/search.min.js',
  'zoom-image.min.js': 'docsify/dist/plugins/zoom-image.min.js',
  'docsify-pagination.min.js': 'docsify-pagination/dist/docsify-pagination.min.js',
  'docsify-copy-code.min.js': 'docsify-copy-code/dist/docsify-copy-code.min.js',
  'prism-python.min.js': 'prismjs/components/prism-python.min.js',
};
const page = `<!DOCTYPE html>
<html lang="es">
<head>
  <meta charset="UTF-8">
  <title>Cuaderno del Taller</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="description" content="Historias de talleres, huertos y ferias">
  <link rel="stylesheet" href="/vendor/core.min.css">
  <link rel="stylesheet" href="/vendor/vue.min.css">
</head>
<body class="sidebar-chevron-right">
  <div id="app">Cargando…</div>
  <script>
    window.$docsify = {
      name: 'Cuaderno del Taller',
      nameLink: '/',
      routerMode: 'history',
      loadSidebar: true,
      loadNavbar: true,
      subMaxLevel: 2,
      auto2top: true,
      notFoundPage: true,
      skipLink: 'Ir al contenido',
      alias: { '/.*/_sidebar.md': '/_sidebar.md', '/.*/_navbar.md': '/_navbar.md', '/.*/_404.md': '/_404.md' },
      search: { paths: 'auto', placeholder: 'Buscar', noData: 'Nada encontrado', depth: 2 },
      pagination: { previousText: 'Anterior', nextText: 'Siguiente', crossChapter: true },
      copyCode: { buttonText: 'Copiar', errorText: 'Error', successText: 'Copiado' },
    };
  </script>
  <script src="/vendor/docsify.min.js"></script>
  <script src="/vendor/search.min.js"></script>
  <script src="/vendor/zoom-image.min.js"></script>
  <script src="/vendor/docsify-pagination.min.js"></script>
  <script src="/vendor/docsify-copy-code.min.js"></script>
  <script src="/vendor/prism-python.min.js"></script>
</body>
</html>
`;

const folderOf = (section: string) => section.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const pathOf = ({ section, slug }: Post) => `/${folderOf(section)}/${slug}`;
const format = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'UTC' });
const day = ({ date }: Post) => format.format(new Date(date));
const item = (post: Post) => `- [${post.title}](${pathOf(post)}) – ${day(post)}`;

/** The blocks in Markdown, tables as they were pasted: in HTML. */
const text = (blocks: readonly RichBlock[]): string =>
  blocks
    .map((block) => {
      if (block.kind !== 'table') return richMarkdown([block], '/imagenes/');
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
      return `<table>\n${rows.join('\n')}\n</table>`;
    })
    .join('\n\n');

const source = (post: Post): string =>
  `# ${post.title}\n\n*${day(post)} · ${post.author} · en [${post.section}](/${folderOf(post.section)}/)*\n\n${text(richBlocks(post))}\n`;

/** The pages that list others. */
function lists(posts: readonly Post[]): Record<string, string> {
  const sections = spanish.sections.map((name) => ({ name, of: posts.filter(({ section }) => section === name) }));
  const years = [...new Set(posts.map(({ date }) => date.slice(0, 4)))];
  const sidebar = sections.map(({ name, of }) => {
    const links = of.map((post) => `  - [${post.title}](${pathOf(post)})`);
    return `- [${name}](/${folderOf(name)}/)\n${links.join('\n')}`;
  });
  const archive = years.map((year) => {
    const some = posts.filter(({ date }) => date.startsWith(year));
    return `## ${year}\n\n${some.map(item).join('\n')}`;
  });
  return {
    '_sidebar.md': `- [Inicio](/)\n- [Archivo](/archivo)\n${sidebar.join('\n')}\n`,
    'README.md': `# Cuaderno del Taller\n\nHistorias de talleres, huertos y ferias, contadas por quienes pasan por allí.\n\n## Lo último\n\n${posts.slice(0, 6).map(item).join('\n')}\n\nTodo lo demás está en el [archivo](/archivo).\n`,
    'archivo.md': `# Archivo\n\n${archive.join('\n\n')}\n`,
    ...Object.fromEntries(
      sections.map(({ name, of }) => [`${folderOf(name)}/README.md`, `# ${name}\n\n${of.map(item).join('\n')}\n`]),
    ),
  };
}

export const docsify: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'docsify-notebook',
    software: 'Docsify (history mode)',
    version: '5.0.0',
    theme: 'core with the Vue add-on',
    lang: 'es',
    render: 'spa',
    pages: ['/sobre', '/contacto'],
    listPages: 6,
    fallback: '/',
    noFallback: ['/vendor/', '/imagenes/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: spanish, count: 36, seed: 4_004, authors: 3 });
    await npmInstall(folder, {
      docsify: '5.0.0',
      'docsify-pagination': '2.10.1',
      'docsify-copy-code': '3.0.2',
      prismjs: '1.30.0',
    });
    const site = join(folder, 'site');
    await writeFiles(site, {
      'index.html': page,
      ...lists(posts),
      '_navbar.md': '- [Sobre el cuaderno](/sobre)\n- [Contacto](/contacto)\n',
      '_404.md': '# No está aquí\n\nLa página que buscas no existe. Vuelve al [inicio](/).\n',
      'sobre.md':
        '# Sobre el cuaderno\n\nEl cuaderno lo llevan tres amigos que coleccionan herramientas viejas.\n\nSalimos sin fecha fija.\n',
      'contacto.md': '# Contacto\n\nEscribe a cuaderno@taller.example o pasa un sábado por la mañana.\n',
      ...Object.fromEntries(posts.map((post) => [`${pathOf(post).slice(1)}.md`, source(post)])),
    });
    for (const [name, from] of Object.entries(vendor))
      await cp(join(folder, 'node_modules', from), join(site, 'vendor', name));
    // fonts are the reader's own: the owner takes nothing from other hosts
    const theme = await readFile(join(site, 'vendor', 'vue.min.css'), 'utf8');
    await writeFiles(site, { 'vendor/vue.min.css': theme.replace(/@import url\("[^"]*"\);?/g, '') });
    // the pages that the app loads
    const found = (await readdir(site, { recursive: true })).filter((name) => name.endsWith('.md'));
    const pages = found.map(async (name): Promise<RecordedResponse> => {
      const body = await readFile(join(site, name), 'utf8');
      return { path: `/${name}`, status: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' }, body };
    });
    const missing: RecordedResponse = {
      path: '/missing.md',
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<html>\n<head><title>404 Not Found</title></head>\n<body>\n<center><h1>404 Not Found</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>\n',
    };
    // pages name no tags
    return {
      responses: [...(await recordFolder(site)), ...(await Promise.all(pages)), missing],
      truth: truthOf(posts, pathOf, (post) => ({
        aliases: [`${pathOf(post)}.md`],
        text: richText(richBlocks(post)),
        tags: [],
      })),
    };
  },
};
