import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

type Params = Record<string, unknown>;
type Listener = (params: Params, sessionId: string) => void;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly sessionId?: string;
  readonly result?: Params;
  readonly error?: { readonly message: string };
}

/** What a browser needs to run quietly, no more. */
const flags =
  '--no-first-run --no-default-browser-check --headless --hide-scrollbars --mute-audio --disable-background-networking --disable-background-timer-throttling --disable-backgrounding-occluded-windows --disable-breakpad --disable-client-side-phishing-detection --disable-default-apps --disable-dev-shm-usage --disable-extensions --disable-hang-monitor --disable-ipc-flooding-protection --disable-popup-blocking --disable-prompt-on-repost --disable-renderer-backgrounding --disable-sync --force-color-profile=srgb --metrics-recording-only --password-store=basic --use-mock-keychain --blink-settings=imagesEnabled=false --disable-remote-fonts --remote-debugging-pipe'.split(
    ' ',
  );

/** A browser at the other end of its debugging pipe: messages are JSON, ended by a zero byte. */
export class CdpPipe implements AsyncDisposable {
  /** Hears all events. */
  onEvent: (method: string, ...event: Parameters<Listener>) => void = () => {};
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, { resolve(result: Params): void; reject(error: Error): void }>();
  #lastId = 0;
  #rest: Buffer[] = [];

  private constructor(child: ChildProcess, profile: string) {
    this.#process = child;
    this.#profile = profile;
    (child.stdio[4] as Duplex).on('data', (data: Buffer) => this.#read(data));
  }

  static async launch(executablePath: string, env: Readonly<Record<string, string>>): Promise<CdpPipe> {
    const profile = await mkdtemp(join(tmpdir(), 'newshawk-cdp-'));
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [...flags, ...sandbox, `--user-data-dir=${profile}`, 'about:blank'];
    const child = spawn(executablePath, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    return new CdpPipe(child, profile);
  }

  send<T = Params>(method: string, params: Params = {}, sessionId?: string): Promise<T> {
    const id = ++this.#lastId;
    (this.#process.stdio[3] as Duplex).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) =>
      this.#waiting.set(id, { resolve: (result) => resolve(result as T), reject }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.send('Browser.close').catch(() => {}); // its end is the answer
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #read(data: Buffer): void {
    let from = 0;
    for (let at = data.indexOf(0); at >= 0; at = data.indexOf(0, from)) {
      const text = Buffer.concat([...this.#rest, data.subarray(from, at)]).toString();
      this.#rest = [];
      from = at + 1;
      this.#take(JSON.parse(text) as Message);
    }
    if (from < data.length) this.#rest.push(data.subarray(from));
  }

  #take({ id, method, params = {}, sessionId = '', result = {}, error }: Message): void {
    if (id === undefined) {
      this.onEvent(method ?? '', params, sessionId);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
