import { remoteAreas } from '#core/addresses/destination.ts';
import { asksDestination } from './restrict-line.ts';
import type { PricedLine } from './line.ts';
import { packLine } from './parcel.ts';
import type { PricingTerms } from './pricing-terms.ts';

type Rules = Pick<PricingTerms, 'shipping' | 'tax'>;

/** What the cart must ask before it can price its lines. */
export interface CartQuestions {
  /** Ship or pick up. */
  fulfillment: boolean;
  /** State and ZIP, if it is shipped. */
  destination: boolean;
  /** Which country, if it is shipped. */
  country: boolean;
  /** Whether the place is a PO box. */
  poBox: boolean;
  /** Business or residential, and liftgate. */
  freightAccess: boolean;
}

/** Finds what to ask for these lines. With the specification's rules, nothing. */
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
