import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { dutch } from '../posts/dutch.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { type RichBlock, richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordServer } from '../record.ts';
import {
  freePort,
  type OwnSite,
  overTwoYears,
  pipInstall,
  removed,
  run,
  truthOf,
  withServer,
  writeFiles,
} from './workshop.ts';

/**
 * Makes the site of the distribution `classic` and fills it. Of the settings, its owner changes those that a news site needs: what it is called, and that all
 * readers see who wrote something and when.
 */
const fill = `import json, sys, transaction
from io import BytesIO
from AccessControl.SecurityManagement import newSecurityManager
from DateTime import DateTime
from PIL import Image
from Testing.makerequest import makerequest
from plone.app.textfield.value import RichTextValue
from plone.dexterity.utils import createContentInContainer
from plone.namedfile.file import NamedBlobImage
from plone.registry.interfaces import IRegistry
from zope.component import getUtility
from zope.globalrequest import setRequest

given = json.load(open(sys.argv[-1]))
app = makerequest(app)
setRequest(app.REQUEST)
newSecurityManager(None, app.acl_users.getUser('admin').__of__(app.acl_users))
from Products.CMFPlone.factory import addPloneSite

site = addPloneSite(app, 'site', title=given['title'], description=given['description'], default_language='nl',
                    portal_timezone='UTC', setup_content=True, distribution_name='classic',
                    extension_ids=['plonetheme.barceloneta:default'])
registry = getUtility(IRegistry)
registry['plone.allow_anon_views_about'] = True
registry['plone.display_publication_date_in_byline'] = True
rich = lambda html: RichTextValue(html, 'text/html', 'text/x-html-safe')
workflow = site.portal_workflow
site.title = given['title']
site.description = given['description']
for path, title in given['titles'].items():
    site.restrictedTraverse(path).title = title
    site.restrictedTraverse(path).reindexObject()
site.text = rich(given['welcome'])
for login, name in given['authors'].items():
    site.portal_membership.addMember(login, 'only-recorded-here-1', ['Contributor'], [])
    site.portal_membership.getMemberById(login).setMemberProperties({'fullname': name, 'email': login + '@dorp.example'})
picture = BytesIO()
Image.new('RGB', (1200, 800), (120, 140, 90)).save(picture, 'PNG')

def add(folder, kind, when, **fields):
    one = createContentInContainer(folder, kind, checkConstraints=False, **fields)
    workflow.doActionFor(one, 'publish')
    at = DateTime(when)
    one.effective_date = at
    one.creation_date = at
    one.setModificationDate(at)
    one.reindexObject(idxs=['effective', 'created', 'modified', 'review_state', 'Creator', 'getObjPositionInParent'])
    one.setModificationDate(at)
    return one

about = given['about']
add(site, 'Document', '2024-09-01T08:00:00Z', id=about['id'], title=about['title'], text=rich(about['html']))
for post in reversed(given['posts']):
    image = {'image': NamedBlobImage(picture.getvalue(), 'image/png', 'foto.png')} if post['image'] else {}
    add(site['news'], 'News Item', post['when'], id=post['id'], title=post['title'], description=post['lead'],
        text=rich(post['html']), subject=tuple(post['tags']), creators=(post['author'],), **image)
transaction.commit()
`;

/** A news item has its lead apart, where the post has more than that. */
function partsOf(post: Post): { lead: string; rest: RichBlock[] } {
  const [first, ...rest] = richBlocks(post);
  return first?.kind === 'paragraph' && rest.length > 0
    ? { lead: first.text, rest }
    : { lead: '', rest: richBlocks(post) };
}

const loginOf = (author: string): string => author.toLowerCase().replace(/[^a-z]+/g, '.');

