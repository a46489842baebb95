import { OUT_OF_STOCK_CONDITION } from '#core/catalog/part.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import { IMPORT_CATEGORY } from './import-fields.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { mergePart } from '#core/catalog/merge-part.ts';
import { describeUnknownKind } from '#core/catalog/part-kind.ts';
import { computeFacts } from '#core/catalog/part-facts.ts';
import {
  type FieldColumn,
  formColumns,
  partColumns,
  type PartColumns,
  partFields,
  privateColumns,
} from '#core/catalog/part-fields.ts';
import type { FilePart } from '../cells/columns.ts';
import { readFields } from '#core/catalog/part-form.ts';
import { checkPart } from '#core/part-changes/check-part.ts';
import type { ChangedValues } from './read-cells.ts';

export type Plan =
  | { outcome: 'add'; after: ChangedValues }
  | { outcome: 'change'; before: ChangedValues; after: ChangedValues }
  | { outcome: 'same' }
  | { outcome: 'refuse'; reason: string };

/** The shop's facts that a plan needs besides the part. */
export interface ShopFacts {
  business: Parameters<typeof checkPart>[0];
  /** Names of all conditions. */
  conditions: readonly string[];
  /** Keys of all kinds of parts. */
  kinds: ReadonlySet<string>;
}

export interface PlannedPart extends FilePart {
  stock_held: number;
  hasUploads: boolean;
  /** Addresses that the part's pictures were fetched from. */
  sources: readonly string[];
}

const refuse = (reason: string): Plan => ({ outcome: 'refuse', reason });

const computed: ReadonlySet<string> = new Set(['grade', 'donor_vin_tail']);

const allColumns = [...partColumns, ...privateColumns].filter((column) => !computed.has(column));

const emptyForm = readFields(
  Object.fromEntries(formColumns.map((column) => [column, ''])),
  formColumns,
).values;
const emptyPart = Object.fromEntries(allColumns.map((column) => [column, emptyForm[column] ?? null]));

/** Plans a new part with these values. `condition` applies if it has none of its own. */
export function planNewPart(
  values: ChangedValues,
  { business, conditions, kinds }: ShopFacts,
  condition: string | null,
): Plan {
  const { fitments, pictures, hidden, ...own } = values;
  const part = {
    ...emptyPart,
    category: IMPORT_CATEGORY,
    part_type: condition,
    ...own,
  } as unknown as PartColumns;
  if (!part.part_name) return refuse(partFields.part_name.required);
  const wrong =
    spellCondition(part, conditions) ?? findUnknownKind(part, kinds) ?? findProblem(business, part, null);
  if (wrong !== undefined) return refuse(wrong);
  markSoldOut(part, conditions);
  const after = { ...part, ...computeFacts(part) } as unknown as ChangedValues;
  return {
    outcome: 'add',
    after: {
      ...after,
      ...(fitments !== undefined && { fitments }),
      ...(pictures !== undefined && { pictures }),
      ...(hidden === true && { hidden }),
    },
  };
}

/**
 * Plans the changes of these values to a part. Refuses a value that was changed since, and changes stock by the difference.
 * @param seen the values that they are to replace.
 */
export function planChange(
  part: PlannedPart,
  { values, seen = {} }: { values: ChangedValues; seen?: ChangedValues },
  { business, conditions, kinds }: ShopFacts,
): Plan {
  const { fitments, pictures, hidden: _, ...mine } = values;
  const now = Object.fromEntries(allColumns.map((column) => [column, part[column]]));
  const { merged, conflicts } = mergePart({
    seen: { ...now, ...withoutComputed(seen) } as unknown as PartColumns,
    now: now as unknown as PartColumns,
    mine: withoutComputed(mine) as Partial<PartColumns>,
    held: part.stock_held,
  });
  const list = writeFitments(part.fitments);
  const conflict =
    conflicts[0]?.field ?? (isOther(seen['fitments'], list) && fitments !== list ? 'fitments' : undefined);
  if (conflict !== undefined) return refuse(`Changed since the check: ${labelOf(conflict)}`);
  if (merged.part_type !== part.part_type) {
    const wrong = spellCondition(merged, conditions);
    if (wrong !== undefined) return refuse(wrong);
  }
  const unknown = merged.kind === part.kind ? undefined : findUnknownKind(merged, kinds);
  if (unknown !== undefined) return refuse(unknown);
  if (merged.stock_quantity !== part.stock_quantity) markSoldOut(merged, conditions);
  if (merged.stock_quantity < part.stock_held) return refuse(`Open payments hold ${part.stock_held}`);
  if (merged.image_url !== part.image_url && part.hasUploads)
    return refuse("Its uploaded pictures stay. Please change them in the part's form");
  const wrong = findProblem(business, merged, now as unknown as PartColumns);
  if (wrong !== undefined) return refuse(wrong);
  const before: ChangedValues = {};
  const after: ChangedValues = {};
  const wanted = merged as unknown as ChangedValues;
  const isChanged = allColumns.some((column) => wanted[column] !== part[column]);
  const full = isChanged ? { ...wanted, ...computeFacts(merged) } : wanted;
  for (const [column, value] of Object.entries(full)) {
    const old = part[column as FieldColumn];
    if (old === value) continue;
    before[column] = old;
    after[column] = value;
  }
  if (fitments !== undefined && fitments !== list) {
    before['fitments'] = list;
    after['fitments'] = fitments;
  }
  const added = readSources(pictures).filter((source) => !part.sources.includes(source));
  if (added.length > 0) after['pictures'] = JSON.stringify(added);
  return Object.keys(after).length === 0 ? { outcome: 'same' } : { outcome: 'change', before, after };
}

