import { createHmac, hkdfSync } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Webhooks } from '#core/api/webhooks.server.ts';
import {
  checkHost,
  describeError,
  findPrivateAddress,
  isPublicNetwork,
  lookUpPublic,
} from '../network/public-network.ts';

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
        const status = await post(target, { headers, body, signal, isAllowed });
        return { delivered: status >= 200 && status < 300, outcome: `Answered ${status}` };
      } catch (error) {
        // The process is stopping, so this was no attempt.
        stop.throwIfAborted();
        return { delivered: false, outcome: describeError(error as NodeJS.ErrnoException, signal.aborted) };
      }
    },
  };
}

interface Post {
  headers: http.OutgoingHttpHeaders;
  body: string;
  signal: AbortSignal;
  isAllowed: (address: string) => boolean;
}

/** Sends the data, follows no redirect and reads no answer. Connects only to a checked address. @returns the status. */
function post(url: URL, { headers, body, signal, isAllowed }: Post): Promise<number> {
  checkHost(url.hostname, isAllowed);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { request } = url.protocol === 'https:' ? https : http;
  const sent = request(url, {
    method: 'POST',
    headers,
    signal,
    agent: false,
    lookup: lookUpPublic(isAllowed),
  });
  sent.on('response', (response) => {
    response.on('error', () => undefined);
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
