import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a teacher is asked: the request as it came. */
export interface TeacherQuestion {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model?: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format: { readonly json_schema: { readonly schema: { readonly required: readonly string[] } } };
  };
  /** Text of the blocks, by number. */
  readonly blocks: readonly string[];
  readonly url: string;
}

export interface FakeTeacher extends AsyncDisposable {
  readonly url: string;
  readonly questions: readonly TeacherQuestion[];
}

/** A chat-completions endpoint on this machine. @param reply answers, or returns the labels that it would answer */
export async function openFakeTeacher(
  reply: (question: TeacherQuestion, response: ServerResponse) => object | string | undefined,
): Promise<FakeTeacher> {
  const questions: TeacherQuestion[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const question = questionOf(request, text);
    questions.push(question);
    const labels = reply(question, response);
    if (labels === undefined) return;
    const content = typeof labels === 'string' ? labels : JSON.stringify(labels);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }], usage: { total_tokens: 900 } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    questions,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function questionOf({ headers }: IncomingMessage, text: string): TeacherQuestion {
  const body = JSON.parse(text) as TeacherQuestion['body'];
  const asked = body.messages.at(-1)?.content ?? '';
  const blocks = [...asked.matchAll(/^\[\d+\] <\w+> (.*)$/gm)].map(([, block = '']) => block);
  return { headers, body, blocks, url: /^Page: (\S+)/.exec(asked)?.[1] ?? '' };
}
