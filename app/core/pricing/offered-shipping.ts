import { type ShipTo, usStates } from '#core/addresses/destination.ts';
import type { PricedLine } from './line.ts';
import { asksDestination } from './restrict-line.ts';
import { packLine } from './parcel.ts';
import type { DayRange, ShippingTerms } from './pricing-terms.ts';
import { priceShipping } from './shipping.ts';

/** The cost of sending one unit to a home in these states. */
export interface ShippingOffer {
  /** Two letters each. Null means all states. */
  states: string[] | null;
  cents: number;
  days: DayRange | null;
}

/** Finds the costs of sending one unit within the United States. Empty if it is picked up, or shoppers ask for a quote. */
export function findShippingOffers(
  part: Omit<PricedLine, 'quantity'>,
  shipping: ShippingTerms,
): ShippingOffer[] {
  const line = { ...part, quantity: 1 };
  const states = Object.keys(usStates);
  if (!differsByState(line, shipping)) {
    const offer = findOffer(line, shipping, null);
    return offer ? [{ states: null, ...offer }] : [];
  }
  const offers = new Map<string, { states: string[]; offer: Omit<ShippingOffer, 'states'> }>();
  for (const state of states) {
    const offer = findOffer(line, shipping, homeIn(state));
    if (!offer) continue;
    const key = JSON.stringify(offer);
    const same = offers.get(key);
    if (same) same.states.push(state);
    else offers.set(key, { states: [state], offer });
  }
  return Array.from(offers.values(), ({ states: served, offer }) => ({
    states: served.length === states.length ? null : served,
    ...offer,
  }));
}

function differsByState(line: PricedLine, shipping: ShippingTerms): boolean {
  if (Object.values(shipping.remote).some((rule) => rule !== 'same')) return true;
  if (asksDestination(line)) return true;
  return packLine(line, shipping).class === 'freight';
}

function findOffer(
  line: PricedLine,
  shipping: ShippingTerms,
  to: ShipTo | null,
): Omit<ShippingOffer, 'states'> | undefined {
  const shipped = priceShipping([line], shipping, to);
  const first = 'lines' in shipped ? shipped.lines[0] : undefined;
  return first && { cents: first.cents, days: first.days };
}

function homeIn(state: string): ShipTo {
  return {
    kind: 'ship',
    country: 'US',
    state,
    zip: '',
    place: 'residential',
    liftgate: false,
    poBox: false,
  };
}
