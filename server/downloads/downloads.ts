import type { lookup } from 'node:dns';
import { readSourceAddress, type SourceAddress } from '#core/imports/sources/import-source.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { DownloadError, type DownloadRequest, type Downloads } from '#core/platform/downloads.server.ts';
import { openSecret, type Sealing, sealSecret } from '../sealed-secret.ts';
import { isPublicNetwork } from '../network/public-network.ts';
import { fetchHttps } from './fetch-https.ts';
import { fetchSftp, findKeyProblem, sendSftp } from './fetch-sftp.ts';
import type { Fetch, Timeouts } from './fetch.ts';
import { fetchFromFolder, sendToFolder } from './folder.ts';
import { createTemporaryFile } from './temporary-file.ts';

export interface DownloadsOptions {
  secret: string;
  /** Folder on this machine that may have files to import. */
  folder?: string | undefined;
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
  folder,
  resolve,
  authority,
  isAllowed = isPublicNetwork,
  maxBytes = importLimits.fileBytes,
  timeouts = TIMEOUTS,
}: DownloadsOptions): Downloads {
  const sealing = (owner: string): Sealing => ({ secret, label: 'partyard import source', owner });
  const unseal = ({ sealedSecret, owner }: Pick<DownloadRequest, 'sealedSecret' | 'owner'>) => {
    const opened = sealedSecret === null ? undefined : openSecret(sealedSecret, sealing(owner));
    if (sealedSecret !== null && opened === undefined)
      throw new DownloadError("The stored credentials can't be opened anymore. Please enter them again");
    return opened;
  };
  /** Runs the work within the time for one file. `late` says what has not happened by then. */
  const inTime = async <T>(stop: AbortSignal, late: string, work: (signal: AbortSignal) => Promise<T>) => {
    const timeout = AbortSignal.timeout(timeouts.total);
    try {
      return await work(AbortSignal.any([stop, timeout]));
    } catch (error) {
      // The process is stopping, so this was no attempt.
      stop.throwIfAborted();
      if (timeout.aborted)
        throw new DownloadError(`${late} within ${Math.ceil(timeouts.total / 60_000)} min`);
      throw describeError(error);
    }
  };
  return {
    hasFolder: folder !== undefined,
    seal: (text, owner) => sealSecret(text, sealing(owner)),
    findKeyProblem,
    async fetch(request, stop) {
      const address = readAddress(request.address);
      const opened = unseal(request);
      const file = await createTemporaryFile(maxBytes);
      const options = { resolve, authority, isAllowed, maxBytes, timeouts };
      try {
        return await inTime(stop, 'The file did not arrive', async (signal) => {
          const fetch: Fetch = { ...request, secret: opened, file, signal, ...options };
          const fetched = await {
            'https:': () => fetchHttps(fetch, address),
            'sftp:': () => fetchSftp(fetch, address),
            'folder:': () => fetchFromFolder(fetch, openFolder(folder), address.path),
          }[address.protocol]();
          if (fetched !== 'unchanged') return file.finish(fetched);
          await file[Symbol.asyncDispose]();
          return null;
        });
      } catch (error) {
        await file[Symbol.asyncDispose]();
        throw error;
      }
    },
    async send(request, sent, stop) {
      const address = readAddress(request.address);
      if (address.protocol === 'https:')
        throw new DownloadError('A file of changes can only be put on an SFTP server or into the folder');
      const opened = unseal(request);
      await inTime(stop, 'The file of changes was not taken', (signal) =>
        address.protocol === 'folder:'
          ? sendToFolder(openFolder(folder), sent, signal)
          : sendSftp({ ...request, secret: opened, signal, resolve, isAllowed, timeouts }, address, sent),
      );
    },
  };
}

function readAddress(text: string): SourceAddress {
  const address = readSourceAddress(text);
  if ('problem' in address) throw new DownloadError(address.problem);
  return address;
}

function openFolder(folder: string | undefined): string {
  if (folder === undefined) throw new DownloadError('The shop has no folder for imports (IMPORT_FOLDER)');
  return folder;
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
  ENOENT: 'The folder has no such file',
  EACCES: 'The shop may not open the file',
  EISDIR: 'The path is not that of a file',
  ELOOP: 'A link is not followed',
  ENOSPC: 'The disk of the shop is full',
};

/** Messages of libraries may quote what was sent: they are not shown. */
function describeError(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  const { code = '' } = error as { code?: unknown };
  const reason = reasons[String(code)];
  return new DownloadError(reason ?? `No connection (${String(code).slice(0, 60) || 'unknown error'})`);
}
