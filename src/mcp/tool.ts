import type { McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { CommandError, kindOf, NewshawkError } from '../errors.ts';
import { redactText } from '../printable.ts';
import { withoutControls } from '../text/characters.ts';

/** What a tool gives: `data` for programs, `text` for a model that reads only text. */
export interface ToolAnswer<T> {
  readonly data: T;
  readonly text: string;
}

export interface ToolCall {
  /** Aborts when the client cancels the call, or is gone. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is, where it asked for that. @param done never lower than before @param total null: unknown */
  readonly progress: (done: number, total: number | null, message: string) => void;
}

/** One tool: its schemas are its documentation and the check of what arrives. */
export interface Tool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  readonly annotations: ToolAnnotations;
  readonly run: (app: App, input: z.output<In>, call: ToolCall) => Promise<ToolAnswer<z.input<Out>>>;
}

/** Keeps the types of the schemas for `run`. */
export const defineTool = <In extends z.ZodObject, Out extends z.ZodObject>(tool: Tool<In, Out>): Tool =>
  tool as unknown as Tool;

/** The user's mistake, or what the page or store lacks: the message says what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

export function registerTool(server: McpServer, app: App, tool: Tool): void {
  const { name, title, description, input, output, annotations, run } = tool;
  server.registerTool(
    name,
    { title, description, inputSchema: input.strict(), outputSchema: output, annotations: { title, ...annotations } },
    async (args, context) => {
      const { signal } = context.mcpReq;
      try {
        const answer = await untilAborted(run(app, args, { signal, progress: progressOf(context, app) }), signal);
        // through JSON: dates become text, and what is undefined is left out
        const structuredContent = JSON.parse(JSON.stringify(answer.data)) as Record<string, unknown>;
        return { content: [{ type: 'text', text: withoutControls(answer.text) }], structuredContent };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: errorText(error, name, app) }] };
      }
    },
  );
}

/** A page that is being read can't be stopped: the client gets its answer at once, and the page's own limits end the rest. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new ToolError('The call was cancelled.'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  work.catch(() => {}); // after a cancelled call nobody waits for it
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

function progressOf({ mcpReq }: ServerContext, { log }: App): ToolCall['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = -1;
  return (done, total, message) => {
    if (done <= last) return; // the protocol wants it to grow
    last = done;
    const params = {
      progressToken,
      progress: done,
      ...(total === null ? {} : { total }),
      message: withoutControls(message),
    };
    mcpReq
      .notify({ method: 'notifications/progress', params })
      .catch((error: Error) => log.debug('mcp.progress-failed', { message: error.message }));
  };
}

/** An error of a person or of the page is shown to the model; a bug is logged, and its stack stays here. */
function errorText(error: unknown, tool: string, { log }: App): string {
  if (error instanceof ToolError || error instanceof CommandError) return redactText(error.message);
  if (error instanceof NewshawkError && error.kind !== 'bug') return redactText(`${error.message} (${error.kind})`);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  log.error('mcp.failed', { tool, kind: kindOf(error), message, stack });
  return `This is a bug in newshawk, not a mistake of the call: ${redactText(message)}. The server's log on stderr says more.`;
}
