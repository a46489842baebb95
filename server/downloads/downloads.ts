import type { lookup } from 'node:dns';
import { readSourceAddress } from '#core/imports/sources/import-source.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { DownloadError, type Downloads } from '#core/platform/downloads.server.ts';
import { openSecret, type Sealing, sealSecret } from '../sealed-secret.ts';
import { isPublicNetwork } from '../network/public-network.ts';
import { fetchHttps } from './fetch-https.ts';
import { fetchSftp, findKeyProblem } from './fetch-sftp.ts';
import type { Timeouts } from './fetch.ts';
import { createTemporaryFile } from './temporary-file.ts';

export interface DownloadsOptions {
  secret: string;
  /** Tests pass a resolver, an authority, and addresses that are not public. */
  resolve?: typeof lookup;
  authority?: string;
  isAllowed?: (address: string) => boolean;
  maxBytes?: number;
  timeouts?: Timeouts;
}

const TIMEOUTS: Timeouts = { connect: 15_000, idle: 30_000, total: 15 * 60_000 };

export function createDownloads({
  secret,
  resolve,
  authority,
  isAllowed = isPublicNetwork,
  maxBytes = importLimits.fileBytes,
  timeouts = TIMEOUTS,
}: DownloadsOptions): Downloads {
  const sealing = (owner: string): Sealing => ({ secret, label: 'partyard import source', owner });
  return {
    seal: (text, owner) => sealSecret(text, sealing(owner)),
    findKeyProblem,
    async fetch(request, stop) {
      const address = readSourceAddress(request.address);
      if ('problem' in address) throw new DownloadError(address.problem);
      const { sealedSecret, owner } = request;
      const opened = sealedSecret === null ? undefined : openSecret(sealedSecret, sealing(owner));
      if (sealedSecret !== null && opened === undefined)
        throw new DownloadError('The stored credentials can’t be opened anymore. Please enter them again');
      const timeout = AbortSignal.timeout(timeouts.total);
      const signal = AbortSignal.any([stop, timeout]);
      const file = await createTemporaryFile(maxBytes);
      const options = { resolve, authority, isAllowed, maxBytes, timeouts };
      try {
        const fetch = address.protocol === 'https:' ? fetchHttps : fetchSftp;
        const fetched = await fetch({ ...request, secret: opened, file, signal, ...options }, address);
        if (fetched !== 'unchanged') return file.finish(fetched);
        await file[Symbol.asyncDispose]();
        return null;
      } catch (error) {
        await file[Symbol.asyncDispose]();
        // The process is stopping, so this was no attempt.
        stop.throwIfAborted();
        if (timeout.aborted)
          throw new DownloadError(`The file did not arrive within ${Math.ceil(timeouts.total / 60_000)} min`);
        throw describeError(error);
      }
    },
  };
}

const reasons: Record<string, string> = {
  EPRIVATE: 'The address is not on the public internet',
  ENOTFOUND: 'The host was not found',
  EAI_AGAIN: 'The host was not found',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before the file was complete',
  EPIPE: 'The connection was closed before the file was complete',
  ETIMEDOUT: 'The server did not answer in time',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the server is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is for another host',
  ENOSPC: 'The disk of the shop is full',
};

/** Messages of libraries may quote what was sent: they are not shown. */
function describeError(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  const { code = '' } = error as { code?: unknown };
  const reason = reasons[String(code)];
  return new DownloadError(reason ?? `No connection (${String(code).slice(0, 60) || 'unknown error'})`);
}
