import { connect } from 'node:net';
import { Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import { reason } from '../start-error.ts';

export interface OutgoingMail {
  id: string;
  /** Null: the shop itself. */
  recipient: string | null;
  replyTo: string | null;
  subject: string;
  body: string;
  html: string | null;
}

/** What became of a mail. */
export type Delivery =
  | { result: 'sent' }
  /** The mail server did not accept it. If that is permanent, it never will: the recipient or the mail is refused. */
  | { result: 'not sent'; error: string; permanent: boolean }
  /** The mail server got all of it, and its answer did not arrive. */
  | { result: 'unknown'; error: string };

interface DeliveryOptions {
  /**
   * Called when the mail server has all but the final dot, which makes it responsible for the mail. When it throws,
   * the dot is not sent and neither is the mail.
   */
  handOver: () => Promise<void>;
  /** Ends the delivery. */
  signal: AbortSignal;
}

/** Takes mail to where it goes. */
export interface MailTransport {
  /** It leaves mails in the table, where the mailbox page shows them with their links. */
  keepsSecrets?: boolean;
  /** Settles when the outcome is known, or can't be known any more. Does not throw. */
  deliver(mail: OutgoingMail, options: DeliveryOptions): Promise<Delivery>;
}

/** How long to wait for the mail server, in milliseconds. */
interface Patience {
  /** For a connection. Nothing was sent: there is nothing to lose by trying again. */
  connect: number;
  /** For its greeting. */
  greeting: number;
  /** For each answer that follows, the one to the final dot included. */
  answer: number;
  /** For one mail in all, if it keeps answering bit by bit. */
  mail: number;
}

/** The least that RFC 5321 (4.5.3.2) asks of a sender: five minutes for the greeting, ten after the final dot. */
export const PATIENCE: Patience = {
  connect: 30_000,
  greeting: 5 * 60_000,
  answer: 10 * 60_000,
  mail: 45 * 60_000,
};

export interface SmtpOptions {
  smtpUrl: string;
  /** The address that mail comes from. */
  from: string;
  /** Where the shop reads its own mail. */
  shopMailTo: string;
  /** Where it is not the usual. */
  patience?: Partial<Patience>;
}

/** Sends through the mail server that `smtpUrl` names (smtp://user:password@host:587, or smtps). */
export function smtpTransport(options: SmtpOptions): MailTransport {
  const patience = { ...PATIENCE, ...options.patience };
  const host = options.from.match(/@([^\s>]+)/)?.[1] ?? 'localhost';
  return {
    async deliver({ id, recipient, replyTo, subject, body, html }, { handOver, signal }) {
      const gate = gateBeforeDot(handOver);
      const transport = createTransport(
        {
          url: options.smtpUrl,
          getSocket: (server, done) => openConnection(server, patience.connect, done),
          // Lasts until the greeting and the switch to TLS, which follow a connection that is there.
          connectionTimeout: patience.connect + 2 * patience.greeting,
          greetingTimeout: patience.greeting,
          socketTimeout: patience.answer,
        },
        { from: options.from },
      );
      transport.use('stream', (mail, done) => {
        mail.message.transform(gate.stream);
        done();
      });
      try {
        await transport.sendMail({
          // One address each: nothing in it is read as a second one.
          to: { name: '', address: recipient ?? options.shopMailTo },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          text: body,
          ...(html && { html }),
          // So that no machine answers it, and starts a conversation with ours.
          headers: { 'Auto-Submitted': 'auto-generated' },
          // The same for each try: a copy that comes a second time is known by it.
          messageId: `<${id}@${host}>`,
          signal: AbortSignal.any([signal, AbortSignal.timeout(patience.mail)]),
        });
        return { result: 'sent' };
      } catch (error) {
        await gate.settled();
        return gate.passed && smtpAnswer(error) === undefined
          ? { result: 'unknown', error: reason(error) }
          : { result: 'not sent', error: reason(error), permanent: isPermanent(error) };
      }
    },
  };
}

/** Lets a message through, and its end only after `handOver`. What follows the end is the final dot. */
function gateBeforeDot(handOver: () => Promise<void>) {
  let handing: Promise<void> | undefined;
  const gate = {
    /** The dot was sent, or is about to be. */
    passed: false,
    stream: new Transform({
      transform: (chunk, _encoding, done) => done(null, chunk),
      flush: (done) => void end(done),
    }),
    /** Settles when `handOver` has, if it was called. */
    settled: async () => {
      await handing?.catch(() => undefined);
    },
  };
  async function end(done: (error?: Error) => void) {
    try {
      handing = handOver();
      await handing;
      // If the delivery has ended meanwhile, its connection takes no dot.
      gate.passed = !gate.stream.destroyed;
      done();
    } catch (error) {
      done(error as Error);
    }
  }
  return gate;
}

/** Opens a connection to the mail server, with a time limit of its own: nodemailer's includes the greeting. */
function openConnection(
  server: { host?: string; port?: number | string; secure?: boolean },
  milliseconds: number,
  done: (error: Error | null, found?: { connection: ReturnType<typeof connect> }) => void,
): void {
  const { host = 'localhost', secure = false, port = secure ? 465 : 587 } = server;
  const connection = connect({ host, port: Number(port) });
  const late = setTimeout(
    () => connection.destroy(new Error(`No connection to the mail server ${host}:${port} (timeout)`)),
    milliseconds,
  );
  connection.once('connect', () => {
    clearTimeout(late);
    connection.off('error', fail);
    done(null, { connection });
  });
  connection.once('error', fail);
  function fail(error: Error) {
    clearTimeout(late);
    done(error);
  }
}

/** Whether the recipient or the mail is refused for good. Refused senders and logins are the operator's to repair. */
function isPermanent(error: unknown): boolean {
  const { command, code } = error as { command?: string; code?: string };
  if (code === 'EENVELOPE' && command === 'API') return true;
  return (smtpAnswer(error) ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

/** The code that the mail server answered with, if its answer is why the delivery failed. */
function smtpAnswer(error: unknown): number | undefined {
  return (error as { responseCode?: number }).responseCode;
}

/** Leaves each mail where the mailbox page shows it; in production, no page does. */
export function mailboxTransport({ shown = true } = {}): MailTransport {
  return { keepsSecrets: shown, deliver: async () => ({ result: 'sent' }) };
}
