import type pg from 'pg';
import { StartError } from '../start-error.ts';

const USAGE = `npm run audit -- check    says whether the audit trail is as it was written
npm run audit -- heads    where each of its chains ends: keep it elsewhere, and compare`;

/**
 * What the operator asks of the audit trail, on the owner's connection.
 *
 * @returns what to tell the operator, a line each, and whether all is well.
 * @throws {StartError} in one line.
 */
export async function auditCommand(
  owner: Pick<pg.Client, 'query'>,
  words: readonly string[],
): Promise<{ lines: string[]; ok: boolean }> {
  const [deed, ...more] = words;
  if (more.length > 0) throw new StartError(USAGE);
  if (deed === 'heads') return { lines: (await readHeads(owner)).map(headLine), ok: true };
  if (deed !== 'check') throw new StartError(USAGE);
  const { rows: broken } = await owner.query<{ chain: string; problem: string }>(
    'select chain, problem from public.check_audit_chain()',
  );
  if (broken.length > 0) {
    return { lines: broken.map(({ chain, problem }) => `BROKEN   ${chain}: ${problem}`), ok: false };
  }
  const heads = await readHeads(owner);
  const kept = heads.filter(({ dropped_at }) => dropped_at === null);
  const events = kept.reduce((sum, { rows }) => sum + Number(rows), 0);
  return {
    lines: [`The audit trail is whole: ${events} events in ${kept.length} chains.`],
    ok: true,
  };
}

interface Head {
  chain: string;
  /** A bigint. */
  rows: string;
  last_hash: string;
  dropped_at: Date | null;
}

async function readHeads(owner: Pick<pg.Client, 'query'>): Promise<Head[]> {
  const { rows } = await owner.query<Head>('select * from public.audit_heads()');
  return rows;
}

function headLine({ chain, rows, last_hash, dropped_at }: Head): string {
  const dropped = dropped_at ? `   dropped ${dropped_at.toISOString().slice(0, 10)}` : '';
  return `${chain.padEnd(18)} ${rows.padStart(9)} ${last_hash}${dropped}`;
}
