import type { Reading } from '#core/imports/crawl/crawled-parts.ts';
import type { CrawlStatus } from '#core/imports/crawl/crawl.ts';
import type { ImportFields } from '#core/imports/files/import-fields.ts';

export interface CrawlState {
  id: string;
  status: CrawlStatus;
  address: string;
  /** Milliseconds since the start. The browser's clock can differ from the server's. */
  elapsed: number;
  pagesCompleted: number | null;
  pagesTotal: number | null;
  creditsUsed: number | null;
  expiresAt: string | null;
  error: string | null;
  /** Answer of the scraping service, if the error does not have it. */
  serviceError: string | null;
  reading: Reading;
  /** True if its pages are kept, and can be read in another way. */
  canReadAgain: boolean;
  /** Import whose lines the parts became. */
  partImport: string | null;
  partsFound: number;
  imported: number;
  unchanged: number;
  repeated: number;
  undone: boolean;
  /** Number of imported parts that have a new price or stock. */
  workedOn: number;
  preview: (ImportFields & { position: number; price: string | null })[];
  raw: unknown[];
  matches: MatchState[];
  /** Number of open matches, including those in `matches`. */
  undecided: number;
}

export interface MatchState {
  position: number;
  source: string;
  found: ImportFields;
  part: ImportFields;
}

export interface EarlierImport {
  id: string;
  endedAt: string;
  address: string;
  imported: number;
  accepted: number;
  workedOn: number;
  undone: boolean;
}

export type ImporterState =
  | { visitor: 'signed out' | 'no admin' }
  | { visitor: 'admin'; crawl: CrawlState | null; earlier: EarlierImport[] };
