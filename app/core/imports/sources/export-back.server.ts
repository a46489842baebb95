import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { BYTE_ORDER_MARK, type CsvCell, formatCsvLine } from '#core/values/csv.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';

const PAGE = 500;

interface ChangedHere {
  id: string;
  stock_number: string | null;
  oem_number: string | null;
  part_name: string | null;
  stock_quantity: number | null;
  price: string | null;
  yard_place: string | null;
  state: string;
  delivered: Record<string, FieldValue>;
}

const fields = ['stock_number', 'oem_number', 'part_name', 'stock_quantity', 'price', 'yard_place'] as const;

type Run = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

/**
 * Yields what was sold and changed in the shop since the source's last file, as CSV: a line for each part whose stock, price or
 * place differs from that file. The same line comes until a file has the change. Columns have the supplier's own names.
 */
export async function* exportBack(run: Run, sourceId: string): AsyncGenerator<string> {
  const names = await run((transaction) => readNames(transaction, sourceId));
  yield BYTE_ORDER_MARK + formatCsvLine([...fields.map((field) => names[field]), 'Sold here', 'State']);
  let after: string | null = null;
  do {
    const from: string | null = after;
    const rows: ChangedHere[] = await run((transaction) => readPage(transaction, sourceId, from));
    if (rows.length > 0) yield rows.map((row) => formatCsvLine(writeLine(row))).join('');
    after = rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);
  } while (after !== null);
}

function writeLine({ delivered, state, ...row }: ChangedHere): CsvCell[] {
  const stock = row.stock_quantity ?? 0;
  const before = Number(delivered['stock_quantity'] ?? stock);
  const sold = state === 'deleted' ? 0 : Math.max(0, before - stock);
  return [...fields.map((field) => row[field] ?? ''), sold, state];
}

async function readNames(transaction: Transaction<DB>, sourceId: string) {
  const known = await transaction
    .selectFrom('import_sources as source')
    .innerJoin('part_import_mappings as mapping', (join) =>
      join.on(sql`lower(source.supplier)`, '=', sql.ref('mapping.supplier')),
    )
    .select(sql<Record<string, string | null>>`mapping.fields -> 'fields'`.as('columns'))
    .where('source.id', '=', sourceId)
    .executeTakeFirst();
  const columns = Object.entries(known?.columns ?? {});
  const nameOf = (field: (typeof fields)[number]) =>
    columns.find(([, mapped]) => mapped === field)?.[0] ?? partFields[field].label;
  return Object.fromEntries(fields.map((field) => [field, nameOf(field)])) as Record<
    (typeof fields)[number],
    string
  >;
}

async function readPage(
  transaction: Transaction<DB>,
  sourceId: string,
  after: string | null,
): Promise<ChangedHere[]> {
  const { rows } = await sql<ChangedHere>`
    select sent.part_id as id, sent.delivered, facts.yard_place,
      coalesce(part.stock_number, hidden.stock_number, sent.delivered ->> 'stock_number') as stock_number,
      coalesce(part.oem_number, hidden.oem_number, sent.delivered ->> 'oem_number') as oem_number,
      coalesce(part.part_name, hidden.part_name, sent.delivered ->> 'part_name') as part_name,
      coalesce(part.stock_quantity, hidden.stock_quantity, 0) as stock_quantity,
      coalesce(part.price, hidden.price) as price,
      case when part.stock_quantity > 0 then 'for sale' when part.id is not null then 'sold out'
        when hidden.id is not null then 'hidden' else 'deleted' end as state
    from import_source_parts as sent
    left join parts_catalog as part on part.id = sent.part_id
    left join hidden_parts as hidden on hidden.id = sent.part_id
    left join part_private_facts as facts on facts.part_id = sent.part_id
    where sent.source_id = ${sourceId} and sent.is_listed and sent.delivered is not null
      and (${after}::uuid is null or sent.part_id > ${after})
      and (
        (sent.delivered ? 'stock_quantity' and (sent.delivered ->> 'stock_quantity')::integer
          <> coalesce(part.stock_quantity, hidden.stock_quantity, 0))
        or (sent.delivered ? 'price' and (sent.delivered ->> 'price')::numeric
          is distinct from coalesce(part.price, hidden.price))
        or (sent.delivered ? 'yard_place' and sent.delivered ->> 'yard_place' is distinct from facts.yard_place)
        or (part.id is null and hidden.id is null)
      )
    order by sent.part_id limit ${PAGE}`.execute(transaction);
  return rows;
}
