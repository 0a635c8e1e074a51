import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a server answers to bytes that no client library sends, until it closes the connection. */
export async function rawAnswer(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return await text(socket);
}
