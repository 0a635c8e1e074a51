import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { persian } from '../posts/persian.ts';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordServer, siteOrigin } from '../record.ts';
import { mariadb, withMariaDb } from './mariadb.ts';
import { freePort, MissingTool, type OwnSite, removed, run, truthOf, withServer, writeFiles } from './workshop.ts';

/** Debian's packages wordpress, wordpress-l10n, wordpress-theme-twentytwentytwo, mariadb-server, php-cli and php-mysql. */
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
/** Two posts of three have a lead picture, one of six has comments. */
const fill = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
wp_install('روزنامهٔ کارگاه', 'keeper', 'keeper@workshop.example', true, '', 'only recorded', 'fa_IR');
update_option('WPLANG', 'fa_IR');
update_option('blogdescription', 'یادداشت‌هایی از شهرهای کوچک');
update_option('posts_per_page', 6);
switch_theme('twentytwentytwo');
update_option('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $left) wp_delete_post($left->ID, true);
foreach (['about' => ['دربارهٔ ما', 'این روزنامه را چند نفر دوستدار ابزارهای کهنه می‌نویسند.'], 'contact' => ['تماس', 'نامه‌ها را به نشانی کارگاه بفرستید.']] as $name => [$title, $text])
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
  if ($post['id'] % 6 === 1)
    foreach (['نرگس' => 'ممنون، این را نمی‌دانستم. کاش عکس‌های بیشتری هم می‌گذاشتید.', 'بابک' => 'پدربزرگ من هم همین کار را می‌کرد و هنوز ابزارش در خانه هست.'] as $guest => $text)
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

export const wordpress2022: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'wordpress-2022',
    software: 'WordPress',
    version: '6.1.9',
    theme: 'Twenty Twenty-Two',
    lang: 'fa',
    render: 'server',
    pages: ['/about/', '/contact/'],
  },
  async build(folder) {
    const needed = [join(installed, 'wp-content/themes/twentytwentytwo'), mariadb, '/usr/bin/php'];
    if (!needed.every((each) => existsSync(each)))
      throw new MissingTool('the packages of Debian that this builder names');
    const posts = makePosts({ grammar: persian, count: 39, seed: 3_001 });
    const blog = join(folder, 'blog');
    await removed(blog);
    await cp(installed, blog, { recursive: true, dereference: true });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const written = posts.map((post) => ({
      ...post,
      html: richHtml(richBlocks(post), '/wp-content/uploads/pictures/').replaceAll('.jpg"', '.png"'),
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
        origin,
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
      // the addresses of embeds have the origin inside, escaped
      const escaped = (text = '') => text.replaceAll(encodeURIComponent(origin), encodeURIComponent(siteOrigin));
      return { responses: responses.map((each) => ({ ...each, body: escaped(each.body) })), truth };
    });
  },
};
