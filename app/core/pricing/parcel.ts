import { findKind, type PricedLine } from './line.ts';
import type { ShippingTerms } from './pricing-terms.ts';
import type { ShippingClass } from '#core/catalog/shipping-class.ts';

/** The facts about a line's units, known from the part or its kind. */
export interface Packing {
  class: ShippingClass;
  /** Hundredths of a pound per unit, so that sums are exact. */
  hundredths: number | null;
  /** Parcels and oversize units. Freight has no boxes. */
  boxes: number;
}

/** Finds how a line is packed. A parcel that carriers would refuse is oversize. */
export function packLine(line: PricedLine, shipping: ShippingTerms): Packing {
  const kind = findKind(shipping.kinds, line.category);
  const pounds = line.weightPounds ?? kind?.pounds ?? null;
  const hundredths = pounds === null ? null : toHundredths(pounds);
  const sides = [
    line.lengthIn ?? kind?.lengthIn ?? 0,
    line.widthIn ?? kind?.widthIn ?? 0,
    line.heightIn ?? kind?.heightIn ?? 0,
  ];
  const named = line.shippingClass ?? kind?.class ?? 'parcel';
  const { maxParcelPounds, maxParcelInches } = shipping;
  const limit = maxParcelPounds === null ? null : toHundredths(maxParcelPounds);
  const tooHeavy = limit !== null && hundredths !== null && hundredths > limit;
  const tooLong = maxParcelInches !== null && Math.max(...sides) > maxParcelInches;
  if (named === 'parcel' && !tooHeavy && !tooLong) {
    return { class: 'parcel', hundredths, boxes: countBoxes(line.quantity, hundredths, limit) };
  }
  if (named === 'parcel' || named === 'oversize') {
    return { class: 'oversize', hundredths, boxes: line.quantity };
  }
  return { class: named, hundredths, boxes: 0 };
}

/** Counts boxes. A line without a weight is one box. */
function countBoxes(quantity: number, hundredths: number | null, limit: number | null): number {
  if (hundredths === null || limit === null) return 1;
  return Math.ceil(quantity / Math.floor(limit / hundredths));
}

function toHundredths(pounds: number): number {
  return Math.max(1, Math.round(pounds * 100));
}
