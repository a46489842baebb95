import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { BulkChange, BulkOutcome } from './bulk-change.ts';
import { computeFacts } from '#core/catalog/part-facts.ts';
import type { PartColumns } from '#core/catalog/part-fields.ts';
import { checkRestricted } from '#core/catalog/restricted/check-restricted.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { checkPart } from '../check-part.ts';
import { noFacts, readPrivateFacts } from '../private-facts.server.ts';
import type { StoredPart } from './bulk-rows.server.ts';

type Outcome = BulkOutcome | { after: Record<string, unknown> };

type Check = (part: StoredPart, outcome: BulkOutcome) => Outcome;

/** Returns a check of a changed part, which adds the grade that follows from a new condition. */
export async function readChecks(
  transaction: Transaction<DB>,
  change: BulkChange,
  parts: readonly StoredPart[],
): Promise<Check> {
  const isChecked =
    change.kind === 'show' ||
    (change.kind === 'set' &&
      ['part_type', 'warranty', 'category'].some((column) => column in change.values));
  if (!isChecked) return (_part, outcome) => outcome;
  const { business, restricted } = await readSettings(transaction);
  const ids = parts.map(({ id }) => id);
  const facts = await readPrivateFacts(transaction, ids);
  return (part, outcome) => {
    if ('skipped' in outcome) return outcome;
    const texts = { image_url: null, description: null };
    const before: PartColumns = { ...part, ...texts, ...(facts.get(part.id) ?? noFacts) };
    const after = { ...before, ...outcome.after };
    const isShown = change.kind === 'show' || !part.is_hidden;
    const [error] = Object.values({
      ...(isShown && checkRestricted(after, restricted)),
      ...(change.kind === 'set' && checkPart(business, { part: after, before, acceptsVin: true })),
    });
    if (error) return { skipped: error };
    if (change.kind === 'show') return outcome;
    const { grade } = computeFacts(after);
    return { after: { ...outcome.after, ...(grade !== part.grade && { grade }) } };
  };
}
