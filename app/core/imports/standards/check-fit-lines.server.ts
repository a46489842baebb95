import { type NotNull, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { describeFitment, readFitment, spellAsCatalog } from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import type { ChangedValues } from '../files/read-cells.ts';
import {
  type LineOutcome,
  type PlanCounts,
  saveLineOutcomes,
} from '#core/part-changes/save-line-outcomes.server.ts';
import { readFitmentsOf } from '../files/stored-parts.server.ts';
import { addedBy, planFitmentChange, planFitmentLine } from './fitment-change.ts';
import { hasYears } from './fitment-years.ts';
import { readLineCells, readsAsRemoval, toTypedFitment } from './line-columns.ts';
import { type FoundPart, matchFitLines } from './match-fit-lines.server.ts';
import type { NamedLine } from './resolve-lines.server.ts';

interface CheckFitLines {
  importId: string;
  lines: readonly NamedLine[];
  fields: readonly (string | null)[];
  /** The step begins after this line. */
  from: number;
}

/** The vehicles of a part, as the lines checked so far leave them. */
interface PartState {
  list: Fitment[];
  /** Vehicles that earlier lines of this file add. */
  earlier: { line: number; fitment: Fitment }[];
}

interface ReadLine extends NamedLine {
  fitment: Fitment | undefined;
  isRemoval: boolean;
  problem: string | undefined;
}

/** Plans the next lines of a file whose lines each add a vehicle to a part. Nothing in the catalog changes. */
export async function checkFitLines(
  transaction: Transaction<DB>,
  { importId, lines, fields, from }: CheckFitLines,
): Promise<Omit<PlanCounts, 'skipped'>> {
  const read = await spell(
    transaction,
    lines.map((line) => readLine(line, fields)),
  );
  const column = (name: string, { cells }: NamedLine) => (cells[fields.indexOf(name)] ?? '').trim();
  const found = await matchFitLines(
    transaction,
    read.map((line) => ({
      id: column('id', line),
      stockNumber: column('stock_number', line),
      number: column('oem_number', line),
      brand: column('brand', line),
    })),
  );
  const states = await readStates(transaction, {
    importId,
    from,
    ids: [...new Set(found.flatMap((part) => ('id' in part ? part.id : [])))],
  });
  const outcomes = read.map((line, index) => planLine(line, found[index] as FoundPart, states));
  await saveLineOutcomes(transaction, importId, outcomes);
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return { added: 0, changed: count('change'), unchanged: count('same'), refused: count('refuse') };
}

function readLine(line: NamedLine, fields: readonly (string | null)[]): ReadLine {
  const cells = readLineCells(fields, line.cells);
  const removal = readsAsRemoval(cells);
  const read = readFitment(toTypedFitment(cells));
  const problem =
    line.refusal ??
    ('errors' in read ? Object.values(read.errors).join('. ') : undefined) ??
    (removal === undefined ? `'${cells.fit_action.slice(0, 20)}' is neither add nor remove` : undefined);
  return {
    ...line,
    fitment: 'fitment' in read ? read.fitment : undefined,
    isRemoval: removal === true,
    problem,
  };
}

/** Gives makes and models the spelling of the catalog, which searches compare. */
async function spell(transaction: Transaction<DB>, lines: readonly ReadLine[]): Promise<ReadLine[]> {
  const makes = [...new Set(lines.flatMap(({ fitment }) => fitment?.make.toLowerCase() ?? []))];
  const { rows } = await sql<{ make: string; model: string }>`
    select distinct vehicle_make as make, vehicle_model as model from catalog_counts
    where lower(vehicle_make) = any (${makes}::text[]) and vehicle_model is not null`.execute(transaction);
  return lines.map((line) => ({
    ...line,
    fitment: line.fitment && spellAsCatalog([line.fitment], rows)[0],
  }));
}

function planLine(line: ReadLine, part: FoundPart, states: ReadonlyMap<string, PartState>): LineOutcome {
  const { place, fitment, isRemoval, problem } = line;
  const outcome = (values: Pick<LineOutcome, 'outcome'> & Partial<LineOutcome>): LineOutcome => ({
    place,
    reason: null,
    part_id: 'id' in part ? part.id : (part.hiddenId ?? null),
    match_key: null,
    source_key: null,
    before: null,
    after: null,
    ...values,
  });
  const refused = (reason: string) => outcome({ outcome: 'refuse', reason });
  if (problem !== undefined || !fitment) return refused(problem ?? 'The line names no vehicle');
  if ('reason' in part) return refused(part.reason);
  const state = states.get(part.id);
  if (!state) return refused('Deleted since the file was read');
  const same = state.earlier.find((each) => hasYears([each.fitment], fitment));
  if (same && !isRemoval)
    return refused(`Line ${same.line} adds ${describeFitment(fitment)} to this part, too`);
  const plan = planFitmentLine(state.list, { fitment, isRemoval });
  if (plan.outcome === 'refuse') return refused(plan.reason);
  if (plan.outcome === 'same') return outcome({ outcome: 'same' });
  state.list = plan.list;
  if (!isRemoval) state.earlier.push({ line: line.line, fitment });
  return outcome({ outcome: 'change', match_key: keyOfPart(part.id), before: {}, after: plan.after });
}

/** Lines of one part have the same key, so that a later step finds what they add. */
function keyOfPart(id: string): string {
  return `fit ${id}`;
}

async function readStates(
  transaction: Transaction<DB>,
  { importId, from, ids }: { importId: string; from: number; ids: readonly string[] },
): Promise<Map<string, PartState>> {
  if (ids.length === 0) return new Map();
  const lists = await readFitmentsOf(transaction, ids);
  const states = new Map(
    ids.map((id): [string, PartState] => [id, { list: lists.get(id) ?? [], earlier: [] }]),
  );
  const planned = await transaction
    .selectFrom('part_change_lines')
    .select(['line', 'part_id', 'after'])
    .where('change_id', '=', importId)
    .where(sql<boolean>`match_key = any (${ids.map(keyOfPart)}::text[])`)
    .where('place', '<=', from)
    .orderBy('place')
    .$narrowType<{ line: NotNull }>()
    .execute();
  for (const { line, part_id: id, after } of planned) {
    const state = states.get(id ?? '');
    if (!state) continue;
    const change = after as ChangedValues;
    const plan = planFitmentChange(state.list, change);
    if (plan.outcome === 'change') state.list = plan.list;
    for (const fitment of addedBy(change)) state.earlier.push({ line, fitment });
  }
  return states;
}
