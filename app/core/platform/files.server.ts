import { createContext } from 'react-router';

export const fileFolders = ['pictures', 'drawings', 'originals', 'photos'] as const;

export interface StoredFile {
  name: string;
  size: number;
  storedAt: Date;
  /** Missing if the store doesn't know it. */
  md5?: string;
}

/** Stores files with names like folder/name.ext. The content of a name never changes. */
export interface Files {
  /** Returns false if the name exists. A file that could not be stored completely does not exist. */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<boolean>;
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns the content in chunks. Reading it ends with an error if it is damaged. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Yields files in ascending order of their names. */
  walk(folder: string): AsyncIterable<StoredFile>;
  /** Lists names in ascending order (Spec §9, Storage defaults: limit 100, offset 0). */
  list(folder: string, page?: { limit?: number; offset?: number }): Promise<string[]>;
  /** Does nothing if the file does not exist. */
  delete(name: string): Promise<void>;
  /** Removes unfinished files of processes that were killed before a time. */
  removeUnfinished(before: Date): Promise<void>;
}

export const filesContext = createContext<Files>();
