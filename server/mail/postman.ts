import { createTransport } from 'nodemailer';

export interface Letter {
  id: string;
  /** Null: the shop itself. */
  recipient: string | null;
  replyTo: string | null;
  subject: string;
  body: string;
}

/** Takes mail to where it goes. */
export interface Postman {
  /** @throws when the mail server can't be reached or refuses. */
  deliver(letter: Letter): Promise<void>;
}

/** How long the mail server may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

export interface SmtpOptions {
  smtpUrl: string;
  /** The address that mail comes from. */
  from: string;
  /** Where the shop reads its own mail. */
  shopMailTo: string;
}

/** Sends through the mail server that `smtpUrl` names (smtp://user:password@host:587, or smtps). */
export function smtpPostman(options: SmtpOptions): Postman {
  const transport = createTransport(options.smtpUrl, { from: options.from });
  Object.assign(transport.options, {
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  const host = options.from.match(/@([^\s>]+)/)?.[1] ?? 'localhost';
  return {
    async deliver({ id, recipient, replyTo, subject, body }) {
      await transport.sendMail({
        to: recipient ?? options.shopMailTo,
        ...(replyTo && { replyTo }),
        subject,
        text: body,
        // The same for each try: a mail that went out just before a crash is known when it comes again.
        messageId: `<${id}@${host}>`,
      });
    },
  };
}

/** Leaves each mail where the mailbox page shows it. */
export function mailboxPostman(): Postman {
  return { deliver: async () => undefined };
}
