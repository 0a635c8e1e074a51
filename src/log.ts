import winston from 'winston';
import type { LogLine } from './model/crawl/worker-beat.ts';
import type { Log, LogFields } from './ports.ts';
import { isSecretName, printable, redactText } from './printable.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

interface LogOptions {
  readonly level: LogLevel;
  /** stderr, so that stdout is for data only. */
  readonly stream: NodeJS.WritableStream;
  /** One JSON object per line instead of text. */
  readonly json: boolean;
  /** Called with each line that is written. */
  readonly onLine?: (line: Omit<LogLine, 'n'>) => void;
}

/** Levels of nested values in a field; deeper ones are shown as `…`. */
const maxDepth = 6;
/** Characters. */
const maxTextLength = 2_000;

/** A log on winston: one line per outcome, without secrets and control characters. It never throws, whatever the fields hold. */
export function openLog({ level, stream, json, onLine = () => {} }: LogOptions): Log {
  const logger = winston.createLogger({
    level: level === 'silent' ? 'error' : level,
    silent: level === 'silent',
    format: winston.format.combine(
      winston.format.timestamp(),
      winston.format.printf((entry) => (json ? jsonLine(entry) : textLine(entry))),
    ),
    transports: [new winston.transports.Stream({ stream, eol: '\n' })],
  });
  const write =
    (severity: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: LogFields = {}): void => {
      // to redact the fields costs more than the rest of the line
      if (!logger.isLevelEnabled(severity)) return;
      const redacted = redactFields(fields);
      logger.log({ level: severity, message: event, fields: redacted });
      onLine({ at: new Date().toISOString(), level: severity, event, fields: redacted });
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** The fields without secrets, which are recognised by a field's name or by the form of a text. */
export function redactFields(fields: LogFields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecretName(name) && value != null ? '…' : redact(value, 0)]),
  );
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value.slice(0, maxTextLength));
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return redactText(value.message.slice(0, maxTextLength));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Map || value instanceof Set) return redact([...value], depth);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretName(name) ? '…' : redact(item, depth + 1)]),
  );
}

type Entry = winston.Logform.TransformableInfo;

const fieldsOf = (entry: Entry): Readonly<Record<string, unknown>> => entry.fields as Readonly<Record<string, unknown>>;

const jsonLine = (entry: Entry): string =>
  JSON.stringify({ at: entry.timestamp, level: entry.level, event: entry.message, ...fieldsOf(entry) });

function textLine(entry: Entry): string {
  const time = String(entry.timestamp).slice(11, 19);
  const fields = Object.entries(fieldsOf(entry)).filter(([, value]) => value !== undefined && value !== null);
  const shown = fields.map(([name, value]) => `${name}=${fieldText(value)}`);
  return [time, entry.level.padEnd(5), printable(String(entry.message)), ...shown].join(' ');
}

function fieldText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const shown = printable(text);
  return /[\s"=]/.test(shown) && typeof value === 'string' ? JSON.stringify(shown) : shown;
}
