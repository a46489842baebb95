import http from 'node:http';
import https from 'node:https';
import { checkHost, lookUpPublic } from './public-network.ts';

interface Exchange {
  method: 'GET' | 'POST';
  headers: http.OutgoingHttpHeaders;
  body?: string;
  signal: AbortSignal;
  isAllowed: (address: string) => boolean;
  /** Bytes of the answer's body to read at most. Without it, none is read. */
  maxBytes?: number;
}

export interface Exchanged {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request, follows no redirect, and connects only to a checked address. @throws {Error} without an answer. */
export function exchange(url: URL, { method, headers, body, signal, isAllowed, maxBytes }: Exchange) {
  checkHost(url.hostname, isAllowed);
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const { request } = url.protocol === 'https:' ? https : http;
  const sent = request(url, { method, headers, signal, agent: false, lookup: lookUpPublic(isAllowed) });
  sent.on('response', (response) => {
    const { statusCode: status = 0, headers: answered } = response;
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => resolve({ status, headers: answered, body: Buffer.concat(chunks) });
    if (maxBytes === undefined) {
      response.on('error', () => undefined);
      finish();
      response.destroy();
      return;
    }
    response.on('error', reject);
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBytes) response.destroy(new TooLongError());
    });
    response.on('end', finish);
    // Without an end, the connection was lost.
    response.on('close', () => reject(new Error('The answer ended early')));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

export class TooLongError extends Error {}
