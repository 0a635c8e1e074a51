import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Post } from '../posts/posts.ts';
import { postText } from '../posts/posts.ts';
import type { AboutSite, ArticleTruth, RecordedResponse } from '../recorded-site.ts';

/** A site of our own: made with real software, from posts that were written for it. */
export interface OwnSite {
  /** The builder's own file, as an address: when it changes, the site is built again. */
  readonly file: string;
  readonly about: AboutSite & Required<Pick<AboutSite, 'software' | 'version' | 'theme' | 'lang' | 'render'>>;
  /** Builds the site in an empty folder and records it. Throws {@link MissingTool} where this machine lacks what it needs. */
  build(folder: string): Promise<BuiltSite>;
}

export interface BuiltSite {
  readonly truth: readonly ArticleTruth[];
  readonly responses: readonly RecordedResponse[];
}

/** A program that the site is built with is not on this machine: the site is skipped. */
export class MissingTool extends Error {}

/** Installation of packages. The registries answer within seconds, their slowest packages within minutes. */
const installMs = 600_000;
/** Builds take up to two minutes on two free cores. */
const buildMs = 600_000;

/** Runs a program to its end; throws with what it printed last. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  timeout = buildMs,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd,
      env: { ...process.env, ...env },
      timeout,
      maxBuffer: 64 << 20,
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message.split('\n')[0]}\n${`${stdout}\n${stderr}`.trim().slice(-3_000)}`);
  }
}

/** Installs packages of npm (`{ hexo: '8.1.2' }`) into the folder, without their install scripts. */
export async function npmInstall(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  overrides = {},
): Promise<void> {
  await writeFiles(folder, {
    'package.json': JSON.stringify({ private: true, type: 'module', dependencies, overrides }),
  });
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'],
    folder,
    {},
    installMs,
  );
}

/** Runs a program of an installed npm package under the Node of this process. */
export const npmRun = (
  folder: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> =>
  run(process.execPath, [join(folder, 'node_modules', program), ...args], folder, { CI: '1', ...env });

/** Installs packages of PyPI (`lektor==3.3.14`) in an environment of their own; returns the folder of its programs. */
export async function pipInstall(folder: string, packages: readonly string[]): Promise<string> {
  const programs = join(folder, 'venv', 'bin');
  if (!existsSync(programs)) {
    await run('python3', ['-m', 'venv', join(folder, 'venv')], folder).catch((error: Error) => {
      throw new MissingTool(`python3 with venv: ${error.message}`);
    });
    await run(join(programs, 'pip'), ['install', '--quiet', ...packages], folder, {}, installMs);
  }
  return programs;
}

/** Writes files, named by their path under the folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

export const removed = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the port has no number');
  return address.port;
}

/** A server that runs while the site is recorded. */
export async function withServer<T>(
  given: { program: string; args: readonly string[]; cwd: string; env?: NodeJS.ProcessEnv; origin: string },
  use: () => Promise<T>,
): Promise<T> {
  const child: ChildProcess = spawn(given.program, given.args, {
    cwd: given.cwd,
    env: { ...process.env, ...given.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr?.on('data', (data) => {
    printed = (printed + data).slice(-3_000);
  });
  const ended = once(child, 'exit');
  try {
    for (let attempt = 0; ; attempt++) {
      const answered = await fetch(given.origin, { redirect: 'manual' }).then(
        async (response) => {
          // a body that nobody reads makes the client fail when the server closes the connection
          await response.arrayBuffer();
          return response.status < 500;
        },
        () => false,
      );
      if (answered) break;
      if (child.exitCode !== null || attempt > 120) throw new Error(`the server does not answer: ${printed}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return await use();
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The truth about posts, each at its path. */
export const truthOf = (
  posts: readonly Post[],
  pathOf: (post: Post) => string,
  more: (post: Post) => Partial<ArticleTruth> = () => ({}),
): ArticleTruth[] =>
  posts.map((post) => ({
    path: pathOf(post),
    aliases: [],
    title: post.title,
    authors: [post.author],
    date: post.date,
    tags: post.tags,
    section: post.section,
    text: postText(post),
    ...(post.short ? { short: true } : {}),
    ...more(post),
  }));

/** The same posts over two years, the newest on its day: `makePosts` writes one a week. */
export function overTwoYears(posts: readonly Post[]): Post[] {
  const [newest = 0, oldest = 0] = [posts[0], posts.at(-1)].map((post) => Date.parse(post?.date ?? ''));
  return posts.map((post) => {
    const share = (newest - Date.parse(post.date)) / (newest - oldest);
    return { ...post, date: new Date(newest - share * 730 * 86_400_000).toISOString().slice(0, 10) };
  });
}
