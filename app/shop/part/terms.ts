import type { Part } from '#core/catalog/part.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import { describeReturnPackaging, describeReturns } from '#core/orders/return-terms.ts';
import { describeRestriction, restrictLine } from '#core/pricing/restrict-line.ts';
import type { RestrictedTerms } from '#core/catalog/restricted/restricted-kinds.ts';
import { describeCore, describeShipping } from '#core/pricing/describe-shipping.ts';
import type { CoreTerms, ShippingTerms } from '#core/pricing/pricing-terms.ts';

interface OwnersTerms {
  business: Pick<Shop, 'warranty' | 'returns'>;
  shipping: ShippingTerms;
  cores: CoreTerms;
  restricted: RestrictedTerms;
}

/** Describes a part's warranty, returns, shipping, core charge, and condition. */
export function describeTerms(part: Part, { business, shipping, cores, restricted }: OwnersTerms) {
  const line = restrictLine(part, restricted);
  const { name, warranty } = findPartTerms(part, business);
  return {
    warranty: `${name}: ${warranty}`,
    returns: describeReturns(business.returns, {
      arrival: 'delivery',
      packaging: describeReturnPackaging(part.origin),
    }),
    shipping: describeShipping(line, shipping),
    restriction: line.restriction && describeRestriction(line.restriction),
    core: describeCore(part, cores),
    condition: describeCondition(part.condition),
  };
}

export type TermsText = ReturnType<typeof describeTerms>;

const conditionDescriptions = new Map<string | null, string>([
  ['New', 'Never installed, as it came from the manufacturer.'],
  ['Excellent', 'Used, with almost no signs of wear. Works like new.'],
  ['Very Good', 'Used and fully working, with light marks.'],
  ['Good', 'Used and fully working, with normal wear for its age.'],
  ['Fair', 'Works, but is worn or marked. Read the description first.'],
  ['Poor', 'Heavily worn or damaged, for repair or for parts only.'],
]);

/** Describes a standard condition. Returns undefined for any other. */
export function describeCondition(condition: string | null): string | undefined {
  return conditionDescriptions.get(condition);
}
