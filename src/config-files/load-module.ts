import { registerHooks } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exitCodes } from '../errors.ts';
import { runAs } from '../machine/stray-failures.ts';

/** Whether this is the checkout (sources) or the package (built files): the kit is loaded in the same form. */
const isSource = import.meta.url.endsWith('.ts');
const kitUrl = new URL(isSource ? '../index.ts' : '../index.js', import.meta.url).href;

/** Maximum loading time of a definition: it is data, and should load at once. */
const loadLimitMs = 20_000;

let isHooked = false;

/** Modules that stem from a save of a scraper have it in their address: Node loads each address once. */
const saveParameter = /[?&]save=(\d+)/;
/** Files of the last save that was loaded: the scrapers, and what they import. */
const filesOfSave = new Map<number, Set<string>>();

/**
 * Resolves 'newshawk' to this program, so scrapers work in folders without an installed package. Loads scraper files as TypeScript modules, whatever the nearest
 * package.json says.
 */
function hookImports(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'newshawk')
        return { url: kitUrl, format: isSource ? 'module-typescript' : 'module', shortCircuit: true };
      const resolved = withSave(next(specifier, context), context.parentURL);
      return /\/(?:scraper|browsers\.config|alerts\.config)\.ts(?:\?|$)/.test(resolved.url)
        ? { ...resolved, format: 'module-typescript' }
        : resolved;
    },
  });
}

/** What a module of a save imports is of that save too, but packages and newshawk itself. */
function withSave<T extends { readonly url: string }>(resolved: T, parentUrl: string | undefined): T {
  const [, save] = saveParameter.exec(parentUrl ?? '') ?? [];
  if (save === undefined || !resolved.url.startsWith('file:') || resolved.url.includes('/node_modules/'))
    return resolved;
  filesOfSave.get(Number(save))?.add(fileURLToPath(resolved.url));
  return saveParameter.test(resolved.url) ? resolved : { ...resolved, url: `${resolved.url}?save=${save}` };
}

/** The files that loading a save has read so far: scrapers and what they import. */
export const loadedFiles = (save: number): readonly string[] => [...(filesOfSave.get(save) ?? [])].sort();

function addressOf(file: string, save: number): string {
  if (save === 0) return pathToFileURL(file).href;
  if (!filesOfSave.has(save)) filesOfSave.clear();
  const files = filesOfSave.get(save) ?? new Set<string>();
  filesOfSave.set(save, files.add(file));
  return `${pathToFileURL(file).href}?save=${save}`;
}

/**
 * Loads a user's module. If the module ends the process, an exit handler reports it on stderr and sets the exit code `configuration`.
 * @returns its default export
 * @param save a higher number loads the file, and what it imports, again; 0: once per process
 * @throws what the module throws, or Error after `limitMs`; `mistakesOf` explains both
 */
export async function importDefault(file: string, limitMs = loadLimitMs, save = 0): Promise<unknown> {
  hookImports();
  const endsProcess = () => {
    process.stderr.write(`${file} ended the program while it was loaded: a definition may have no effects.\n`);
    process.exitCode = exitCodes.configuration;
  };
  process.once('exit', endsProcess);
  const over = new AbortController();
  try {
    const module = runAs(file, () => import(/* @vite-ignore */ addressOf(file, save))) as Promise<{
      readonly default?: unknown;
    }>;
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
  /** For a union: the issues by each of its forms. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Explains what is wrong with a user's module: one line per field that a schema refuses; other errors with file and line. */
export function mistakesOf(error: unknown, file: string): string[] {
  const issues: unknown = error instanceof Error && 'issues' in error ? error.issues : undefined;
  if (Array.isArray(issues))
    return (issues as Issue[])
      .flatMap(meantForm)
      .map(({ path, message }) => `${path.length === 0 ? 'the definition' : path.join('.')}: ${message}`);
  if (!(error instanceof Error)) return [`can't be loaded: ${String(error)}`];
  return [`can't be loaded: ${placeOf(error, file)}${error.message}`];
}

/** The issues by the form of a union that the user meant: the only one that accepts values of this type. */
function meantForm(issue: Issue): readonly Issue[] {
  const forms = (issue.errors ?? []).filter(
    (form) => !form.some(({ code, path }) => /^invalid_(type|value)$/.test(code) && path.length === 0),
  );
  const [meant] = forms;
  if (issue.code !== 'invalid_union' || meant === undefined || forms.length > 1) return [issue];
  return meant.flatMap((inner) => meantForm({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The file and line of an error: its stack begins with the file, or names it in the first frame. */
function placeOf({ stack = '' }: Error, file: string): string {
  const [, url, line] =
    /^\s*(?:at )?(?:.*\()?((?:file:\/\/|[A-Za-z]:)?[/\\][^\s:()]*):(\d+)(?::\d+)?\)?$/m.exec(stack) ?? [];
  if (url === undefined || url.includes('node_modules')) return '';
  const path = url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*$/, '')) : url;
  return path === file ? `line ${line}: ` : `${path}, line ${line}: `;
}
