import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';

/** Selects the names of the pieces of an assembly, in their order. Empty for other parts. */
export function selectPieceNames(assemblyId: RawBuilder<unknown>): RawBuilder<string[]> {
  return selectNames(sql`select piece_id as id from part_pieces where assembly_id = ${assemblyId}`);
}

/** Reads the names of a part's pieces, and of the assemblies that it is a piece of. */
export async function readRelatives(
  transaction: Transaction<DB>,
  partId: string,
): Promise<{ pieces: string[]; partOf: string[] }> {
  const partOf = selectNames(sql`select assembly_id as id from part_pieces where piece_id = ${partId}`);
  const { rows } = await sql<{ pieces: string[]; partOf: string[] }>`
    select ${selectPieceNames(sql`${partId}::uuid`)} as pieces, ${partOf} as "partOf"`.execute(transaction);
  return rows[0] ?? { pieces: [], partOf: [] };
}

function selectNames(ids: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`array(
    select part_name from (
      select part_name from parts_catalog where id in (${ids})
      union all select part_name from hidden_parts where id in (${ids})
    ) as named order by part_name
  )`;
}
