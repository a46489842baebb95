import { connect } from 'node:net';
import { Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import { embedPictures, type PictureReader } from './embed-pictures.ts';
import { reason } from '../start-error.ts';

/** The sender according to the settings. */
export interface MailSender {
  /** Null means the name in MAIL_FROM, or the shop's. */
  name: string | null;
  /** Null means the address in MAIL_FROM. */
  address: string | null;
  shopName: string;
  /** Gets the mails to the shop itself, unless SHOP_MAIL_TO names another address. */
  shopEmail: string;
}

export interface OutgoingMail {
  id: string;
  sender: MailSender;
  recipient: string | null;
  replyTo: string | null;
  subject: string;
  body: string;
  html: string | null;
  /** Ids of earlier mails of the same thread, the last one last. */
  follows?: string[] | null;
  /** This address ends mails like this one. */
  unsubscribeUrl?: string | null;
}

export type Delivery =
  | { result: 'sent' }
  /** The mail server did not accept the mail. `permanent` means that it refused the recipient or the mail. */
  | { result: 'not sent'; error: string; permanent: boolean }
  /** The mail server got the whole mail, but its response was lost. */
  | { result: 'unknown'; error: string };

interface DeliveryOptions {
  /** Called before the final dot, which makes the server responsible for the mail. Nothing is sent if it throws. */
  handOver: () => Promise<void>;
  signal: AbortSignal;
}

export interface MailTransport {
  /** True if the mailbox page shows the mails with their links. */
  keepsSecrets?: boolean;
  /** Never throws. */
  deliver(mail: OutgoingMail, options: DeliveryOptions): Promise<Delivery>;
}

/** Milliseconds. */
interface Timeouts {
  connect: number;
  greeting: number;
  /** Time for each response, including the one to the final dot. */
  response: number;
  mail: number;
}

/** The minimum of RFC 5321 (4.5.3.2): 5 minutes for the greeting, 10 minutes after the final dot. */
export const TIMEOUTS: Timeouts = {
  connect: 30_000,
  greeting: 5 * 60_000,
  response: 10 * 60_000,
  mail: 45 * 60_000,
};

export interface SmtpOptions {
  smtpUrl: string;
  /** 'Shop <mail@shop.example>' or only the address, which is also that of the envelope. */
  from: string;
  shopMailTo?: string | undefined;
  timeouts?: Partial<Timeouts>;
  /** Makes pictures of the shop a part of the mail. If it is missing, they stay at the shop's address. */
  readPicture?: PictureReader | undefined;
}

/** Sends mail by SMTP. `smtpUrl` looks like smtp://user:password@host:587, or smtps. */
export function smtpTransport(options: SmtpOptions): MailTransport {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const own = readSender(options.from);
  const host = own.address.split('@')[1] ?? 'localhost';
  return {
    async deliver(mail, { handOver, signal }) {
      const { id, sender, recipient, replyTo, subject, body, html, follows, unsubscribeUrl } = mail;
      const to = recipient ?? options.shopMailTo ?? sender.shopEmail;
      const messageId = (mailId: string) => `<${mailId}@${host}>`;
      const thread = follows?.map(messageId) ?? [];
      const gate = gateBeforeDot(handOver);
      const transport = createTransport({
        url: options.smtpUrl,
        getSocket: (server, done) => openConnection(server, timeouts.connect, done),
        connectionTimeout: timeouts.connect + 2 * timeouts.greeting,
        greetingTimeout: timeouts.greeting,
        socketTimeout: timeouts.response,
      });
      transport.use('stream', ({ message }, done) => {
        message.transform(gate.stream);
        done();
      });
      try {
        const embedded = html ? await embedPictures(html, options.readPicture) : undefined;
        await transport.sendMail({
          // Text could be parsed as several addresses, so these are objects.
          from: {
            name: sender.name ?? (own.name || sender.shopName),
            address: sender.address ?? own.address,
          },
          to: { name: '', address: to },
          // Failures return to the address that the mail server knows.
          envelope: { from: own.address, to: [to] },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          text: body,
          ...embedded,
          // This prevents automatic replies.
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
          ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
          // This lets mail programs recognize a second copy.
          messageId: messageId(id),
          ...(thread.length > 0 && { inReplyTo: thread.at(-1), references: thread }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.mail)]),
        });
        return { result: 'sent' };
      } catch (error) {
        await gate.settled();
        return gate.passed && responseCode(error) === undefined
          ? { result: 'unknown', error: reason(error) }
          : { result: 'not sent', error: reason(error), permanent: isPermanent(error) };
      }
    },
  };
}

function readSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = from.match(/^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/) ?? [];
  return { name, address: address.trim() };
}

/** Creates a stream that ends after `handOver`. The final dot follows its end. */
function gateBeforeDot(handOver: () => Promise<void>) {
  let handingOver: Promise<void> | undefined;
  const gate = {
    passed: false,
    stream: new Transform({
      transform: (chunk, _encoding, done) => done(null, chunk),
      flush: (done) => void end(done),
    }),
    settled: async () => {
      await handingOver?.catch(() => undefined);
    },
  };
  async function end(done: (error?: Error) => void) {
    try {
      handingOver = handOver();
      await handingOver;
      gate.passed = !gate.stream.destroyed;
      done();
    } catch (error) {
      done(error as Error);
    }
  }
  return gate;
}

/** Opens a connection with a separate timeout. nodemailer's includes the greeting. */
function openConnection(
  server: { host?: string; port?: number | string; secure?: boolean },
  milliseconds: number,
  done: (error: Error | null, opened?: { connection: ReturnType<typeof connect> }) => void,
): void {
  const { host = 'localhost', secure = false, port = secure ? 465 : 587 } = server;
  const connection = connect({ host, port: Number(port) });
  const timer = setTimeout(
    () => connection.destroy(new Error(`No connection to the mail server ${host}:${port} (timeout)`)),
    milliseconds,
  );
  connection.once('connect', () => {
    clearTimeout(timer);
    connection.off('error', fail);
    done(null, { connection });
  });
  connection.once('error', fail);
  function fail(error: Error) {
    clearTimeout(timer);
    done(error);
  }
}

/** Refused senders and logins are not permanent, because the operator can fix them. */
function isPermanent(error: unknown): boolean {
  const { command, code } = error as { command?: string; code?: string };
  if (code === 'EENVELOPE' && command === 'API') return true;
  return (responseCode(error) ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

function responseCode(error: unknown): number | undefined {
  return (error as { responseCode?: number }).responseCode;
}

/** Leaves mails in the table for the mailbox page. Production has no such page, so its mails keep no secrets. */
export function mailboxTransport({ hasPage = true } = {}): MailTransport {
  return { keepsSecrets: hasPage, deliver: async () => ({ result: 'sent' }) };
}
