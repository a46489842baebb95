import type { lookup } from 'node:dns';
import type { DownloadRequest } from '#core/platform/downloads.server.ts';
import type { TemporaryFile } from './temporary-file.ts';

/** Milliseconds. */
export interface Timeouts {
  connect: number;
  /** Longest time without a byte. */
  idle: number;
  total: number;
}

/** Everything that a connection to a server needs. */
export interface Connection extends Pick<DownloadRequest, 'auth' | 'hostKey'> {
  secret: string | undefined;
  signal: AbortSignal;
  resolve: typeof lookup | undefined;
  isAllowed: (address: string) => boolean;
  timeouts: Timeouts;
}

export interface Fetch extends DownloadRequest, Connection {
  file: TemporaryFile;
  authority: string | undefined;
  maxBytes: number;
}

/** Facts about the file that was written. 'unchanged' means that it is the same as the last one. */
export type Fetched = { etag: string | null; lastModified: string | null } | 'unchanged';
