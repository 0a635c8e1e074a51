import type { Command } from 'commander';

/** A command line as a person types it, and what it does. */
type Example = readonly [line: string, does: string];

/**
 * Examples of commands, by name. A command may have them in its own help instead, under `Examples:`; test/cli/help/help.test.ts wants at least one of each, and
 * parses all of them.
 */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  crawl: [
    ['newshawk crawl', 'the sites of all scrapers, once'],
    ['newshawk crawl gazette.example --limit 50', 'one site, 50 pages at most'],
    ['newshawk crawl https://gazette.example/ --depth 1 -o articles.jsonl', 'a site without a scraper'],
    ['newshawk crawl https://gazette.example/sport/ --under /sport/ --since 7d', 'one section, the last week'],
    ['newshawk crawl https://gazette.example/tag/rivers/ --depth 1', 'one list and its articles, nothing else'],
    ['newshawk crawl --resume', 'goes on after Ctrl-C or a crash'],
    ['newshawk crawl --dry-run', 'shows what would be fetched'],
  ],
  watch: [
    ['newshawk watch', 'all scrapers and sources, until Ctrl-C'],
    ['newshawk watch gazette.example --concurrency 8', 'one site, eight tasks at once'],
  ],
  worker: [['NEWSHAWK_QUEUE=redis://queue:6379 newshawk worker', 'works beside others on other machines']],
  extract: [
    ['newshawk extract https://gazette.example/2026/some-article', 'title, facts and text'],
    ['newshawk extract https://gazette.example/a -f md --render browser', 'Markdown, read in the browser'],
    ['newshawk extract page.html --url https://gazette.example/a', 'a stored page'],
    ['newshawk extract --batch < pages.jsonl > articles.jsonl', 'many pages'],
  ],
  search: [
    ['newshawk search wind turbines', 'both words, the best match first'],
    ['newshawk search \'"wind power" elect* -storm\' --since 7d', 'a phrase, a beginning, and without a word'],
    ['newshawk search 电网 --site gazette.example --sort newest --json', 'one site, the newest first, as JSON'],
  ],
  'media download': [['newshawk media download https://gazette.example/watch/7 -o films', 'downloads and checks it']],
  'urls classify': [['newshawk urls classify --patterns patterns.json < urls.jsonl', 'articles, lists and others']],
  'urls list': [['newshawk urls list', 'all sites, with their numbers']],
  'urls show': [['newshawk urls show gazette.example', 'the patterns of one site, with their evidence']],
  'train categories': [
    ['newshawk train categories labelled.jsonl --model categories.json', 'a model in a file'],
    ['newshawk train categories labelled.jsonl --save --activate', 'a version in the store, in use at once'],
  ],
  'evaluate categories': [
    ['newshawk evaluate categories test.jsonl --model active', 'the active model on your own test set'],
  ],
  'models list': [['newshawk models list', 'all versions, and which is active']],
  'models show': [['newshawk models show 3', 'its labels, scores and top words']],
  'models activate': [['newshawk models activate 3', 'crawls use it from their next start']],
  'models rollback': [['newshawk models rollback', 'the version that was active before']],
  'models deactivate': [['newshawk models deactivate', 'categories by section, address and words']],
  serve: [
    ['newshawk serve', 'API and dashboard, for this machine'],
    ['newshawk serve --host 0.0.0.0 --port 9000', 'for others: NEWSHAWK_HTTP_TOKEN protects it'],
  ],
  mcp: [
    ['newshawk mcp', 'for a client that starts it'],
    ['newshawk mcp --http --port 9001', 'http://127.0.0.1:9001/mcp'],
  ],
  export: [
    ['newshawk export -f jsonl --since 24h > today.jsonl', 'the articles of a day'],
    ['newshawk export -f csv --topic energy -o energy.csv', 'a table of one topic'],
    ['newshawk export -f rss --site gazette.example', 'a feed of one site'],
    [`newshawk export --q '"wind power" -offshore' -o wind.csv`, 'what a search finds'],
  ],
  explain: [
    ['newshawk explain https://gazette.example/2026/some-article', 'one page'],
    ['newshawk explain gazette.example', 'one site'],
  ],
  learn: [
    ['newshawk learn --batch pages.jsonl --out wrappers.json', 'wrappers of your own pages'],
    ['newshawk learn --check', 'reads all corrected pages again'],
  ],
  'wrapper list': [['newshawk wrapper list', 'what was learned of each site']],
  'wrapper show': [['newshawk wrapper show gazette.example', 'the version in use']],
  'wrapper diff': [['newshawk wrapper diff gazette.example 2 3', 'what changed between two versions']],
  'wrapper pin': [['newshawk wrapper pin gazette.example 2', 'stays with version 2']],
  'wrapper unpin': [['newshawk wrapper unpin gazette.example', 'learns again']],
  'wrapper rollback': [['newshawk wrapper rollback gazette.example', 'the version before']],
  'wrapper edit': [['newshawk wrapper edit gazette.example wrapper.json', 'a version that you have edited']],
  correct: [
    ['newshawk correct https://gazette.example/a', 'lists the blocks of the page, numbered'],
    ['newshawk correct https://gazette.example/a --body 5-12 --title 3', 'says which are right'],
    ['newshawk correct https://gazette.example/a --body-drop 9 --preview', 'shows what would change'],
  ],
  relevance: [['newshawk relevance --topic energy https://gazette.example/a', 'its score, and the terms that count']],
  'topics list': [['newshawk topics list', 'all topics']],
  'topics show': [['newshawk topics show energy', 'one topic, and what was learned']],
  'topics add': [['newshawk topics add energy -k "wind power" -k grid=2 --threshold 0.3', 'by keywords']],
  'topics import': [['newshawk topics import topics.json', 'all topics of a file']],
  'topics remove': [['newshawk topics remove energy', 'a topic of the store']],
  'topics rescore': [['newshawk topics rescore --dry-run', "what today's topics would change"]],
  'seeds discover': [['newshawk seeds discover --topic energy --limit 10', 'new sites for a topic']],
  'seeds list': [['newshawk seeds list --topic energy', 'which sites came from where']],
  'sources list': [['newshawk sources list --site gazette.example', 'the sources of a site']],
  'sources show': [['newshawk sources show https://gazette.example/feed.xml', 'one source and its last polls']],
  'sources add': [['newshawk sources add https://gazette.example/feed.xml --every 10m', 'polls a feed']],
  'sources discover': [['newshawk sources discover gazette.example --add', 'finds the feeds and sitemaps of a site']],
  'sources pause': [['newshawk sources pause https://gazette.example/feed.xml', 'stops its polls']],
  'sources resume': [['newshawk sources resume https://gazette.example/feed.xml', 'polls it again']],
  'sources remove': [['newshawk sources remove https://gazette.example/feed.xml', 'its articles stay']],
  'sources import': [['newshawk sources import feeds.opml', 'the feeds of a feed reader']],
  'sources export': [['newshawk sources export > feeds.opml', 'for a feed reader']],
  tune: [['newshawk tune --dry-run', 'what would change, and why']],
  'proxies collect': [['newshawk proxies collect', 'reads the configured lists']],
  'proxies check': [['newshawk proxies check', 'compares pages through them with the direct ones']],
  'proxies list': [['newshawk proxies list --good', 'those in use']],
  'failures list': [
    ['newshawk failures list --site gazette.example', 'of one site, with counts by reason'],
    ['newshawk failures list --reason layout-changed --limit 10', 'of one reason'],
  ],
  'failures show': [['newshawk failures show 4f1c', 'the trace, and where the screenshot is']],
  'failures open': [['newshawk failures open 4f1c', 'its page in the dashboard']],
  'failures fixture': [
    ['newshawk failures fixture 4f1c', '`newshawk test` fails until it is mended'],
    ['newshawk failures fixture 4f1c --accept', 'after the fix'],
  ],
  'failures replay': [
    ['newshawk failures replay 4f1c', "today's rules on the stored page, offline"],
    ['newshawk failures replay 4f1c --store', 'and stores the result'],
  ],
  'failures retry': [['newshawk failures retry --site gazette.example', 'fetches the failed pages of a site again']],
  visits: [['newshawk visits --outcome dropped --limit 20', 'which pages were not kept, and why']],
  'records list': [['newshawk records list --kind event --site museum.example', 'stored records of a kind']],
  'records show': [['newshawk records show 9a3b', 'one record with its history']],
  'records export': [['newshawk records export --kind price -f csv -o prices.csv', 'a table']],
  hot: [['newshawk hot --window 6h --limit 10', 'rising terms and stories of six hours']],
  label: [['newshawk label --topic energy --count 20', 'asks you about 20 articles']],
  'label set': [['newshawk label set 0123456789abcdef energy yes', 'one label']],
  calibrate: [['newshawk calibrate --topic energy --target 0.95', 'the threshold for a precision of 95 %']],
  status: [
    ['newshawk status', 'the queue, the hosts, the last runs'],
    ['newshawk status --json', 'for scripts'],
  ],
  'alerts list': [['newshawk alerts list --state open', 'what is wrong now']],
  'alerts show': [['newshawk alerts show 2442375e50ba', 'an alert with its evidence']],
  'alerts test': [['newshawk alerts test source-silent', 'what a rule says now, without telling anyone']],
  'alerts mute': [['newshawk alerts mute 2442375e50ba', 'tells nobody of it']],
  'alerts unmute': [['newshawk alerts unmute 2442375e50ba', 'tells of it again']],
  'webhooks list': [['newshawk webhooks list --state failed', 'deliveries that failed']],
  'webhooks retry': [['newshawk webhooks retry', 'sends them again']],
  'webhooks test': [['newshawk webhooks test', 'one event to each receiver']],
  'webhooks forget': [['newshawk webhooks forget https://receiver.example/hook', 'a receiver that is gone']],
  'store check': [
    ['newshawk store check --quick', 'records without blobs'],
    ['newshawk store check --repair', 'mends what can be mended'],
  ],
  'store backup': [['newshawk store backup backups/monday', 'a checked copy, while a crawl runs']],
  'store restore': [['newshawk store restore backups/monday --replace', 'puts it back, and keeps the old store']],
  'store copy': [
    ['newshawk store copy --from file:./data --to mongodb://localhost/newshawk', 'into another kind of store'],
  ],
  gc: [
    ['newshawk gc --dry-run', 'what would be deleted'],
    ['newshawk gc --keep-articles-days 90', 'deletes what is older'],
  ],
  test: [
    ['newshawk test', 'all scrapers on their fixtures, offline'],
    ['newshawk test gazette.example --watch', 'one, again at each save'],
  ],
  'fixture add': [['newshawk fixture add https://gazette.example/2026/some-article', 'stores a page and what is read']],
  completion: [['newshawk completion fish > ~/.config/fish/completions/newshawk.fish', 'for fish']],
  demo: [['newshawk demo --limit 20', 'serves the demo sites and crawls 20 pages']],
  shell: [
    ['newshawk shell https://gazette.example/a', 'tries selectors on a page'],
    ['newshawk shell page.html --url https://gazette.example/a', 'on a stored page'],
  ],
  doctor: [
    ['newshawk doctor', 'all checks'],
    ['newshawk doctor browser store', 'two of them'],
    ['newshawk doctor --fix', 'and mends what needs no root'],
  ],
  'config print': [['newshawk config print', 'each setting with its value and its origin']],
  init: [['newshawk init ~/watch', 'a new project in this folder']],
  new: [
    ['newshawk new gazette.example', 'writes scrapers/gazette.example/scraper.ts'],
    ['newshawk new gazette.example --print', 'only shows it'],
  ],
};

/** Adds the examples to the help of each command. */
export function addExamples(program: Command): void {
  for (const { name, command } of namedCommands(program)) {
    const lines = examples[name] ?? [];
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.map(exampleLine).join('\n')}`);
  }
}

/** Beyond this many cells the explanation gets its own line. */
const lineCells = 58;
const exampleLine = ([line, does]: Example): string =>
  line.length > lineCells ? `  ${line}\n      ${does}` : `  ${line.padEnd(lineCells)}  ${does}`;

/** All commands that do something, by their whole names, in their order: `failures list`. */
export function namedCommands(parent: Command, before = ''): { readonly name: string; readonly command: Command }[] {
  return parent.commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    const nested = namedCommands(command, `${name} `);
    // A group without its own action only holds others.
    const isGroup = nested.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0;
    return isGroup ? nested : [{ name, command }, ...nested];
  });
}