/** What the folder's owner has said and made, for {@link fill}. */
const givenOf = (posts: readonly Post[]) => ({
  title: 'De Dorpsbode',
  description: 'Nieuws uit kleine plaatsen',
  titles: { news: 'Nieuws', 'news/aggregator': 'Nieuws', events: 'Agenda', 'events/aggregator': 'Agenda' },
  welcome: '<p>Welkom bij De Dorpsbode. Het laatste nieuws staat onder <a href="news">Nieuws</a>.</p>',
  about: { id: 'over-ons', title: 'Over ons', html: '<p>Dit blad wordt gemaakt door een paar dorpsgenoten.</p>' },
  authors: Object.fromEntries(posts.map(({ author }) => [loginOf(author), author])),
  posts: posts.map((post) => ({
    id: post.slug,
    title: post.title,
    author: loginOf(post.author),
    when: `${post.date}T09:20:00Z`,
    tags: post.tags,
    lead: partsOf(post).lead,
    html: richHtml(partsOf(post).rest, '/images/'),
    image: post.id % 3 === 1,
  })),
});

/** A server before Zope's that gives the site the root of its host, as Plone's manual has it. */
async function withFront<T>(zope: string, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo;
    const inside = `${zope}/VirtualHostBase/http/127.0.0.1:${port}/site/VirtualHostRoot${request.url}`;
    const answer = await fetch(inside, {
      redirect: 'manual',
      headers: { accept: 'text/html,*/*', 'accept-language': 'nl' },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const kept = ['content-type', 'last-modified', 'location'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const ploneClassic: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'plone-classic',
    software: 'Plone (Classic UI 2.0.0)',
    version: '6.2.2',
    theme: 'Barceloneta 4.1.1',
    lang: 'nl',
    render: 'server',
    pages: ['/', '/over-ons', '/accessibility-info', '/contact-info'],
    // news and events, the map of the site, authors and tags: what searches offer is the same in another order
    listPages: 18,
  },
  async build(folder) {
    const posts = overTwoYears(makePosts({ grammar: dutch, count: 36, seed: 4_103 }));
    const programs = await pipInstall(folder, [
      'Products.CMFPlone==6.2.2',
      'plone.classicui==2.0.0',
      'plone.app.layout==6.0.2',
      'Zope==6.3',
    ]);
    const instance = join(folder, 'instance');
    await removed(instance);
    await run(join(programs, 'mkwsgiinstance'), ['-d', instance, '-u', 'admin:only-recorded-here-1'], folder);
    const port = await freePort();
    await writeFiles(folder, {
      'fill.py': fill,
      'given.json': JSON.stringify(givenOf(posts)),
      'instance/etc/serve.ini': `[app:main]\nuse = egg:Zope#main\nzope_conf = %(here)s/zope.conf\n\n[server:main]\nuse = egg:waitress#main\nhost = 127.0.0.1\nport = ${port}\n`,
    });
    const settings = join(instance, 'etc/zope.conf');
    // pictures are kept beside the database
    await writeFile(
      settings,
      (await readFile(settings, 'utf8')).replace('/Data.fs', '/Data.fs\n     blob-dir $INSTANCE/var/blobs'),
    );
    await run(join(programs, 'zconsole'), ['run', settings, 'fill.py', 'given.json'], folder);
    const zope = `http://127.0.0.1:${port}`;
    const server = {
      program: join(programs, 'runwsgi'),
      args: [join(instance, 'etc/serve.ini')],
      cwd: folder,
      origin: zope,
    };
    const responses = await withServer(server, () =>
      withFront(zope, (origin) =>
        recordServer(origin, {
          start: ['/', '/robots.txt', '/sitemap.xml.gz'],
          without: /@@images|\+\+(plone|theme)\+\+/,
        }),
      ),
    );
    return {
      responses,
      truth: truthOf(
        posts,
        ({ slug }) => `/news/${slug}`,
        (post) => {
          const { lead, rest } = partsOf(post);
          const text = richText(rest);
          return { section: null, ...(lead === '' ? { text } : { text: `${lead}\n\n${text}`, alt_texts: [text] }) };
        },
      ),
    };
  },
};
