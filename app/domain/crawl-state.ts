import type { CrawlStatus } from './crawl.ts';
import type { ImportFields } from './import-fields.ts';

/** The last crawl, for the importer's page. */
export interface CrawlState {
  id: string;
  status: CrawlStatus;
  address: string;
  /** Milliseconds since the start, because the browser's clock can differ from the server's. */
  elapsed: number;
  pagesCompleted: number | null;
  pagesTotal: number | null;
  creditsUsed: number | null;
  expiresAt: string | null;
  error: string | null;
  partsFound: number;
  imported: number;
  unchanged: number;
  repeated: number;
  undone: boolean;
  /** The number of imported parts that have a new price or stock. */
  workedOn: number;
  preview: (ImportFields & { position: number })[];
  /** The crawled data if it contained no parts. */
  raw: unknown[];
  matches: MatchState[];
  /** The number of open matches, including those in `matches`. */
  undecided: number;
}

/** A found part that the catalog already contains. */
export interface MatchState {
  position: number;
  source: string;
  found: ImportFields;
  part: ImportFields;
}

/** An import that can be undone, or was undone. */
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
