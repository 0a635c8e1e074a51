import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { portuguese } from '../posts/portuguese.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordServer, siteOrigin } from '../record.ts';
import { mariadb, withMariaDb } from './mariadb.ts';
import {
  freePort,
  MissingTool,
  npmInstall,
  type OwnSite,
  overTwoYears,
  removed,
  run,
  truthOf,
  withServer,
  writeFiles,
} from './workshop.ts';

/** Debian's packages wordpress, wordpress-l10n, mariadb-server, php-cli and php-mysql. */
const installed = '/usr/share/wordpress';
/** npm's package of the starter theme that many a theme was made from. */
const theme = 'undescores-for-npm';

const configOf = (socket: string, origin: string) => `<?php
define('DB_NAME', 'blog');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', '${origin}');
define('WP_SITEURL', '${origin}');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) define($name, 'a site that is recorded once ' . $name);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
/** The sidebar has the widgets of a new blog (search, newest posts and comments, archives, categories), then tags and the links for the owner. Half of the posts have comments. */
const fill = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
load_default_textdomain('pt_BR');
$GLOBALS['wp_locale'] = new WP_Locale();
wp_install('Diário da Oficina', 'keeper', 'keeper@workshop.example', true, '', 'only recorded', 'pt_BR');
update_option('WPLANG', 'pt_BR');
update_option('blogdescription', 'Ferramentas, vilas e quem cuida delas');
update_option('timezone_string', 'America/Sao_Paulo');
switch_theme('_s');
update_option('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
$blocks = get_option('widget_block');
$blocks[7] = ['content' => '<!-- wp:group --><div class="wp-block-group"><!-- wp:heading --><h2>Tags</h2><!-- /wp:heading --><!-- wp:tag-cloud /--></div><!-- /wp:group -->'];
update_option('widget_block', $blocks);
update_option('widget_meta', [2 => ['title' => ''], '_multiwidget' => 1]);
update_option('sidebars_widgets', ['wp_inactive_widgets' => [], 'sidebar-1' => ['block-2', 'block-3', 'block-4', 'block-5', 'block-6', 'block-7', 'meta-2'], 'array_version' => 3]);
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $left) wp_delete_post($left->ID, true);
foreach (['sobre' => ['Sobre', 'Este diário é escrito por vizinhos que gostam de ferramentas antigas.'], 'contato' => ['Contato', 'Cartas chegam à oficina, no fundo do pátio.']] as $name => [$title, $text])
  wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_author' => 1, 'post_title' => $title, 'post_name' => $name, 'post_content' => "<!-- wp:paragraph -->\\n<p>$text</p>\\n<!-- /wp:paragraph -->"]);
$pixel = base64_decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==');
@mkdir(WP_CONTENT_DIR . '/uploads/pictures', 0777, true);
$guests = ['Jandira' => 'Muito bom! Faltou só dizer onde se compram essas peças hoje em dia.', 'Osvaldo' => 'Lá em casa ainda usamos um igual, herança do meu avô. Nunca deu defeito.', 'Marlene' => 'Obrigada por escrever sobre isso. Vou mostrar para a minha turma na escola.', 'Tadeu' => 'Discordo um pouco do final, mas gostei da história.'];
$users = [];
$ids = [];
foreach (json_decode(file_get_contents($argv[1]), true) as $post) {
  $name = $post['author'];
  if (!isset($users[$name])) $users[$name] = wp_insert_user(['user_login' => sanitize_title($name), 'user_pass' => 'only recorded', 'display_name' => $name, 'role' => 'author']);
  $id = $ids[$post['slug']] = wp_insert_post(['post_status' => 'publish', 'post_author' => $users[$name], 'post_title' => $post['title'], 'post_name' => $post['slug'], 'post_content' => wp_slash($post['html']),
    'post_date' => $post['date'] . ' 10:00:00', 'post_category' => [wp_create_category($post['section'])], 'tags_input' => $post['tags']]);
  file_put_contents(WP_CONTENT_DIR . "/uploads/pictures/{$post['slug']}.png", $pixel);
  $parent = 0;
  if ($post['id'] % 2 === 0)
    foreach (array_slice($guests, $post['id'] % 3, 1 + $post['id'] % 4) as $guest => $text)
      $parent = wp_insert_comment(['comment_post_ID' => $id, 'comment_author' => $guest, 'comment_content' => $text, 'comment_approved' => 1, 'comment_parent' => $post['id'] % 4 ? 0 : $parent, 'comment_date' => $post['date'] . ' 18:20:00']);
}
global $wp_rewrite;
$wp_rewrite->init();
flush_rewrite_rules();
echo json_encode($ids);
`;
const router = `<?php
$file = __DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (is_file($file)) return false;
if (is_dir($file) && is_file($file . '/index.php') && $file !== __DIR__ . '/') return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require __DIR__ . '/index.php';
`;

