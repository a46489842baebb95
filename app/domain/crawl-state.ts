import type { CrawlStatus } from './crawl.ts';
import type { ImportFields } from './import-fields.ts';

/** What the importer's page shows of the last crawl. */
export interface CrawlState {
  id: string;
  status: CrawlStatus;
  address: string;
  /** Since it was started, in milliseconds; the clocks of browser and server may differ. */
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
  /** Imported parts that somebody has priced or stocked since. */
  workedOn: number;
  /** The first of the extracted parts. */
  preview: (ImportFields & { position: number })[];
  /** What was crawled, when no part was found in it. */
  raw: unknown[];
  matches: MatchState[];
  /** How many matches are still to be decided, those listed among them. */
  undecided: number;
}

/** A found part that is in the catalogue already. */
export interface MatchState {
  position: number;
  source: string;
  found: ImportFields;
  part: ImportFields;
}

/** An import that can be, or was, undone. */
export interface EarlierImport {
  id: string;
  endedAt: string;
  address: string;
  imported: number;
  accepted: number;
  workedOn: number;
  undone: boolean;
}

/** What the page knows of whoever looks at it, and what an admin sees besides. */
export type ImporterState =
  | { visitor: 'signed out' | 'no admin' }
  | { visitor: 'admin'; crawl: CrawlState | null; earlier: EarlierImport[] };
