import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { arabic } from '../posts/arabic.ts';
import { html } from '../posts/blocks.ts';
import { makePosts } from '../posts/posts.ts';
import { recordServer } from '../record.ts';
import { freePort, MissingTool, type OwnSite, removed, run, truthOf, withServer, writeFiles } from './workshop.ts';

/** Debian's packages wordpress, wordpress-l10n, wordpress-theme-twentytwentyone, mariadb-server, php-cli and php-mysql. */
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
const fill = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
wp_install('دفتر الورشة', 'keeper', 'keeper@workshop.example', true, '', 'only recorded', 'ar');
update_option('WPLANG', 'ar');
switch_theme('twentytwentyone');
update_option('permalink_structure', '/%year%/%monthnum%/%postname%/');
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $left) wp_delete_post($left->ID, true);
wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_author' => 1, 'post_title' => 'عن المدونة', 'post_name' => 'about', 'post_content' => '<p>يكتب هذه المدونة محبو الأدوات القديمة.</p>']);
$users = [];
$ids = [];
foreach (json_decode(file_get_contents($argv[1]), true) as $post) {
  $name = $post['author'];
  if (!isset($users[$name])) $users[$name] = wp_insert_user(['user_login' => 'writer' . count($users), 'user_pass' => 'only recorded', 'display_name' => $name, 'role' => 'author']);
  $ids[$post['slug']] = wp_insert_post(['post_status' => 'publish', 'post_author' => $users[$name], 'post_title' => $post['title'], 'post_name' => $post['slug'], 'post_content' => wp_slash($post['html']),
    'post_date' => $post['date'] . ' 10:00:00', 'post_category' => [wp_create_category($post['section'])], 'tags_input' => $post['tags']]);
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

export const wordpress2021: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'wordpress-2021',
    software: 'WordPress',
    version: '6.1.9',
    theme: 'Twenty Twenty-One',
    lang: 'ar',
    render: 'server',
    pages: ['/about/'],
  },
  async build(folder) {
    const needed = [join(installed, 'wp-content/themes/twentytwentyone'), '/usr/sbin/mariadbd', '/usr/bin/php'];
    if (!needed.every((each) => existsSync(each)))
      throw new MissingTool('the packages of Debian that this builder names');
    const posts = makePosts({ grammar: arabic, count: 41, seed: 1_002 });
    const [blog, data, socket] = [join(folder, 'blog'), join(folder, 'data'), join(folder, 'socket')];
    await Promise.all([removed(blog), removed(data)]);
    await cp(installed, blog, { recursive: true, dereference: true });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    await writeFiles(blog, {
      'wp-config.php': configOf(socket, origin),
      'fill.php': fill,
      'router.php': router,
      'posts.json': JSON.stringify(posts.map(({ blocks, ...post }) => ({ ...post, html: html(blocks) }))),
    });
    await run(
      'mariadb-install-db',
      ['--no-defaults', `--datadir=${data}`, '--user=root', '--auth-root-authentication-method=normal'],
      folder,
    );
    const database = spawn(
      '/usr/sbin/mariadbd',
      ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--user=root', '--skip-networking'],
      { cwd: folder, stdio: 'ignore' },
    );
    const ended = once(database, 'exit');
    try {
      const client = ['--no-defaults', `--socket=${socket}`, '--connect-timeout=60'];
      for (let attempt = 0; !existsSync(socket) && attempt < 120; attempt++) await setTimeout(500);
      await run('mariadb', [...client, '-e', 'create database blog'], folder);
      const ids = JSON.parse((await run('php', ['fill.php', 'posts.json'], blog)).trim().split('\n').at(-1) ?? '{}');
      const server = {
        program: 'php',
        args: ['-S', `127.0.0.1:${port}`, '-t', blog, join(blog, 'router.php')],
        cwd: blog,
        origin,
      };
      const responses = await withServer(server, () =>
        recordServer(origin, {
          start: ['/', '/robots.txt', '/wp-sitemap.xml'],
          without: /^\/(wp-admin|wp-login|wp-json\/oembed|wp-trackback|xmlrpc)|replytocom/,
        }),
      );
      return {
        responses,
        truth: truthOf(
          posts,
          ({ date, slug }) => `/${date.slice(0, 4)}/${date.slice(5, 7)}/${slug}/`,
          ({ slug }) => ({ aliases: [`/?p=${ids[slug]}`] }),
        ),
      };
    } finally {
      database.kill('SIGTERM');
      await ended;
    }
  },
};
