import type { ServerEvent, ServerEventType } from './server-event.ts';

/** What one client wants to be told. */
export interface EventChoice {
  readonly types: ReadonlySet<string>;
  /** Events of no site come too. Undefined: of all sites. */
  readonly site: string | undefined;
}

/** Frames of the same events for the same choice, as bytes. Made once for all clients: what waits for many slow ones is in memory once. */
export class EventFrames {
  readonly #made = new WeakMap<readonly ServerEvent[], Map<string, Buffer>>();

  /** @returns without bytes where none is wanted */
  of(events: readonly ServerEvent[], { types, site }: EventChoice): Buffer {
    const ofEvents = this.#made.get(events) ?? new Map<string, Buffer>();
    this.#made.set(events, ofEvents);
    const key = `${[...types].join()} ${site ?? ''}`;
    const made = ofEvents.get(key);
    if (made !== undefined) return made;
    const isWanted = ({ type, site: of }: ServerEvent): boolean =>
      type === 'events.lost' || (types.has(type) && (site === undefined || of === null || of === site));
    const frames = Buffer.from(events.filter(isWanted).map(frameOf).join(''));
    ofEvents.set(key, frames);
    return frames;
  }
}

/** JSON has no line breaks: one `data` line holds it. */
const frameOf = ({ id, type, at, site, data }: ServerEvent): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${type satisfies ServerEventType}\ndata: ${JSON.stringify({ type, at, site, data })}\n\n`;
