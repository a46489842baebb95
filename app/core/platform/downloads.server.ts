import { createContext } from 'react-router';

export interface DownloadRequest {
  /** Address as stored with the source. */
  address: string;
  auth: string;
  userName: string | null;
  sealedSecret: string | null;
  /** The secret was sealed for this owner. */
  owner: string;
  /** The confirmed fingerprint of an SFTP server. Null if there is none yet. */
  hostKey: string | null;
  /** ETag of the last imported file. */
  etag: string | null;
  lastModified: string | null;
}

/** A file on this machine. It exists until it is disposed of or the process ends. */
export interface DownloadedFile extends AsyncDisposable {
  bytes: number;
  /** Hexadecimal digits. */
  sha256: string;
  /** True if it ends with a line break. Null for a workbook. */
  endsWithBreak: boolean | null;
  etag: string | null;
  lastModified: string | null;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A file for another system. */
export interface SentFile {
  /** On an SFTP server as in its address, or in the folder for imports. */
  path: string;
  content: AsyncIterable<Uint8Array>;
}

export interface Downloads {
  /** True if files can be imported from a folder on this machine. */
  hasFolder: boolean;
  /** Encrypts a password, token or private key. @param owner names its use: it opens for nothing else. */
  seal(secret: string, owner: string): string;
  /** Explains why a text is not a private key that the shop can use. */
  findKeyProblem(privateKey: string): Promise<string | undefined>;
  /**
   * Fetches a file from a public address. Returns null if it has not changed since the last time. Throws a DownloadError, or
   * the reason of `stop` if that aborts.
   */
  fetch(request: DownloadRequest, stop: AbortSignal): Promise<DownloadedFile | null>;
  /** Puts a file on the server or into the folder of a source. Throws as fetch does. */
  send(request: DownloadRequest, file: SentFile, stop: AbortSignal): Promise<void>;
}

/** Says why a download failed. The message is for admins and has no credentials. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  /** The fingerprint of a server that is not the confirmed one. Nothing was sent to it. */
  readonly seenHostKey: string | undefined;

  constructor(message: string, seenHostKey?: string) {
    super(message);
    this.seenHostKey = seenHostKey;
  }
}

export const downloadsContext = createContext<Downloads>();
