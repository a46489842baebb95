import { readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * The processor time of all connections to a database for one round of some work, in milliseconds: it depends less on other
 * programs than the time that passes. Linux only. The first rounds are a warm-up.
 */
export async function processorTime(
  url: string,
  work: (round: number) => Promise<unknown>,
  rounds = 20,
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const read = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return new Map(rows.map(({ pid }) => [pid, readProcessorTime(pid)]));
  };
  try {
    for (let round = 0; round < 3; round += 1) await work(round);
    const before = await read();
    for (let round = 0; round < rounds; round += 1) await work(round);
    const after = await read();
    const spent = [...after].map(([pid, time]) => time - (before.get(pid) ?? 0));
    return spent.reduce((sum, time) => sum + time, 0) / rounds;
  } finally {
    await client.end();
  }
}

/** Milliseconds that a process has run. 0 if it has ended. */
export function readProcessorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
