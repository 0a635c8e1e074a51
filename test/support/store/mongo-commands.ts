import { AsyncLocalStorage } from 'node:async_hooks';
import { Collection, type CommandStartedEvent, MongoClient } from 'mongodb';
import { vi } from 'vitest';
import type { Store } from '../../../src/storage/port.ts';

const writes = [
  'insertOne',
  'updateOne',
  'updateMany',
  'replaceOne',
  'bulkWrite',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
] as const;

/** Stands for a kill -9: after `count` writes to the server no further one comes through. */
export class Cut extends Error {}

/** @returns what `work` returned; or a `Cut`, where it wanted more than `count` writes */
export async function withWrites<T>(count: number, work: () => Promise<T>): Promise<T | Cut> {
  let left = count;
  const spies = writes.map((name) => {
    const real = Collection.prototype[name] as (...parameters: unknown[]) => Promise<unknown>;
    return vi.spyOn(Collection.prototype, name).mockImplementation(async function (
      this: Collection,
      ...parameters: unknown[]
    ) {
      if (left === 0) throw new Cut('killed');
      left -= 1;
      return (await real.apply(this, parameters)) as never;
    } as never);
  });
  try {
    return await work();
  } catch (error) {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      if (cause instanceof Cut) return cause;
    throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** The method of the store that a command belongs to, such as `articles.find`; none: the store is being opened. */
const method = new AsyncLocalStorage<string>();

/** The method of a traced store that is running; null: none. */
export const runningMethod = (): string | null => method.getStore() ?? null;

/** The same store; commands know which of its methods sent them. */
export function traced(store: Store): Store {
  return tracedPart(store, '');
}

function tracedPart<T extends object>(part: T, path: string): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      const there = path === '' ? String(name) : `${path}.${String(name)}`;
      if (typeof member === 'object' && member !== null && path === '') return tracedPart(member, there);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]) => {
        const result: unknown = method.run(there, () => Reflect.apply(member, target, parameters));
        return isAsyncIterable(result) ? tracedEach(result, there) : result;
      };
    },
  });
}

async function* tracedEach(items: AsyncIterable<unknown>, there: string): AsyncIterable<unknown> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await method.run(there, () => iterator.next());
      if (step.done) return;
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

export interface SentCommand {
  /** Null: the store is being opened. */
  readonly method: string | null;
  readonly name: string;
  readonly collection: string;
  readonly command: CommandStartedEvent['command'];
}

/** The commands that the clients send which are made until `stop`, in the order of sending. Their URL must have `monitorCommands=true`. */
export function recordCommands(): { readonly sent: SentCommand[]; stop(): void } {
  const sent: SentCommand[] = [];
  const stop = watchCommands((command) => sent.push(command));
  return { sent, stop };
}

/** Calls `see` with each command of the clients that are made until the returned function is called. Their URL must have `monitorCommands=true`. */
export function watchCommands(see: (command: SentCommand) => void): () => void {
  const { connect } = MongoClient.prototype;
  const spy = vi.spyOn(MongoClient.prototype, 'connect').mockImplementation(function (this: MongoClient) {
    if (this.listenerCount('commandStarted') === 0)
      this.on('commandStarted', ({ commandName, command }) => {
        const collection = command[commandName];
        if (typeof collection === 'string')
          see({ method: method.getStore() ?? null, name: commandName, collection, command });
      });
    return connect.call(this);
  });
  return () => spy.mockRestore();
}
