import http from 'node:http';
import https from 'node:https';
import type { PictureDownloads } from '#core/pictures/picture-downloads.server.ts';
import { checkHost, describeError, isPublicNetwork, lookUpPublic } from '../network/public-network.ts';

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;

export interface PictureDownloadsOptions {
  /** Tests allow other addresses. */
  isAllowed?: (address: string) => boolean;
  allowsHttp?: boolean;
  /** Limit for a file with all its redirects. */
  timeoutMs?: number;
}

/** This problem stays when the file is fetched again. */
class FinalProblem extends Error {}

export function createPictureDownloads({
  isAllowed = isPublicNetwork,
  allowsHttp = false,
  timeoutMs = TIMEOUT_MS,
}: PictureDownloadsOptions = {}): PictureDownloads {
  return {
    async fetch(address, { maxBytes }, stop) {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      try {
        let url = new URL(address);
        for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
          if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))
            throw new FinalProblem('The address is not https');
          const response = await get(url, { signal, isAllowed });
          const { statusCode: status = 0, headers } = response;
          if (status >= 300 && status < 400 && headers.location !== undefined) {
            response.destroy();
            if (!URL.canParse(headers.location, url)) throw new FinalProblem('It leads to no address');
            url = new URL(headers.location, url);
            continue;
          }
          return await readAnswer(response, { status, maxBytes });
        }
        throw new FinalProblem(`It leads to more than ${MAX_REDIRECTS} other addresses`);
      } catch (error) {
        // The process is stopping, so this was no attempt.
        stop.throwIfAborted();
        if (error instanceof FinalProblem) return { problem: error.message, isFinal: true };
        const failure = error as NodeJS.ErrnoException;
        return { problem: describeError(failure, signal.aborted), isFinal: failure.code === 'EPRIVATE' };
      }
    },
  };
}

interface Get {
  signal: AbortSignal;
  isAllowed: (address: string) => boolean;
}

/** Connects only to an address that was checked. */
async function get(url: URL, { signal, isAllowed }: Get): Promise<http.IncomingMessage> {
  checkHost(url.hostname, isAllowed);
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const { request } = url.protocol === 'https:' ? https : http;
  const sent = request(url, {
    headers: { 'User-Agent': 'Partyard-Import/1', Accept: 'image/*', 'Accept-Encoding': 'identity' },
    signal,
    agent: false,
    lookup: lookUpPublic(isAllowed),
  });
  sent.on('response', resolve);
  sent.on('error', reject);
  sent.end();
  return promise;
}

async function readAnswer(
  response: http.IncomingMessage,
  { status, maxBytes }: { status: number; maxBytes: number },
): Promise<{ content: Uint8Array<ArrayBuffer> } | { problem: string; isFinal: boolean }> {
  try {
    if (status !== 200) {
      const isFinal = status < 500 && status !== 408 && status !== 429;
      return { problem: `The site answered ${status}`, isFinal };
    }
    const tooLarge = { problem: `The file is larger than ${maxBytes / 1_000_000} MB`, isFinal: true };
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) return tooLarge;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return tooLarge;
      chunks.push(chunk);
    }
    return { content: new Uint8Array(Buffer.concat(chunks)) };
  } finally {
    response.destroy();
  }
}
