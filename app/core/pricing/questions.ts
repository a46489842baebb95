import { remoteAreas } from '#core/addresses/destination.ts';
import { asksDestination } from './restrict-line.ts';
import type { PricedLine } from './line.ts';
import { packLine } from './parcel.ts';
import type { PricingTerms } from './pricing-terms.ts';

type Rules = Pick<PricingTerms, 'shipping' | 'tax'>;

/** Questions that the cart must ask before it can price its lines. */
export interface CartQuestions {
  /** Asks whether to ship or pick up. */
  fulfillment: boolean;
  /** Asks for state and ZIP of a shipment. */
  destination: boolean;
  /** Asks for the country of a shipment. */
  country: boolean;
  /** Asks whether the place is a PO box. */
  poBox: boolean;
  /** Asks for business or residential, and liftgate. */
  freightAccess: boolean;
}

/** Finds the questions for these lines. The flat rules of Spec §9 need none. */
export function askedInCart(lines: readonly PricedLine[], { shipping, tax }: Rules): CartQuestions {
  const any = lines.length > 0;
  const classes = new Set(lines.map((line) => packLine(line, shipping).class));
  const isLarge = classes.has('oversize') || classes.has('freight');
  const country = any && shipping.countries.length > 0;
  const poBox = any && (!shipping.poBoxes || isLarge);
  const isRestricted = lines.some(asksDestination);
  const isRemoteAsked = remoteAreas.some((area) => shipping.remote[area] !== 'same');
  return {
    fulfillment: any && shipping.pickup.offered,
    destination: any && (tax.mode !== 'flat' || isRemoteAsked || country || poBox || isRestricted),
    country,
    poBox,
    freightAccess: classes.has('freight') && shipping.freight.mode === 'zones',
  };
}
