import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { mariadb, withMariaDb } from '../../../../sites/builders/mariadb.ts';
import {
  freePort,
  MissingTool,
  npmInstall,
  removed,
  run,
  withServer,
  writeFiles,
} from '../../../../sites/builders/workshop.ts';
import { html } from '../../../../sites/posts/blocks.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import { fieldText, type Language, type Shell } from '../articles.ts';
import type { RenderedPage, System } from './system.ts';

/** Debian's packages wordpress, wordpress-l10n, its themes, mariadb-server, php-cli and php-mysql. */
const installed = '/usr/share/wordpress';
/** npm's package of the starter theme that many a theme was made from. */
const underscores = 'undescores-for-npm';
const owner = 'Redaktion Hinterhof';

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
/** Every second post has comments. */
const fill = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
[$plan, $owner] = [json_decode(file_get_contents($argv[1]), true), '${owner}'];
load_default_textdomain($plan['locale']);
wp_install($owner, 'keeper', 'keeper@workshop.example', true, '', 'only recorded', $plan['locale']);
wp_update_user(['ID' => 1, 'display_name' => $owner]);
update_option('WPLANG', $plan['locale']);
update_option('date_format', $plan['dates']);
update_option('timezone_string', 'UTC');
switch_theme($plan['theme']);
update_option('permalink_structure', '/%postname%/');
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $left) wp_delete_post($left->ID, true);
$users = [];
foreach ($plan['posts'] as $at => $post) {
  $name = $post['author'];
  if ($name !== '' && !isset($users[$name])) $users[$name] = wp_insert_user(['user_login' => 'writer' . count($users), 'user_pass' => 'only recorded', 'display_name' => $name, 'role' => 'author']);
  $id = wp_insert_post(['post_status' => 'publish', 'post_author' => $name === '' ? 1 : $users[$name], 'post_title' => $post['title'], 'post_name' => $post['slug'], 'post_content' => wp_slash($post['html']),
    'post_date' => $post['date'] . ' 10:00:00', 'post_category' => [wp_create_category($post['section'])], 'tags_input' => $post['tags']]);
  if ($at % 2 === 0)
    foreach (['Ombretta R.' => 'I did not know that. Thank you, and more pictures please.', 'Gino' => 'By Tom Harker? My uncle did it that way on 3 May 2019.'] as $guest => $text)
      wp_insert_comment(['comment_post_ID' => $id, 'comment_author' => $guest, 'comment_content' => $text, 'comment_approved' => 1, 'comment_date' => '2026-11-19 18:20:00']);
}
global $wp_rewrite;
$wp_rewrite->init();
flush_rewrite_rules();
`;
const router = `<?php
$file = __DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (is_file($file)) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require __DIR__ . '/index.php';
`;

const shell = (theme: string, language: Language): Shell => ({
  name: `wordpress-${theme}`,
  language,
  authors: 'one',
  owner,
  date: true,
  modified: false,
});

/** Locales and formats of the dates, as owners set them. */
const manners: Readonly<Record<string, { locale: string; dates: string }>> = {
  de: { locale: 'de_DE', dates: 'j. F Y' },
  ja: { locale: 'ja', dates: 'Y年n月j日' },
  ko: { locale: 'ko_KR', dates: 'Y-m-d' },
  nl: { locale: 'nl_NL', dates: 'd/m/Y' },
};

export const wordpress: System = {
  file: import.meta.url,
  name: 'wordpress',
  shells: [
    shell('twentytwentyone', 'de'),
    // the byline of this theme has no name where the reader has not turned it on
    shell('twentytwentytwo', 'ja'),
    shell('twentytwentythree', 'ko'),
    shell('_s', 'nl'),
  ],
  async render(folder, { name, language }, articles) {
    if (!existsSync(installed) || !existsSync(mariadb))
      throw new MissingTool('the packages of Debian that this builder names');
    const theme = name.replace('wordpress-', '');
    const blog = join(folder, 'blog');
    await removed(blog);
    await cp(installed, blog, { recursive: true, dereference: true });
    if (theme === '_s') {
      await npmInstall(folder, { [underscores]: '1.0.0' });
      await cp(join(folder, 'node_modules', underscores), join(blog, 'wp-content/themes/_s'), { recursive: true });
    }
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const posts = articles.map((article) => {
      const { title, slug, date, section, tags, blocks } = article;
      return { title, slug, date, section, tags, author: fieldText(article, language), html: html(blocks) };
    });
    return await withMariaDb(folder, async (socket) => {
      await writeFiles(blog, {
        'wp-config.php': configOf(socket, origin),
        'fill.php': fill,
        'router.php': router,
        'plan.json': JSON.stringify({ theme, ...manners[language], posts }),
      });
      await run('php', ['fill.php', 'plan.json'], blog);
      const args = ['-S', `127.0.0.1:${port}`, '-t', blog, join(blog, 'router.php')];
      return await withServer({ program: 'php', args, cwd: blog, origin }, async () => {
        const pages: RenderedPage[] = [];
        for (const { slug } of articles) {
          const path = `/${slug}/`;
          const text = await (await fetch(origin + path)).text();
          pages.push({ slug, path, html: text.replaceAll(origin, siteOrigin) });
        }
        return pages;
      });
    });
  },
};
