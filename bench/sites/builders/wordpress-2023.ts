import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { italian } from '../posts/italian.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordServer, siteOrigin } from '../record.ts';
import { mariadb, withMariaDb } from './mariadb.ts';
import { freePort, MissingTool, type OwnSite, removed, run, truthOf, withServer, writeFiles } from './workshop.ts';

/** Debian's packages wordpress, wordpress-l10n, wordpress-theme-twentytwentythree, mariadb-server, php-cli and php-mysql. */
const installed = '/usr/share/wordpress';

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
/** Two posts of three have a lead picture, one of seven has comments. */
const fill = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
wp_install('Il Quaderno del Capanno', 'keeper', 'keeper@workshop.example', true, '', 'only recorded', 'it_IT');
update_option('WPLANG', 'it_IT');
update_option('blogdescription', 'Storie di paesi e di attrezzi');
update_option('posts_per_page', 9);
update_option('date_format', 'j F Y');
update_option('timezone_string', 'Europe/Rome');
switch_theme('twentytwentythree');
update_option('permalink_structure', '/%postname%/');
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $left) wp_delete_post($left->ID, true);
foreach (['chi-siamo' => ['Chi siamo', 'Il quaderno lo scrivono alcuni amici che amano gli attrezzi di una volta.'], 'contatti' => ['Contatti', 'Le lettere arrivano in bottega, al primo piano.'], 'privacy' => ['Informativa sulla privacy', 'Il sito non conserva i dati di chi legge.']] as $name => [$title, $text])
  wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_author' => 1, 'post_title' => $title, 'post_name' => $name, 'post_content' => "<p>$text</p>"]);
$pixel = base64_decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==');
@mkdir(WP_CONTENT_DIR . '/uploads/pictures', 0777, true);
$users = [];
$ids = [];
foreach (json_decode(file_get_contents($argv[1]), true) as $post) {
  $name = $post['author'];
  if (!isset($users[$name])) $users[$name] = wp_insert_user(['user_login' => 'writer' . count($users), 'user_pass' => 'only recorded', 'display_name' => $name, 'role' => 'author']);
  $when = $post['date'] . ' 10:00:00';
  $id = $ids[$post['slug']] = wp_insert_post(['post_status' => 'publish', 'post_author' => $users[$name], 'post_title' => $post['title'], 'post_name' => $post['slug'], 'post_content' => wp_slash($post['html']),
    'post_date' => $when, 'post_category' => [wp_create_category($post['section'])], 'tags_input' => $post['tags']]);
  file_put_contents(WP_CONTENT_DIR . "/uploads/pictures/{$post['slug']}.png", $pixel);
  if ($post['id'] % 3 !== 0) {
    $file = "pictures/{$post['slug']}.png";
    $picture = wp_insert_attachment(['post_title' => $post['slug'], 'post_mime_type' => 'image/png', 'post_status' => 'inherit', 'post_date' => $when], $file, $id);
    wp_update_attachment_metadata($picture, ['width' => 1200, 'height' => 800, 'file' => $file, 'sizes' => []]);
    set_post_thumbnail($id, $picture);
  }
  if ($post['id'] % 7 === 2)
    foreach (['Ombretta' => 'Grazie, questa non la sapevo. Ci vorrebbe qualche foto in più.', 'Gino' => 'Anche mio nonno lo faceva così, e i suoi ferri sono ancora in cantina.'] as $guest => $text)
      wp_insert_comment(['comment_post_ID' => $id, 'comment_author' => $guest, 'comment_content' => $text, 'comment_approved' => 1, 'comment_date' => $post['date'] . ' 18:20:00']);
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

/** As the block editor saves a post. */
const blockEditor = (post: Post): string =>
  richBlocks(post)
    .map((block) => {
      const name = blockNames[block.kind];
      const written = richHtml([block], '/wp-content/uploads/pictures/')
        .replaceAll('.jpg"', '.png"')
        .replace('<figure>', '<figure class="wp-block-image size-full">')
        .replace('<pre>', '<pre class="wp-block-code">')
        .replace('<blockquote>', '<blockquote class="wp-block-quote">')
        .replace(/^<table>(.*)<\/table>$/s, '<figure class="wp-block-table"><table><tbody>$1</tbody></table></figure>');
      return `<!-- wp:${name} -->\n${written}\n<!-- /wp:${name} -->`;
    })
    .join('\n\n');

export const wordpress2023: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'wordpress-2023',
    software: 'WordPress',
    version: '6.1.9',
    theme: 'Twenty Twenty-Three',
    lang: 'it',
    render: 'server',
    pages: ['/chi-siamo/', '/contatti/', '/privacy/'],
  },
  async build(folder) {
    const needed = [join(installed, 'wp-content/themes/twentytwentythree'), mariadb, '/usr/bin/php'];
    if (!needed.every((each) => existsSync(each)))
      throw new MissingTool('the packages of Debian that this builder names');
    const posts = makePosts({ grammar: italian, count: 44, seed: 5_301, authors: 5 });
    const blog = join(folder, 'blog');
    await removed(blog);
    await cp(installed, blog, { recursive: true, dereference: true });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const written = posts.map((post) => ({
      ...post,
      html: blockEditor(post),
    }));
    return await withMariaDb(folder, async (socket) => {
      await writeFiles(blog, {
        'wp-config.php': configOf(socket, origin),
        'fill.php': fill,
        'router.php': router,
        'posts.json': JSON.stringify(written),
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
        ({ slug }) => `/${slug}/`,
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
