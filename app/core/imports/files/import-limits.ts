const MEGABYTE = 1024 * 1024;

/** Limits of one file. The database checks the first three too. */
export const importLimits = {
  fileBytes: 200 * MEGABYTE,
  /** A browser uploads a file in pieces of this size. */
  pieceBytes: 2 * MEGABYTE,
  lines: 1_000_000,
  columns: 300,
  /** Maximum per line. */
  characters: 256_000,
  /** Maximum of imports that wait for a person. */
  waiting: 5,
  /** Maximum of files in a workbook. */
  workbookEntries: 2_000,
  workbookBytes: 1024 * MEGABYTE,
  sharedTexts: 60_000_000,
  /** Maximum of unpacked bytes for each packed one in a workbook's file, if there are more than `ratioFreeBytes`. */
  workbookRatio: 200,
  ratioFreeBytes: 16 * MEGABYTE,
  numberFormats: 10_000,
  /** Maximum of sheets to choose from. */
  sheets: 100,
  /** Maximum of merged cells that fill the rows below them. */
  mergedCells: 10_000,
  /** Limits of the XML in a workbook. Spreadsheet programs need less than a tenth of each. */
  xmlDepth: 100,
  xmlAttributes: 200,
  xmlNameCharacters: 200,
  /** Maximum of all attributes of a tag together. */
  xmlAttributeCharacters: 100_000,
  /** Maximum of bytes in the name, comment and further fields of a file in a workbook or ZIP file. */
  zipNameBytes: 4_096,
  /** Maximum of a ZIP file with pictures. The database checks this one too. */
  zipBytes: 500 * MEGABYTE,
  zipEntries: 10_000,
  /** Maximum of all unpacked entries together. The file states it and the reader enforces it. */
  zipUnpackedBytes: 4096 * MEGABYTE,
  /** Maximum of unpacked bytes for each packed one in an entry. Pictures are already compressed. */
  zipRatio: 100,
} as const;

/** Limits of the process that reads a file (app/core/platform/readers/). */
export const readerLimits = {
  heapBytes: 192 * MEGABYTE,
  residentBytes: 320 * MEGABYTE,
  seconds: 60,
} as const;

/** Lines of one transaction. A sale of one of their parts waits for it. */
export const STEP_LINES = 500;
