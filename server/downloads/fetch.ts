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

export interface Fetch extends DownloadRequest {
  secret: string | undefined;
  file: TemporaryFile;
  signal: AbortSignal;
  resolve: typeof lookup | undefined;
  authority: string | undefined;
  isAllowed: (address: string) => boolean;
  maxBytes: number;
  timeouts: Timeouts;
}

/** Facts about the file that was written. 'unchanged' means that it is the same as the last one. */
export type Fetched = { etag: string | null; lastModified: string | null } | 'unchanged';
