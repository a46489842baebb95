import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface SmtpStandIn extends AsyncDisposable {
  /** For SMTP_URL. */
  url: string;
  /** What was accepted, headers and all, the oldest first. */
  letters: string[];
  /**
   * What becomes of the next letters: accepted, refused, neither while the connection stays open, or the connection
   * is dropped in the middle.
   */
  manner: 'accept' | 'refuse' | 'hang' | 'drop';
}

/** A mail server on loopback. */
export async function startSmtpStandIn(): Promise<SmtpStandIn> {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      if (standIn.manner === 'drop') for (const client of clients) client.destroy();
      else void take(stream, done);
    },
  });
  server.on('error', () => undefined);
  const clients = new Set<Socket>();
  server.server.on('connection', (client: Socket) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  async function take(stream: Readable, done: (error?: Error) => void) {
    const letter = await text(stream);
    if (standIn.manner === 'hang') return;
    if (standIn.manner === 'accept') letters.push(letter);
    done(standIn.manner === 'refuse' ? new Error('No such mailbox here') : undefined);
  }

  const standIn: SmtpStandIn = {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    manner: 'accept',
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return standIn;
}
