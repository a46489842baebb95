import { createContext } from 'react-router';

export interface DownloadRequest {
  /** As the source is stored. */
  address: string;
  auth: string;
  userName: string | null;
  sealedSecret: string | null;
  /** What the secret was sealed for. */
  owner: string;
  /** The confirmed fingerprint of an SFTP server. Null: none yet. */
  hostKey: string | null;
  /** Of the last file that was imported. */
  etag: string | null;
  lastModified: string | null;
}

/** A file on this machine, until it is disposed of or the process ends. */
export interface DownloadedFile extends AsyncDisposable {
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  /** Whether it ends with a line break. Null: it is a workbook. */
  endsWithBreak: boolean | null;
  etag: string | null;
  lastModified: string | null;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

export interface Downloads {
  /** Encrypts a password, token or private key. @param owner what it is for: it opens for nothing else. */
  seal(secret: string, owner: string): string;
  /** Explains why a text is no private key that the shop can use. */
  findKeyProblem(privateKey: string): Promise<string | undefined>;
  /**
   * Fetches a file from a public address. Null: it is the last one still. Throws a DownloadError, or the
   * reason of `stop` if that aborts.
   */
  fetch(request: DownloadRequest, stop: AbortSignal): Promise<DownloadedFile | null>;
}

/** The message is for admins and has no credentials. */
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
