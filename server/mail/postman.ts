import { createTransport } from 'nodemailer';

export interface Letter {
  id: string;
  /** Null: the shop itself. */
  recipient: string | null;
  replyTo: string | null;
  subject: string;
  body: string;
  html: string | null;
}

/** Takes mail to where it goes. */
export interface Postman {
  /** It leaves mails in the table, where the mailbox page shows them with their links. */
  keepsSecrets?: boolean;
  /** @throws when the mail server can't be reached or refuses. */
  deliver(letter: Letter): Promise<void>;
}

/** How long the mail server may take to answer, in milliseconds. */
const TIMEOUT = 15_000;

/** And how long it may take over one mail in all, if it keeps answering; in milliseconds. */
const DEADLINE = 45_000;

export interface SmtpOptions {
  smtpUrl: string;
  /** The address that mail comes from. */
  from: string;
  /** Where the shop reads its own mail. */
  shopMailTo: string;
  /** Other than usual, in milliseconds. */
  timeout?: number;
}

/** Sends through the mail server that `smtpUrl` names (smtp://user:password@host:587, or smtps). */
export function smtpPostman(options: SmtpOptions): Postman {
  const { timeout = TIMEOUT } = options;
  const transport = createTransport(
    {
      url: options.smtpUrl,
      dnsTimeout: timeout,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    },
    { from: options.from },
  );
  const host = options.from.match(/@([^\s>]+)/)?.[1] ?? 'localhost';
  return {
    async deliver({ id, recipient, replyTo, subject, body, html }) {
      const sending = transport.sendMail({
        // One address each: nothing in it is read as a second one.
        to: { name: '', address: recipient ?? options.shopMailTo },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject,
        text: body,
        ...(html && { html }),
        // So that no machine answers it, and starts a conversation with ours.
        headers: { 'Auto-Submitted': 'auto-generated' },
        // The same for each try: a mail that went out just before a crash is known when it comes again.
        messageId: `<${id}@${host}>`,
      });
      await inTime(sending, DEADLINE);
    },
  };
}

async function inTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server takes too long')), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Leaves each mail where the mailbox page shows it; in production, no page does. */
export function mailboxPostman({ shown = true } = {}): Postman {
  return { keepsSecrets: shown, deliver: async () => undefined };
}
