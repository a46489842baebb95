import { describeRestriction, findRestriction, type RestrictedPart } from '#core/pricing/restrict-line.ts';
import type { RestrictedTerms } from '#core/catalog/restricted/restricted-kinds.ts';
import type { Restriction } from '#core/catalog/restricted/restriction.ts';
import type { WarningMessage } from '#core/agents/ucp.ts';

/**
 * Lists what the law wants said beside a part (docs/restricted-parts.md).
 * @param path names the part in the answer. Examples: '$.products[0]', '$.line_items[2]'.
 */
export function disclosuresOf(part: RestrictedPart, path: string, terms: RestrictedTerms): WarningMessage[] {
  return discloseRestriction(findRestriction(part, terms), path);
}

/** The same for a line, whose restriction is known. */
export function discloseRestriction(restriction: Restriction | undefined, path: string): WarningMessage[] {
  const content = restriction && (restriction.refusal ?? describeRestriction(restriction));
  if (!content) return [];
  return [{ type: 'warning', code: codeOf(restriction), content, path, presentation: 'disclosure' }];
}

function codeOf({ refusal, notSoldIn, groundOnly }: Restriction): string {
  if (refusal !== null) return 'not_for_sale';
  if (notSoldIn.length > 0) return 'not_sold_in_states';
  return groundOnly ? 'ground_shipping_only' : 'california_battery_fee';
}
