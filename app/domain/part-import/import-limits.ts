const MEGABYTE = 1024 * 1024;

/** What one file may have. The database checks the first three too. */
export const importLimits = {
  fileBytes: 200 * MEGABYTE,
  /** A browser uploads a file in pieces of this size. */
  pieceBytes: 2 * MEGABYTE,
  lines: 1_000_000,
  columns: 300,
  /** Of one line. */
  characters: 256_000,
  /** Imports of the shop that wait for a person. */
  waiting: 5,
  /** Of a workbook. */
  workbookEntries: 2_000,
  workbookBytes: 1024 * MEGABYTE,
  sharedTexts: 60_000_000,
  /** Of a ZIP file with pictures. The database checks this one too. */
  zipBytes: 500 * MEGABYTE,
  zipEntries: 10_000,
  /** Of all entries together when unpacked, as the file states and the reader enforces. */
  zipUnpackedBytes: 4096 * MEGABYTE,
  /** Of an entry: unpacked bytes for each packed one. Pictures are compressed already. */
  zipRatio: 100,
} as const;

/** Lines of one transaction. A sale of one of their parts waits for it. */
export const STEP_LINES = 500;
