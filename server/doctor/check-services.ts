import { createTransport } from 'nodemailer';
import { Stripe } from 'stripe';
import type { Env } from '../env.ts';
import { parseApiBase } from '../payments/stripe.ts';
import { reason } from '../start-error.ts';
import { type Check, fix, type Finding, note, ok } from './findings.ts';

const TIMEOUT_MS = 5_000;

/** Connects to the mail server, greets it, signs in, and sends nothing. */
export function checkMail({ smtp }: Env): Check {
  return {
    name: 'Mail',
    async look() {
      if (!smtp) return [note('is kept in the mailbox page, because SMTP_URL is not set')];
      const { host } = new URL(smtp.smtpUrl);
      const transport = createTransport({
        url: smtp.smtpUrl,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        dnsTimeout: TIMEOUT_MS,
      });
      try {
        await transport.verify();
        return [ok(`${host} accepts the shop`)];
      } catch (error) {
        const { responseCode } = error as { responseCode?: number };
        return [
          fix(
            `${host} does not accept the shop: ${reason(error)}`,
            responseCode === 535
              ? 'Correct name and password in SMTP_URL.'
              : 'Check host, port and protocol in SMTP_URL, and the firewall.',
          ),
        ];
      } finally {
        transport.close();
      }
    },
  };
}

/** Reads one event, just like the shop does every two minutes. */
export function checkStripe({ stripe: keys, production }: Env): Check {
  return {
    name: 'Payments',
    async look() {
      if (!keys) return [note('use the test page, because STRIPE_SECRET_KEY is not set')];
      const { secretKey, webhookSecret, apiBase } = keys;
      const found: Finding[] = [];
      if (!/^(sk|rk)_(live|test)_\w+$/.test(secretKey))
        found.push(
          fix('STRIPE_SECRET_KEY does not look like a key.', 'A secret key begins with sk_ or rk_.'),
        );
      if (!webhookSecret.startsWith('whsec_'))
        found.push(
          fix(
            'STRIPE_WEBHOOK_SECRET does not look like a secret of a webhook.',
            "Copy the 'Signing secret' of the webhook, which begins with whsec_.",
          ),
        );
      if (found.length > 0) return found;
      const stripe = new Stripe(secretKey, {
        ...(apiBase !== undefined && parseApiBase(apiBase)),
        timeout: TIMEOUT_MS,
        maxNetworkRetries: 0,
        telemetry: false,
      });
      try {
        await stripe.events.list({ limit: 1 });
        return [ok(`Stripe accepts the ${/_live_/.test(secretKey) ? 'live' : 'test'} key`)];
      } catch (error) {
        if (error instanceof Stripe.errors.StripeAuthenticationError)
          return [fix('Stripe does not know STRIPE_SECRET_KEY.', "Copy it from Stripe's dashboard.")];
        if (error instanceof Stripe.errors.StripePermissionError)
          return [fix('The Stripe key may not read events.', 'Give it the rights of docs/payments.md.')];
        const what = `Stripe can't be reached: ${reason(error)}`;
        return [production ? fix(what, 'Check the firewall and STRIPE_API_BASE.') : note(what)];
      }
    },
  };
}

/** Asks for a page that names the public address. */
export function checkAddresses({ host, port, siteUrl }: Env): Check[] {
  const localHost = ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host;
  const local = `http://${localHost.includes(':') ? `[${localHost}]` : localHost}:${port}`;
  return [
    {
      name: 'Shop',
      look: async () =>
        (await readRobots(local)).text === undefined
          ? [note(`No shop answers at ${local}: it is stopped, or runs elsewhere.`)]
          : [ok(`answers at ${local}`)],
    },
    {
      name: 'Address',
      async look() {
        if (siteUrl === undefined) return [note('SITE_URL is not set')];
        const { text, problem } = await readRobots(siteUrl);
        const advice = 'Check the DNS, the certificate, the proxy, and SITE_URL.';
        if (text === undefined) {
          const isRunning = (await readRobots(local)).text !== undefined;
          const what = `${siteUrl} does not answer: ${problem}.`;
          return [isRunning ? fix(what, advice) : note(what)];
        }
        return text.includes(`${siteUrl}/sitemap.xml`)
          ? [ok(`${siteUrl} leads to the shop`)]
          : [fix(`${siteUrl} leads to another shop, or to one with another SITE_URL.`, advice)];
      },
    },
  ];
}

async function readRobots(site: string): Promise<{ text?: string; problem?: string }> {
  try {
    const answer = await fetch(`${site}/robots.txt`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) return { problem: `status ${answer.status}` };
    return { text: await answer.text() };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return { problem: reason(cause ?? error) };
  }
}
