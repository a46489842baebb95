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
  /** Unpacked bytes for each packed one of a file in a workbook, if they are more than `ratioFreeBytes`. */
  workbookRatio: 200,
  ratioFreeBytes: 16 * MEGABYTE,
  numberFormats: 10_000,
  /** Of the XML in a workbook. Spreadsheet programs need less than a tenth of each. */
  xmlDepth: 100,
  xmlAttributes: 200,
  xmlNameCharacters: 200,
  /** Of all attributes of a tag together. */
  xmlAttributeCharacters: 100_000,
  /** The name, comment and further fields of a file in a workbook or ZIP file, in bytes. */
  zipNameBytes: 4_096,
  /** Of a ZIP file with pictures. The database checks this one too. */
  zipBytes: 500 * MEGABYTE,
  zipEntries: 10_000,
  /** Of all entries together when unpacked, as the file states and the reader enforces. */
  zipUnpackedBytes: 4096 * MEGABYTE,
  /** Of an entry: unpacked bytes for each packed one. Pictures are compressed already. */
  zipRatio: 100,
} as const;

/** What the process that reads a file may use (app/core/platform/readers/). */
export const readerLimits = {
  heapBytes: 192 * MEGABYTE,
  residentBytes: 320 * MEGABYTE,
  seconds: 60,
} as const;

/** Lines of one transaction. A sale of one of their parts waits for it. */
export const STEP_LINES = 500;
