import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { checkSearch, MOST_DIFFERENCES } from './check-search.ts';

const USAGE = `npm run search -- check      compares the search index with the catalog
npm run search -- rebuild    makes the index anew, beside a running shop too`;

/**
 * What the operator asks of the search index, on the owner's connection.
 *
 * @returns what to tell the operator, a line each, and whether index and catalog agree.
 * @throws {StartError} in one line.
 */
export async function searchCommand(
  owner: Pick<pg.Client, 'query'>,
  words: readonly string[],
): Promise<{ lines: string[]; ok: boolean }> {
  const [command, ...more] = words;
  if (more.length > 0 || (command !== 'check' && command !== 'rebuild')) throw new StartError(USAGE);
  // Not a function: each chunk is committed on its own.
  if (command === 'rebuild') await owner.query('call public.rebuild_search()');
  const { differences, chunks } = await checkSearch(async (statement) => (await owner.query(statement)).rows);
  if (differences.length === 0) {
    return { lines: [`The search index agrees with the catalog: ${chunks} chunks.`], ok: true };
  }
  const lines = differences.map((difference) => `DIFFERS  ${difference}`);
  if (differences.length >= MOST_DIFFERENCES) lines.push('There may be more.');
  return { lines, ok: false };
}
