import { type NotNull, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { recognizeFormat } from '../formats/known-formats.ts';
import { describeKey } from './describe-key.ts';
import { describeFindings, type CheckCounts } from './findings.ts';
import type { Mapping } from './mapping.ts';
import { SAME_PART } from './match-lines.server.ts';
import { type FileLook, listUnread } from './structure.ts';
import type { ImportFindings } from '../standards/findings.ts';
import { addsFitments } from '../standards/line-columns.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, readStart } from '#core/platform/list-page.server.ts';
import type { PagePlace } from '#core/values/list-address.ts';

const PAGE_SIZE = 25;

export type ImportState =
  | 'uploading'
  | 'reading'
  | 'mapping'
  | 'checking'
  | 'checked'
  | 'applying'
  | 'undoing'
  | 'failed'
  | 'ended'
  | 'undone'
  | 'discarded';

export type ZipState = 'uploading' | 'ready' | 'matched' | 'read';

export type PartChangeRow = ReturnType<typeof toRow<SelectedChange>>;

type SelectedChange = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number];

function selectChanges(transaction: Transaction<DB>) {
  return transaction
    .selectFrom('part_changes as import')
    .leftJoin('profiles', 'profiles.user_id', 'import.user_id')
    .select([
      'import.id',
      'supplier',
      sql<string>`coalesce(summary, file_name)`.as('title'),
      sql<'file' | 'bulk'>`kind`.as('kind'),
      sql<string | null>`change ->> 'kind'`.as('changeKind'),
      sql<ImportState>`import.state`.as('state'),
      'mode',
      'lines',
      'done',
      'added',
      'changed',
      'unchanged',
      'refused',
      'skipped',
      'undone',
      'undo_place as undoPlace',
      'error',
      'zip_name as zipName',
      sql<ZipState | null>`zip_state`.as('zipState'),
      'import.created_at',
      sql<string | null>`coalesce(nullif(profiles.display_name, ''), user_name)`.as('by'),
    ]);
}

function toRow<Row extends { created_at: Date }>({ created_at: time, ...row }: Row) {
  return { ...row, time: time.toISOString() };
}

/** True for an import that failed lately. Its table is named `import`. */
export const hasFailedLately = sql<boolean>`(
  import.state = 'failed' and import.created_at > now() - interval '30 days'
)`;

/** Lists one page of imports or bulk changes, newest first. @param onlyFailed leaves out all but those that failed lately. */
export async function listPartChanges(
  transaction: Transaction<DB>,
  kind: 'file' | 'bulk',
  query: PagePlace & { onlyFailed?: boolean },
) {
  const start = readStart(query, ...timePlace);
  const direction = start.backwards ? 'asc' : 'desc';
  const found = await selectChanges(transaction)
    .select(cursorTime('import.created_at').as('cursor_time'))
    .where('kind', '=', kind)
    .where('import.state', '<>', 'discarded')
    .$if(query.onlyFailed === true, (select) => select.where(hasFailedLately))
    .where(isBeyond(start.place, direction, ['import.created_at', 'import.id']))
    .orderBy('import.created_at', direction)
    .orderBy('import.id', direction)
    .limit(PAGE_SIZE + 1)
    .execute();
  const page = cutPage(found, start, PAGE_SIZE, (row) => [row.cursor_time, row.id]);
  return { ...page, rows: page.rows.map(toRow) };
}

/** Lists the suppliers for suggestions. */
export async function listSuppliers(transaction: Transaction<DB>): Promise<string[]> {
  const rows = await transaction
    .selectFrom('part_changes')
    .select('supplier')
    .$narrowType<{ supplier: NotNull }>()
    .where('kind', '=', 'file')
    .distinct()
    .orderBy('supplier')
    .limit(50)
    .execute();
  return rows.map(({ supplier }) => supplier);
}

/** Reads an import or bulk change with its findings. Returns undefined if there is no such one. */
export async function readPartImport(transaction: Transaction<DB>, id: string) {
  const row = await selectChanges(transaction)
    .select(['header', 'mapping', 'look', 'filled', 'check_counts', 'findings as standard'])
    .select(
      sql<number>`(
        select count(*)::integer from part_change_lines where change_id = import.id and conflicts is not null
      )`.as('conflicts'),
    )
    .where('import.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { header, mapping, look, filled, check_counts: counted, standard, ...others } = toRow(row);
  const chosen = mapping as unknown as Mapping | null;
  const counts = counted as unknown as CheckCounts | null;
  const keyName = recognizeFormat((header ?? []) as unknown as string[])?.keyName ?? null;
  const isChecked = row.state === 'checked' && chosen !== null;
  return {
    ...others,
    standard: (standard ?? {}) as ImportFindings,
    addsVehicles: chosen !== null && addsFitments(chosen.fields),
    findings:
      isChecked && !addsFitments(chosen.fields)
        ? describeFindings({ ...chosen, hasKey: keyName !== null }, counts)
        : [],
    hidden: isChecked ? (counts?.hidden ?? 0) : 0,
    reasons: isChecked ? (counts?.reasons ?? []) : [],
    unread: isChecked
      ? listUnread({
          header: header as unknown as string[],
          fields: chosen.fields,
          filled: (filled ?? []) as unknown as number[],
          look: look as unknown as FileLook | null,
        })
      : null,
    keys:
      isChecked && !addsFitments(chosen.fields)
        ? {
            text: describeKey(chosen.fields, keyName),
            doubled: await countDoubled(transaction, id),
          }
        : null,
  };
}

/** More doubled lines are not counted. */
const MAX_DOUBLED = 10_000;

/** Counts the refused lines that name a part which an earlier line names. */
async function countDoubled(transaction: Transaction<DB>, id: string): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from (
      select from part_change_lines
      where change_id = ${id} and outcome = 'refuse' and reason like ${`${SAME_PART}%`} limit ${MAX_DOUBLED}
    ) as doubled`.execute(transaction);
  return rows[0]?.lines ?? 0;
}

export type PartImport = NonNullable<Awaited<ReturnType<typeof readPartImport>>>;
