import { join } from 'node:path';
import { pipInstall, removed, run, writeFiles } from '../../../../sites/builders/workshop.ts';
import { fieldText } from '../articles.ts';
import { pagesIn, type System } from './system.ts';

const quickstart = `
import sys
from lektor.quickstart import Generator
Generator('project').run({'project_name': 'Harbour Notes', 'project_slug': 'harbour-notes', 'project_path': sys.argv[1], 'with_blog': True, 'this_year': 2026, 'today': '2026-10-28', 'author_name': 'Harbour Notes'}, sys.argv[1])
`;

export const lektor: System = {
  file: import.meta.url,
  name: 'lektor',
  shells: [{ name: 'lektor-quickstart', language: 'en', authors: 'one', owner: null, date: true, modified: false }],
  async render(folder, { language }, articles) {
    const programs = await pipInstall(folder, ['lektor==3.3.14']);
    const project = join(folder, 'project');
    await removed(project);
    await run(join(programs, 'python'), ['-c', quickstart, project], folder);
    await removed(join(project, 'content/blog/first-post'));
    await writeFiles(
      project,
      Object.fromEntries(
        articles.map((article) => [
          `content/blog/${article.slug}/contents.lr`,
          `title: ${article.title}\n---\npub_date: ${article.date}\n---\nauthor: ${fieldText(article, language)}\n---\nbody:\n\n${article.body}\n`,
        ]),
      ),
    );
    await run(join(programs, 'lektor'), ['build', '-O', join(project, 'out')], project);
    return await pagesIn(join(project, 'out'), articles, ({ slug }) => `blog/${slug}/index.html`);
  },
};
