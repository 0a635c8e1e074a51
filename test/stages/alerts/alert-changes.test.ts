import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/model/publish/alert.ts';
import { alertChanges, muted, newAlert } from '../../../src/stages/alerts/alert-changes.ts';
import type { Condition } from '../../../src/stages/alerts/condition.ts';

const minute = 60_000;
const start = new Date('2026-11-21T08:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * minute);
const condition = (subject: string, level: Condition['level'] = 'opens'): Condition => ({
  kind: 'site-failing',
  rule: 'site-failing',
  subject,
  site: subject,
  title: `${subject} fails`,
  evidence: { visits: 20 },
  level,
});
const change = (stored: readonly Alert[], conditions: readonly Condition[], now = at(1)) =>
  alertChanges(stored, conditions, now, () => 'it is gone');
/** As receivers are told. */
const told = (alert: Alert, receivers = ['hooks.example#1']): Alert => ({
  ...alert,
  telling: null,
  ...(alert.telling?.what !== 'resolved' && { toldTo: receivers }),
  toldAt: at(1),
  version: alert.version + 1,
});
const opened = (): Alert => newAlert(condition('a'), 'open', start);

describe('changes of alerts', () => {
  it('opens once, stays, and is resolved when its cause is gone', () => {
    const [alert] = change([], [condition('a')], start);
    expect(alert).toEqual(opened());
    const open = told(opened());
    expect(change([open], [condition('a')])).toEqual([]);
    expect(change([open], [condition('a')], at(11))).toMatchObject([{ lastSeenAt: at(11), telling: null, times: 1 }]);
    expect(change([open], [], at(3))).toMatchObject([
      { state: 'resolved', resolvedAt: at(3), resolution: 'it is gone', telling: { what: 'resolved', batch: null } },
    ]);
  });

  it('neither opens nor ends where a rule only holds', () => {
    expect(change([], [condition('a', 'holds')])).toEqual([]);
    expect(change([told(opened())], [condition('a', 'holds')], at(99))).toEqual([]);
  });

  it('send no end of an alert that nobody was notified of', () => {
    expect(change([opened()], [])).toMatchObject([{ state: 'resolved', telling: null }]);
    expect(change([told(opened(), [])], [])).toMatchObject([{ state: 'resolved', telling: null }]);
  });

  it('open the same alert again; where no end was sent, receivers are not notified', () => {
    const [ended] = change([told(opened())], []);
    if (ended === undefined) throw new Error('it did not end');
    expect(change([ended], [condition('a')], at(5))).toMatchObject([
      { state: 'open', times: 2, telling: null, toldTo: ['hooks.example#1'], resolvedAt: null },
    ]);
    expect(change([told(ended)], [condition('a')], at(5))).toMatchObject([
      { id: ended.id, state: 'open', times: 2, openedAt: at(5), telling: { what: 'opened', batch: null }, toldTo: [] },
    ]);
  });

  it('leaves an alert alone whose message is on its way', () => {
    const onItsWay = { ...opened(), telling: { what: 'opened', to: null, batch: 'b' } } as const;
    expect(change([onItsWay], [], at(5))).toEqual([]);
    expect(change([onItsWay], [condition('a')], at(50))).toEqual([]);
  });

  it('is silent while it is muted, and also of its end', () => {
    const quiet = muted(opened(), at(1));
    expect(quiet.telling).toBeNull();
    const [ended] = change([muted(told(opened()), at(1))], []);
    expect(ended).toMatchObject({ state: 'resolved', telling: null });
    if (ended !== undefined)
      expect(change([ended], [condition('a')])).toMatchObject([{ state: 'open', telling: null }]);
    expect(muted(quiet, null)).toMatchObject({ mutedAt: null, telling: null });
  });

  it('send openings and ends in turns, whatever happens and whenever messages go out', () => {
    const step = fc.record({
      level: fc.constantFrom('opens', 'holds', null),
      tells: fc.boolean(),
      mutes: fc.constantFrom(true, false, null, null, null),
      minutes: fc.integer({ min: -30, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let alert: Alert | undefined;
        let minutes = 0;
        const messages: string[] = [];
        const tell = () => {
          if (!alert?.telling) return;
          messages.push(alert.telling.what);
          alert = told(alert);
        };
        for (const { level, tells, mutes, minutes: passed } of steps) {
          minutes += passed;
          const [next] = change(
            alert === undefined ? [] : [alert],
            level === null ? [] : [condition('a', level)],
            at(minutes),
          );
          if (next !== undefined) expect(next.version).toBe((alert?.version ?? 0) + 1);
          alert = next ?? alert;
          if (mutes !== null && alert !== undefined) alert = muted(alert, mutes ? at(minutes) : null);
          if (tells) tell();
          if (level === 'opens') expect(alert?.state).toBe('open');
          if (level === null && alert !== undefined) expect(alert.state).toBe('resolved');
        }
        // an end never comes without its opening, nor twice
        const ends = messages.flatMap((what, index) => (what === 'resolved' ? [messages[index - 1]] : []));
        expect(ends.every((before) => before === 'opened')).toBe(true);
        expect(new Set(messages).size).toBeLessThanOrEqual(2);
      }),
    );
  });
});
