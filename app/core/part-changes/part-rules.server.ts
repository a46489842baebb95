import type { Transaction } from 'kysely';
import type { FieldErrors } from '#core/catalog/part-form.ts';
import { describeUnknownKind } from '#core/catalog/part-kind.ts';
import { checkRestricted } from '#core/catalog/restricted/check-restricted.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { DB } from '#db/types.ts';
import { type CheckedPart, checkPart } from './check-part.ts';
import { listKindChoices } from './list-parts.server.ts';
import { catalogTable, type PartTable } from './part-table.server.ts';

/** The parts of the shop's settings, and the kinds, that each part is checked against. */
interface PartRules extends Pick<Settings, 'business' | 'restricted'> {
  kinds: ReadonlySet<string>;
}

export async function readRules(transaction: Transaction<DB>): Promise<PartRules> {
  const { business, restricted } = await readSettings(transaction);
  const kinds = await listKindChoices(transaction);
  return { business, restricted, kinds: new Set(kinds.map(({ key }) => key)) };
}

/** Finds errors. `table` is the one that gets the part. Returns {} if there are none. */
export function checkByRules(
  { business, restricted, kinds }: PartRules,
  checked: CheckedPart,
  table: PartTable,
): FieldErrors {
  const { part, before } = checked;
  const { kind } = part;
  return {
    ...(table === catalogTable && checkRestricted(part, restricted)),
    ...checkPart(business, checked),
    ...(kind !== null && kind !== before?.kind && !kinds.has(kind) && { kind: describeUnknownKind(kind) }),
  };
}
