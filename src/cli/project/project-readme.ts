import { exampleHost } from './project-example.ts';

const fence = '```';

/** What a person who opens the project wants to know first. @param name npm name */
export const projectReadme = (name: string): string => `# ${name}

Watches news and video sites with [newshawk](node_modules/newshawk/docs).

| command | does |
|---|---|
| \`npm start\` | crawls a demo site, served from this machine |
| \`npm run serve\` | the dashboard, on <http://127.0.0.1:8780> |
| \`npm run doctor\` | what is missing on this machine, and the command that fixes it |
| \`npm run crawl\` | one pass over all sites of \`scrapers/\` |
| \`npm run watch\` | crawls continuously |
| \`npm test\` | reads the stored pages (fixtures) of the scrapers, offline; a scraper without one fails, too |
| \`npm run typecheck\` | checks the scrapers' types |

## Your own site

${fence}sh
npx newshawk extract https://your-site.example/some-article   # what is read without any rule
npx newshawk new https://your-site.example/                   # reads some pages, writes scrapers/your-site.example/
npx newshawk crawl your-site.example --limit 20
${fence}

Delete \`scrapers/${exampleHost}/\` and \`data/\` when you need the demo no longer: \`npm run watch\` would look for that site on the Internet.

| file | holds |
|---|---|
| \`scrapers/<host>/scraper.ts\` | one site: sources, selectors, steps (reference: node_modules/newshawk/docs/reference.md) |
| \`browsers.config.ts\` | browsers and proxies |
| \`alerts.config.ts\` | rules: of which troubles and finds you are told |
| \`topics.example.json\` | an example; rename it to \`topics.json\` to keep only articles of your topics |
| \`.env.example\` | an example; copy it to \`.env\` for settings and secrets. \`npx newshawk config print\` shows all settings |
| \`Dockerfile\`, \`compose.yaml\` | the same in containers, with MongoDB |
| \`vendor/\` | the newshawk of this project, as a package |
`;
