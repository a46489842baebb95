import { findOrigin } from '../origin.ts';
import type { PartColumns } from '../part-fields.ts';
import type { FieldErrors } from '../part-form.ts';
import { findRestrictedKind } from './find-kind.ts';
import { findMissingFacts } from './needed-facts.ts';
import type { NeededFact, RestrictedTerms } from './restricted-kinds.ts';

type CheckedColumns = Pick<
  PartColumns,
  'part_name' | 'category' | 'part_type' | 'origin' | 'safety_check' | 'recall_checked_on' | 'donor_vin'
>;

const missing: Record<NeededFact, { column: keyof PartColumns; text: string }> = {
  undeployed: {
    column: 'safety_check',
    text: 'A used airbag or pretensioner is only for sale undeployed. Please confirm it, or save the part as a draft',
  },
  drained: {
    column: 'safety_check',
    text: 'A used fuel tank is only for sale drained. Please confirm it, or save the part as a draft',
  },
  donor_vin: {
    column: 'donor_vin',
    text: 'A used airbag or pretensioner needs the VIN of its donor. Please enter it, or save the part as a draft',
  },
  recall_check: {
    column: 'recall_checked_on',
    text: 'A used airbag or pretensioner needs a recall check. Please enter its day, or save the part as a draft',
  },
};

/** Explains by field why the law keeps a part out of the shop (docs/restricted-parts.md). Returns {} if it doesn't. */
export function checkRestricted(part: CheckedColumns, terms: RestrictedTerms): FieldErrors {
  const origin = findOrigin({ origin: part.origin, condition: part.part_type });
  const kind = findRestrictedKind({ name: part.part_name, category: part.category, origin }, terms);
  if (!kind) return {};
  if (kind === 'catalyticConverters') {
    return terms.catalyticConverters.soldElsewhere
      ? {}
      : {
          part_name:
            'Used catalytic converters may be neither advertised nor sold in California. Please save it as a draft',
        };
  }
  const facts = {
    safetyCheck: part.safety_check,
    recallCheckedOn: part.recall_checked_on,
    donorVinTail: part.donor_vin,
  };
  return Object.fromEntries(
    findMissingFacts(facts, kind).map((fact) => [missing[fact].column, missing[fact].text]),
  );
}
