import { registerHooks } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exitCodes } from '../../errors.ts';

/** Sources when run from the checkout, built files when run from the package: the kit is beside us, in the same kind. */
const isSource = import.meta.url.endsWith('.ts');
const kitUrl = new URL(isSource ? '../../index.ts' : '../../index.js', import.meta.url).href;

/** A definition has nothing to wait for: one that takes longer never ends. */
const loadLimitMs = 20_000;

let isHooked = false;

/**
 * A scraper imports 'newshawk' from wherever its folder is, also where nothing is installed: the name means this program. And a scraper file is a module with
 * types, whatever the nearest package.json says.
 */
function hookImports(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'newshawk')
        return { url: kitUrl, format: isSource ? 'module-typescript' : 'module', shortCircuit: true };
      const resolved = next(specifier, context);
      return /\/(?:scraper|browsers\.config)\.ts(?:\?|$)/.test(resolved.url)
        ? { ...resolved, format: 'module-typescript' }
        : resolved;
    },
  });
}

/**
 * Loads a user's module. One that ends the process is told on stderr, with the exit code of a bad configuration: nothing else could.
 * @returns its default export
 * @throws whatever it throws; Error when it takes longer than `limitMs`: `mistakesOf` puts either in words
 */
export async function importDefault(file: string, limitMs = loadLimitMs): Promise<unknown> {
  hookImports();
  const endsProcess = () => {
    process.stderr.write(`${file} ended the program while it was loaded: a definition may have no effects.\n`);
    process.exitCode = exitCodes.configuration;
  };
  process.once('exit', endsProcess);
  const over = new AbortController();
  try {
    const module = import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<{ readonly default?: unknown }>;
    const loaded = await Promise.race([module, delay(limitMs, null, { signal: over.signal })]);
    if (loaded === null)
      throw new Error(`waits for something that does not come: loading it took over ${limitMs / 1_000} s`);
    return loaded.default;
  } finally {
    over.abort();
    process.off('exit', endsProcess);
  }
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Of a union: what is wrong by each of its forms. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** What was wrong with a module of the user's, in words: every field that a schema refuses on a line of its own, anything else with its place. */
export function mistakesOf(error: unknown, file: string): string[] {
  const issues: unknown = error instanceof Error && 'issues' in error ? error.issues : undefined;
  if (Array.isArray(issues))
    return (issues as Issue[])
      .flatMap(meantForm)
      .map(({ path, message }) => `${path.length === 0 ? 'the definition' : path.join('.')}: ${message}`);
  if (!(error instanceof Error)) return [`can't be loaded: ${String(error)}`];
  return [`can't be loaded: ${placeOf(error, file)}${error.message}`];
}

/** The mistakes by the form of a union that was meant: the only one that takes values of this type. */
function meantForm(issue: Issue): readonly Issue[] {
  const forms = (issue.errors ?? []).filter(
    (form) => !form.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  const [meant] = forms;
  if (issue.code !== 'invalid_union' || meant === undefined || forms.length > 1) return [issue];
  return meant.flatMap((one) => meantForm({ ...one, path: [...issue.path, ...one.path] }));
}

/** A stack begins with the file that is wrong, or names it in its first frame. */
function placeOf({ stack = '' }: Error, file: string): string {
  const [, url, line] =
    /^\s*(?:at )?(?:.*\()?((?:file:\/\/|[A-Za-z]:)?[/\\][^\s:()]*):(\d+)(?::\d+)?\)?$/m.exec(stack) ?? [];
  if (url === undefined || url.includes('node_modules')) return '';
  const path = url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*$/, '')) : url;
  return path === file ? `line ${line}: ` : `${path}, line ${line}: `;
}
