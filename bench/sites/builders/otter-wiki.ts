import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { english } from '../posts/english.ts';
import { makePosts } from '../posts/posts.ts';
import { recordServer } from '../record.ts';
import { freePort, MissingTool, type OwnSite, pipInstall, run, truthOf, withServer, writeFiles } from './workshop.ts';

export const otterWiki: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'otter-wiki',
    software: 'An Otter Wiki',
    version: '2.26.1',
    theme: 'default',
    lang: 'en',
    render: 'server',
    pages: ['/', '/Home'],
    listPages: 4,
  },
  async build(folder) {
    const posts = makePosts({ grammar: english, count: 26, seed: 666 });
    const programs = await pipInstall(folder, ['otterwiki==2.26.1']);
    const repository = join(folder, 'repository');
    await writeFiles(folder, {
      'settings.cfg': `REPOSITORY = '${repository}'\nSQLALCHEMY_DATABASE_URI = 'sqlite:///${join(folder, 'wiki.sqlite')}'\nSECRET_KEY = 'a wiki that is recorded once'\nSITE_NAME = 'Village Wiki'\nWRITE_ACCESS = 'REGISTERED'\nATTACHMENT_ACCESS = 'REGISTERED'\nRETAIN_PAGE_NAME_CASE = True\n`,
      'repository/Home.md': `# Village Wiki\n\nWhat we know about our villages. The newest pages:\n\n${posts
        .slice(0, 5)
        .map(({ title, slug }) => `- [${title}](/${slug})`)
        .join('\n')}\n`,
    });
    const git = (args: readonly string[], when = '2026-10-28') => {
      const by = { NAME: 'Village Wiki', EMAIL: 'wiki@village.example', DATE: `${when}T09:00:00Z` };
      return run(
        'git',
        args,
        repository,
        Object.fromEntries(
          Object.entries(by).flatMap(([key, value]) => [
            [`GIT_AUTHOR_${key}`, value],
            [`GIT_COMMITTER_${key}`, value],
          ]),
        ),
      );
    };
    await git(['init', '--quiet']).catch((error: Error) => {
      throw new MissingTool(`git: ${error.message}`);
    });
    for (const { slug, title, date, blocks } of posts.toReversed()) {
      await writeFiles(repository, { [`${slug}.md`]: `# ${title}\n\n${markdown(blocks)}\n` });
      await git(['add', `${slug}.md`]);
      await git(['commit', '--quiet', '-m', `Describe ${title}`], date);
    }
    await git(['add', 'Home.md']);
    await git(['commit', '--quiet', '-m', 'Name the newest pages']);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const env = { OTTERWIKI_SETTINGS: join(folder, 'settings.cfg') };
    const server = {
      program: join(programs, 'python'),
      args: [join(programs, 'flask'), '--app', 'otterwiki.server:app', 'run', '--port', String(port)],
      cwd: folder,
      env,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, {
        start: ['/', '/-/index', '/sitemap.xml', '/robots.txt'],
        without: /\/(edit|save|preview|draft|rename|delete)\b|\/-\/log|^\/-\/(settings|login|logout|register)/,
      }),
    );
    // the wiki shows neither who wrote a page nor when it began
    return {
      responses,
      truth: truthOf(
        posts,
        ({ slug }) => `/${slug}`,
        () => ({ authors: [], date: null, tags: [], section: null }),
      ),
    };
  },
};
