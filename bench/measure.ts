/** What a closed loop of clients saw, in milliseconds and per second. */
export interface Measured {
  median: number;
  p99: number;
  perSecond: number;
}

/** Each client asks again as soon as it is answered, for this many seconds; the first answers are not counted. */
export async function measure(
  work: (round: number) => Promise<unknown>,
  { clients = 8, seconds = 3 } = {},
): Promise<Measured> {
  const times: number[] = [];
  let round = 0;
  await Promise.all(Array.from({ length: clients }, () => work((round += 1))));
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const asked = performance.now();
        await work((round += 1));
        times.push(performance.now() - asked);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    median: share(times, 0.5),
    p99: share(times, 0.99),
    perSecond: times.length / ((performance.now() - begun) / 1_000),
  };
}

export function median(values: readonly number[]): number {
  return share(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

export function share(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Prints rows as a Markdown table, numbers to the right. */
export function printTable(rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => cell(row[column] ?? '')));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (values: string[]) =>
    `| ${values.map((value, index) => (isNumber[index] ? value.padStart(widths[index] ?? 0) : value.padEnd(widths[index] ?? 0))).join(' | ')} |`;
  console.log(line(columns));
  console.log(
    line(widths.map((width, index) => (isNumber[index] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))),
  );
  for (const values of cells) console.log(line(values));
}

function cell(value: string | number): string {
  if (typeof value === 'string') return value;
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
}
