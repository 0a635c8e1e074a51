/** A line of a process's log, as its heartbeat carries it: without secrets. */
export interface LogLine {
  /** Counts all lines of the process: a gap shows that lines are left out. */
  readonly n: number;
  /** ISO 8601. */
  readonly at: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
