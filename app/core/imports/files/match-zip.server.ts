import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readPictureName } from './zip-entries.ts';
import { toKey } from './match-lines.server.ts';
import type { PictureZip } from './picture-zip.server.ts';

/**
 * Notes the parts of the pictures in a ZIP file: parts whose line names the file, else the part of the import with the stock
 * number that is the file's name. Lists all other pictures as failed.
 */
export async function matchZip(
  transaction: Transaction<DB>,
  importId: string,
  zip: PictureZip,
): Promise<void> {
  const keys = [...zip.names.keys()];
  const named = await sql<{ key: string }>`
    update part_import_pictures set state = 'waiting', reason = null, attempts = 0, due_at = now()
    where import_id = ${importId} and part_id is not null and state in ('waiting', 'failed')
      and lower(source) = any (${keys}::text[])
    returning lower(source) as key`.execute(transaction);
  const taken = new Set(named.rows.map(({ key }) => key));
  const others = [...zip.names].filter(([key]) => !taken.has(key)).map(([, name]) => name);
  const meanings = others.map((name) => ({ name, choices: readPictureName(name) }));
  const lines = await findLines(
    transaction,
    importId,
    meanings.flatMap(({ choices }) => choices.map(({ stockNumber }) => toKey(stockNumber))),
  );
  const rows = meanings.map(({ name, choices }): Row => {
    const choice = choices.find(({ stockNumber }) => lines.has(toKey(stockNumber)));
    const line = choice && lines.get(toKey(choice.stockNumber));
    return line
      ? {
          source: name,
          place: line.place,
          part_id: line.part_id,
          number: choice.number,
          state: 'waiting',
          reason: null,
        }
      : failed(name, 'No applied line of the file has this stock number, or names this file');
  });
  const refused = zip.refused.map(({ path, reason }) => failed(path, reason));
  await sql`
    insert into part_import_pictures (import_id, place, part_id, number, source, state, reason)
    select ${importId}::uuid, place, part_id, number, left(source, 200), state, reason
    from jsonb_to_recordset(${JSON.stringify([...rows, ...refused])}::jsonb)
      as found (place integer, part_id uuid, number smallint, source text, state text, reason text)
    on conflict on constraint part_import_pictures_source_key do nothing`.execute(transaction);
}

interface Row {
  source: string;
  place: number | null;
  part_id: string | null;
  number: number;
  state: 'waiting' | 'failed';
  reason: string | null;
}

function failed(source: string, reason: string): Row {
  return { source, place: null, part_id: null, number: 1, state: 'failed', reason };
}

/** Finds the applied lines of parts with these stock numbers, by the key of the number. */
async function findLines(transaction: Transaction<DB>, importId: string, keys: readonly string[]) {
  const { rows } = await sql<{ key: string; place: number; part_id: string }>`
    select oem_number_key(part.stock_number) as key, line.place, part.id as part_id
    from parts_catalog as part
    join part_change_lines as line on line.change_id = ${importId} and line.part_id = part.id
      and line.match_key in (part.id::text, 'stock ' || oem_number_key(part.stock_number))
      and line.outcome in ('added', 'changed', 'unchanged')
    where part.stock_number is not null and oem_number_key(part.stock_number) = any (${keys}::text[])`.execute(
    transaction,
  );
  return new Map(rows.map(({ key, ...line }) => [key, line]));
}
