export interface Measurement {
  median: number;
  p99: number;
  perSecond: number;
}

/** Each client sends its next request after each response, for `seconds`. The first round is a warm-up. */
export async function measure(
  work: (round: number) => Promise<unknown>,
  { clients = 8, seconds = 3 } = {},
): Promise<Measurement> {
  const times: number[] = [];
  let round = 0;
  await Promise.all(Array.from({ length: clients }, () => work((round += 1))));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const sentAt = performance.now();
        await work((round += 1));
        times.push(performance.now() - sentAt);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    median: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perSecond: times.length / ((performance.now() - startedAt) / 1_000),
  };
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

export function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

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
