import type pg from 'pg';
import { runAsOwner } from '../database/as-owner.ts';
import { StartError } from '../start-error.ts';

const USAGE = `npm run audit -- check    checks that no chained event was changed or deleted
npm run audit -- heads    prints the head of each chain, to store elsewhere and compare later`;

/** Runs the command. @returns the lines to print, and whether the trail is intact. @throws {StartError} with a usage line. */
export async function auditCommand(
  owner: Pick<pg.Client, 'query'>,
  args: readonly string[],
): Promise<{ lines: string[]; ok: boolean }> {
  const [command, ...rest] = args;
  if (rest.length > 0) throw new StartError(USAGE);
  if (command === 'heads') return { lines: (await readHeads(owner)).map(headLine), ok: true };
  if (command !== 'check') throw new StartError(USAGE);
  const { rows: broken } = await owner.query<{ chain: string; problem: string }>(
    'select chain, problem from public.check_audit_chain()',
  );
  if (broken.length > 0) {
    return { lines: broken.map(({ chain, problem }) => `BROKEN   ${chain}: ${problem}`), ok: false };
  }
  const heads = await readHeads(owner);
  const events = heads.reduce((sum, { rows }) => sum + Number(rows), 0);
  return {
    lines: [`The audit trail is whole: ${events} chained events in ${heads.length} chains.`],
    ok: true,
  };
}

interface Head {
  chain: string;
  /** A bigint, which arrives as text. */
  rows: string;
  last_hash: string;
}

async function readHeads(owner: Pick<pg.Client, 'query'>): Promise<Head[]> {
  const { rows } = await owner.query<Head>('select * from public.audit_heads()');
  return rows;
}

function headLine({ chain, rows, last_hash }: Head): string {
  return `${chain.padEnd(18)} ${rows.padStart(9)} ${last_hash}`;
}

if (import.meta.main) {
  await runAsOwner(async (owner) => {
    const { lines, ok } = await auditCommand(owner, process.argv.slice(2));
    for (const line of lines) console.log(line);
    if (!ok) process.exitCode = 1;
  });
}
