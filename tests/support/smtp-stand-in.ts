import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** The steps that the server can refuse. 'dot' is after the whole message. */
type Step = 'greeting' | 'MAIL' | 'RCPT' | 'dot';

export interface SmtpStandIn extends AsyncDisposable {
  url: string;
  /** Accepted messages with headers, oldest first. */
  messages: string[];
  /** Senders of the envelopes, oldest first. */
  senders: string[];
  /** 'lose the response' accepts the message and closes the connection; 'drop' closes it within the message. */
  behavior: 'accept' | 'refuse' | 'hang' | 'drop' | 'lose the response';
  refuses: { step: Step; code: number } | undefined;
  late: ({ step: 'greeting' | 'dot' } & ({ milliseconds: number } | { until: Promise<void> })) | undefined;
}

/** Starts a mail server on loopback. With `secure`, it uses TLS with a self-signed certificate. */
export async function startSmtpStandIn({ secure = false } = {}): Promise<SmtpStandIn> {
  const messages: string[] = [];
  const senders: string[] = [];
  async function answer(step: Step, done: (error?: Error | null) => void) {
    const { late } = standIn;
    if (late?.step === step) await ('until' in late ? late.until : wait(late.milliseconds));
    const { refuses } = standIn;
    if (refuses?.step !== step) return done();
    done(Object.assign(new Error('Not here'), { responseCode: refuses.code }));
  }
  const server = new SMTPServer({
    secure,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onConnect: (_session, done) => void answer('greeting', done),
    onMailFrom: ({ address }, _session, done) => {
      senders.push(address);
      void answer('MAIL', done);
    },
    onRcptTo: (_address, _session, done) => void answer('RCPT', done),
    onData(stream, _session, done) {
      if (standIn.behavior === 'drop') for (const client of clients) client.destroy();
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

  async function take(stream: Readable, done: (error?: Error | null) => void) {
    const { behavior } = standIn;
    const message = await text(stream).catch(() => undefined);
    // The client disconnected within the message.
    if (message === undefined || behavior === 'hang') return;
    if (behavior === 'refuse') return done(new Error('No such mailbox here'));
    if (standIn.refuses?.step !== 'dot') messages.push(message);
    if (behavior === 'lose the response') for (const client of clients) client.destroy();
    else await answer('dot', done);
  }

  const standIn: SmtpStandIn = {
    url: secure ? `smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false` : `smtp://127.0.0.1:${port}`,
    messages,
    senders,
    behavior: 'accept',
    refuses: undefined,
    late: undefined,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return standIn;
}
