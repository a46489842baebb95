import { describe, expect, test } from 'vitest';
import { type Reading, readParts } from './crawled-parts.ts';

/** Returns the CPU time of this thread in milliseconds. Wall-clock time would include other work on a busy machine. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

describe('ten megabytes', () => {
  const size = 10_000_000;
  // A repeated string is put together when it is first read. Text of a page is in one piece.
  const filled = (piece: string) => Buffer.from(piece.repeat(Math.ceil(size / piece.length))).toString();
  test.each<[string, string, Reading?]>([
    ['parts', filled('Part # 45022-TR3-A01\nFront Brake Pad Set\nBrand: Akebono\nCategory: Brakes\n\n')],
    ['prose', filled('Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n')],
    ['one line', filled('Part # ')],
    ['empty lines', filled('\n')],
    ['open brackets', filled('Brand: [[[[[[[[((((((((********\n')],
    [
      'parts, by name first',
      filled('Front Brake Pad Set\nPart # 45022-TR3-A01\nBrand: Akebono\n\n'),
      'name first',
    ],
    ['names', filled('Front Brake Pad Set\nBrand: Akebono\n'), 'name first'],
  ])('of %s are read in a few seconds at most, with frequent pauses', (_what, markdown, reading) => {
    const started = cpuTime();
    let turn = started;
    const turns: number[] = [];
    for (const part of readParts(markdown, reading)) {
      if (part !== undefined) continue;
      turns.push(cpuTime() - turn);
      turn = cpuTime();
    }
    turns.push(cpuTime() - turn);
    expect(cpuTime() - started).toBeLessThan(3000);
    // Most turns take 1 or 2 ms. A garbage collection can make one in twenty longer.
    const longest = turns.toSorted((a, b) => b - a)[Math.floor(turns.length / 20)];
    expect(longest).toBeLessThan(50);
  });
});
