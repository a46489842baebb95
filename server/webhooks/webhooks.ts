import { createHmac, hkdfSync } from 'node:crypto';
import type { Webhooks } from '#core/api/webhooks.server.ts';
import { exchange } from '../network/exchange.ts';
import { describeError, findPrivateAddress, isPublicNetwork } from '../network/public-network.ts';

const TIMEOUT_MS = 10_000;

export interface WebhooksOptions {
  secret: string;
  /** Tests allow private networks and HTTP. */
  allowsPrivate?: boolean;
  timeoutMs?: number;
}

export function createWebhooks({
  secret,
  allowsPrivate = false,
  timeoutMs = TIMEOUT_MS,
}: WebhooksOptions): Webhooks {
  const secretOf: Webhooks['secretOf'] = (webhookId) =>
    `whsec_${Buffer.from(hkdfSync('sha256', secret, webhookId, 'partyard webhook', 32)).toString('base64url')}`;
  const isAllowed = (address: string) => allowsPrivate || isPublicNetwork(address);
  return {
    secretOf,
    findProblem: (url) => findPrivateAddress(new URL(url).hostname, isAllowed),
    async send({ webhookId, url, body }, stop) {
      const time = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secretOf(webhookId)).update(`${time}.${body}`).digest('hex');
      const target = new URL(url);
      if (target.protocol !== 'https:' && !allowsPrivate)
        return { delivered: false, outcome: 'The address is not https' };
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Partyard-Webhooks/1',
        'Partyard-Signature': `t=${time},v1=${signature}`,
      };
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      try {
        const { status } = await exchange(target, { method: 'POST', headers, body, signal, isAllowed });
        return { delivered: status >= 200 && status < 300, outcome: `Answered ${status}` };
      } catch (error) {
        // The process is stopping, so this was no attempt.
        stop.throwIfAborted();
        return { delivered: false, outcome: describeError(error as NodeJS.ErrnoException, signal.aborted) };
      }
    },
  };
}