/** Lists the sources of pictures in values of a line. */
export function readSources(pictures: FieldValue | undefined): string[] {
  return typeof pictures === 'string' ? (JSON.parse(pictures) as string[]) : [];
}

function isOther(seen: unknown, now: string): boolean {
  return seen !== undefined && seen !== now;
}

function withoutComputed(values: ChangedValues): ChangedValues {
  return Object.fromEntries(
    Object.entries(values).filter(([column]) => !computed.has(column) && column !== 'fitments'),
  );
}

/** Gives a condition the shop's spelling. Returns a message if the shop doesn't have it. */
function spellCondition(part: PartColumns, conditions: readonly string[]): string | undefined {
  const typed = part.part_type;
  if (typed === null || conditions.length === 0 || conditions.includes(typed)) return undefined;
  const known = conditions.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (known === undefined) return `There is no condition ${typed}. Add it in Conditions, or correct the file`;
  part.part_type = known;
  return undefined;
}

function findUnknownKind({ kind }: PartColumns, kinds: ReadonlySet<string>): string | undefined {
  return kind === null || kinds.has(kind) ? undefined : describeUnknownKind(kind);
}

/** Spec §4, Stock: a part without stock and condition is 'Out of Stock', if that condition exists. */
function markSoldOut(part: PartColumns, conditions: readonly string[]): void {
  if (part.stock_quantity > 0 || part.part_type !== null) return;
  if (conditions.includes(OUT_OF_STOCK_CONDITION)) part.part_type = OUT_OF_STOCK_CONDITION;
}

function findProblem(business: ShopFacts['business'], part: PartColumns, before: PartColumns | null) {
  const errors = Object.values(checkPart(business, { part, before, acceptsVin: false }));
  return errors.length > 0 ? errors.join('. ') : undefined;
}

/** Returns the label of a column of the database, of 'fitments', 'pictures' or 'hidden'. */
export function labelOf(column: string): string {
  if (column === 'pictures') return 'Pictures';
  if (column === 'hidden') return 'Hidden';
  return Object.hasOwn(partFields, column) ? partFields[column as FieldColumn].label : 'Also Fits';
}

interface Applied {
  before: ChangedValues;
  after: ChangedValues;
}

/**
 * Plans how to undo a change. Columns that were changed since stay, and are named. Stock is undone by the difference, so that
 * units sold since stay sold.
 */
export function planUndo(
  part: PlannedPart,
  { before, after }: Applied,
): { values: ChangedValues; kept: string[] } {
  const values: ChangedValues = {};
  const kept: string[] = [];
  for (const [column, old] of Object.entries(before)) {
    if (column === 'stock_quantity') {
      const stock = Math.max(0, part.stock_quantity + Number(old) - Number(after[column]));
      if (stock < part.stock_held) kept.push(labelOf(column));
      else if (stock !== part.stock_quantity) values[column] = stock;
    } else if (valueOf(part, column) === after[column]) values[column] = old;
    else if (!computed.has(column)) kept.push(labelOf(column));
  }
  return { values, kept };
}

/** Explains why an added part must stay. Returns undefined if it is unchanged. */
export function findReasonToKeep(part: PlannedPart, after: ChangedValues): string | undefined {
  if (part.stock_held > 0) return `Open payments hold ${part.stock_held}`;
  const changed = Object.keys(after).filter(
    (column) => column !== 'pictures' && column !== 'hidden' && valueOf(part, column) !== after[column],
  );
  if (part.stock_quantity < Number(after['stock_quantity'])) return 'Sold since';
  return changed.length > 0 ? `Changed since: ${changed.map(labelOf).join(', ')}` : undefined;
}

function valueOf(part: PlannedPart, column: string) {
  return column === 'fitments' ? writeFitments(part.fitments) : part[column as FieldColumn];
}