const blockNames = {
  paragraph: 'paragraph',
  heading: 'heading',
  code: 'code',
  table: 'table',
  quote: 'quote',
  list: 'list',
  picture: 'image',
};
const more = '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->';

/** As the block editor saves a post. Every third one is cut in lists after its beginning. */
function blockEditor(post: Post): string {
  const written = richBlocks(post).map((block) => {
    const name = blockNames[block.kind];
    const inside = richHtml([block], '/wp-content/uploads/pictures/')
      .replaceAll('.jpg"', '.png"')
      .replace('<figure>', '<figure class="wp-block-image size-full">')
      .replace('<pre>', '<pre class="wp-block-code">')
      .replace('<blockquote>', '<blockquote class="wp-block-quote">')
      .replace(/^<table>(.*)<\/table>$/s, '<figure class="wp-block-table"><table><tbody>$1</tbody></table></figure>');
    return `<!-- wp:${name} -->\n${inside}\n<!-- /wp:${name} -->`;
  });
  if (post.id % 3 === 0 && !post.short) written.splice(1, 0, more);
  return written.join('\n\n');
}

export const wordpressUnderscores: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'wordpress-underscores',
    software: 'WordPress',
    version: '6.1.9',
    theme: 'Underscores (_s) 1.0.0, with widgets and comments',
    lang: 'pt-BR',
    render: 'server',
    pages: ['/sobre/', '/contato/'],
  },
  async build(folder) {
    if (![installed, mariadb, '/usr/bin/php'].every((each) => existsSync(each)))
      throw new MissingTool('the packages of Debian that this builder names');
    const posts = overTwoYears(makePosts({ grammar: portuguese, count: 40, seed: 8_303, authors: 4 }));
    await npmInstall(folder, { [theme]: '1.0.0' });
    const blog = join(folder, 'blog');
    await removed(blog);
    await cp(installed, blog, { recursive: true, dereference: true });
    await cp(join(folder, 'node_modules', theme), join(blog, 'wp-content/themes/_s'), { recursive: true });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    return await withMariaDb(folder, async (socket) => {
      await writeFiles(blog, {
        'wp-config.php': configOf(socket, origin),
        'fill.php': fill,
        'router.php': router,
        'posts.json': JSON.stringify(posts.map((post) => ({ ...post, html: blockEditor(post) }))),
      });
      const ids = JSON.parse((await run('php', ['fill.php', 'posts.json'], blog)).trim().split('\n').at(-1) ?? '{}');
      const server = {
        program: 'php',
        args: ['-S', `127.0.0.1:${port}`, '-t', blog, join(blog, 'router.php')],
        cwd: blog,
        // a small answer: the front page, left unread, ends Node's client
        origin: `${origin}/robots.txt`,
      };
      const responses = await withServer(server, () =>
        recordServer(origin, {
          start: ['/', '/robots.txt', '/wp-sitemap.xml', '/no-such-page/'],
          without: /^\/(wp-admin|wp-login|wp-json\/oembed|wp-trackback|xmlrpc)|replytocom|t\.type=|%7B/,
        }),
      );
      const truth = truthOf(
        posts,
        ({ date, slug }) => `/${date.replaceAll('-', '/')}/${slug}/`,
        (post) => ({ aliases: [`/?p=${ids[post.slug]}`], text: richText(richBlocks(post)) }),
      );
      // the addresses of embeds have the origin inside, escaped; those of feeds lack its port
      const escaped = (text = '') =>
        text
          .replaceAll(encodeURIComponent(origin), encodeURIComponent(siteOrigin))
          .replaceAll('"http://127.0.0.1/', `"${siteOrigin}/`);
      return { responses: responses.map((each) => ({ ...each, body: escaped(each.body) })), truth };
    });
  },
};
