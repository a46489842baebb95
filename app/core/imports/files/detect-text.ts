/** Encodings that can be chosen. The first four are detected. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'macintosh',
] as const;

export type Encoding = (typeof encodings)[number];

/** Detects the encoding by the first bytes of a file. Undefined means UTF-8 if all of the file is valid, else Windows-1252. */
export function detectEncoding(start: Uint8Array): Encoding | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // Most letters of UTF-16 have a zero byte, which tells the encoding if the file has no byte order mark.
  const sample = start.subarray(0, 2_000);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 6;
  if (odd > many && even < odd / 8) return 'utf-16le';
  if (even > many && odd < even / 8) return 'utf-16be';
  return undefined;
}

export const separators = [',', ';', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

const SAMPLE_LINES = 20;

/**
 * Guesses the separator: it divides most of the first lines into the same number of cells, more than one. Titles above a table
 * may have none.
 */
export function guessSeparator(text: string): Separator {
  const scores = separators.map((separator) => {
    const counts = countCells(text, separator).filter((count) => count > 1);
    const lines = Map.groupBy(counts, (count) => count);
    const alike = [...lines].map(([cells, { length }]) => length * 1_000 + cells);
    return { separator, score: Math.max(0, ...alike) };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}

/** Counts the cells of each of the first lines. Ignores separators and line ends within quotes. */
function countCells(text: string, separator: string): number[] {
  const counts: number[] = [];
  let cells = 1;
  let isQuoted = false;
  let isStart = true;
  let isEmpty = true;
  for (const character of text) {
    if (character === '"' && (isStart || isQuoted)) isQuoted = !isQuoted;
    if (!isQuoted && (character === '\n' || character === '\r')) {
      if (!isEmpty) counts.push(cells);
      if (counts.length === SAMPLE_LINES) return counts;
      cells = 1;
      isStart = true;
      isEmpty = true;
      continue;
    }
    isEmpty = false;
    isStart = !isQuoted && character === separator;
    if (isStart) cells += 1;
  }
  // The last line of a sample may be cut off.
  if (!isEmpty && counts.length === 0) counts.push(cells);
  return counts;
}
