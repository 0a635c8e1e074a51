import { Collection, type CommandStartedEvent, MongoClient } from 'mongodb';
import { vi } from 'vitest';

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

export interface SentCommand {
  readonly name: string;
  readonly collection: string;
  readonly command: CommandStartedEvent['command'];
}

/** The commands that the clients send which are made until `stop`, in the order of sending. Their URL must have `monitorCommands=true`. */
export function recordCommands(): { readonly sent: SentCommand[]; stop(): void } {
  const sent: SentCommand[] = [];
  const { connect } = MongoClient.prototype;
  const spy = vi.spyOn(MongoClient.prototype, 'connect').mockImplementation(function (this: MongoClient) {
    if (this.listenerCount('commandStarted') === 0)
      this.on('commandStarted', ({ commandName, command }) => {
        const collection = command[commandName];
        if (typeof collection === 'string') sent.push({ name: commandName, collection, command });
      });
    return connect.call(this);
  });
  return { sent, stop: () => spy.mockRestore() };
}
