import { type Destination, findRemoteArea, type ShipTo, usStates } from '#core/addresses/destination.ts';
import { refuseRestricted } from './restrict-line.ts';
import { computeLineCents, type PricedLine, splitCents, sum } from './line.ts';
import { packLine, type Packing } from './parcel.ts';
import type { Country, DayRange, FreightZone, ShippingTerms } from './pricing-terms.ts';
import type { ShippingClass } from '#core/catalog/shipping-class.ts';

export type RefusalReason = 'quote' | 'pickup-only' | 'po-box' | 'place' | 'restricted';

/** Explains why a line cannot be sent to the destination. */
export interface LineRefusal {
  /** Index of the line. */
  line: number;
  reason: RefusalReason;
  text: string;
}

export interface LineShipping {
  class: ShippingClass;
  cents: number;
  /** 0 for freight, and for picked-up lines. */
  boxes: number;
  /** Business days. Null if unknown, or picked up. */
  days: DayRange | null;
}

type Refused = Omit<LineRefusal, 'line'>;

const quote: Refused = { reason: 'quote', text: 'Ask us for a shipping quote' };
const pickupOnly: Refused = { reason: 'pickup-only', text: 'Pickup only' };

/**
 * Prices the shipping of each line in cents. Until a destination is known, all places cost the same. `pickupState` is the
 * state of the location where it is picked up.
 */
export function priceShipping(
  lines: readonly PricedLine[],
  shipping: ShippingTerms,
  destination: Destination | null,
  pickupState?: string,
): { lines: LineShipping[] } | { refusals: LineRefusal[] } {
  const packed = lines.map((line) => packLine(line, shipping));
  if (destination?.kind === 'pickup') {
    const restricted = findRestricted(lines, destination, pickupState);
    if (restricted.length > 0) return { refusals: restricted };
    return { lines: packed.map(({ class: name }) => ({ class: name, cents: 0, boxes: 0, days: null })) };
  }
  const refusals = lines.flatMap((line, index) => {
    const refused = refuse(line, packed[index] as Packing, shipping, destination);
    return refused ? [{ line: index, ...refused }] : [];
  });
  if (refusals.length > 0) return { refusals };
  const route = findRoute(shipping, destination);
  const freight = priceFreight(lines, packed, route);
  return {
    lines: lines.map((line, index) => {
      const packing = packed[index] as Packing;
      return {
        class: packing.class,
        cents: freight[index] ?? priceBoxes(line, packing, shipping, route),
        boxes: packing.boxes,
        days: findDays(packing.class, shipping, route),
      };
    }),
  };
}

/**
 * Finds the lines that the law does not let the shop sell to a destination. A null destination finds those that it sells
 * nowhere.
 */
export function findRestricted(
  lines: readonly PricedLine[],
  destination: Destination | null,
  pickupState?: string,
): LineRefusal[] {
  return lines.flatMap(({ restriction }, line) => {
    const text = refuseRestricted(restriction, destination, pickupState);
    return text === undefined ? [] : [{ line, reason: 'restricted' as const, text }];
  });
}

/** Rules for the way to a destination. */
interface Route {
  to: ShipTo | null;
  country: Country | undefined;
  zone: FreightZone | undefined;
  /** Cents per box. */
  surchargeCents: number;
}

function findRoute(shipping: ShippingTerms, to: ShipTo | null): Route {
  const area = to?.country === 'US' ? findRemoteArea(to.state) : undefined;
  const rule = area && shipping.remote[area];
  return {
    to,
    country: shipping.countries.find(({ country }) => country === to?.country),
    zone: shipping.freight.zones.find(({ states }) => to?.country === 'US' && states.includes(to.state)),
    surchargeCents: typeof rule === 'number' ? rule : 0,
  };
}

function refuse(
  line: PricedLine,
  { class: name, hundredths }: Packing,
  shipping: ShippingTerms,
  to: ShipTo | null,
): Refused | undefined {
  const restricted = refuseRestricted(line.restriction, to);
  if (restricted !== undefined) return { reason: 'restricted', text: restricted };
  if (name === 'pickup') return pickupOnly;
  const hasOwnCost = isOwnCost(line.shippingCostCents);
  if (name === 'oversize' && shipping.oversize.pieceCents === null && !hasOwnCost) return quote;
  if (name === 'freight' && shipping.freight.mode === 'quote' && !hasOwnCost) return quote;
  if (!to) return undefined;
  const { country, zone } = findRoute(shipping, to);
  if (to.country !== 'US') {
    if (!country) return { reason: 'place', text: 'Not shipped to this country' };
    return name === 'parcel' ? undefined : quote;
  }
  const area = findRemoteArea(to.state);
  if (area && shipping.remote[area] === 'refused') {
    return { reason: 'place', text: `Not shipped to ${usStates[to.state] ?? to.state}` };
  }
  if (to.poBox && (name !== 'parcel' || !shipping.poBoxes)) {
    return { reason: 'po-box', text: 'Not shipped to PO boxes' };
  }
  if (name === 'freight' && !hasOwnCost && (!zone || hundredths === null)) return quote;
  return undefined;
}

function priceBoxes(
  line: PricedLine,
  { class: name, boxes }: Packing,
  shipping: ShippingTerms,
  { country, surchargeCents }: Route,
): number {
  if (country) return country.parcelCents * boxes;
  return (line.shippingCostCents ?? priceByClass(line, name, boxes, shipping)) + surchargeCents * boxes;
}

function priceByClass(
  line: PricedLine,
  name: ShippingClass,
  boxes: number,
  { lineCents, freeAboveCents, oversize }: ShippingTerms,
): number {
  if (name === 'oversize') return (oversize.pieceCents ?? 0) * boxes;
  const isFree = freeAboveCents !== null && computeLineCents(line) > freeAboveCents;
  return isFree ? 0 : lineCents * boxes;
}

/** Prices the shipment of all freight without its own cost, and splits it by weight. Other lines get undefined. */
function priceFreight(
  lines: readonly PricedLine[],
  packed: readonly Packing[],
  { to, zone }: Route,
): (number | undefined)[] {
  const isInShipment = lines.map(
    (line, index) => packed[index]?.class === 'freight' && !isOwnCost(line.shippingCostCents),
  );
  if (!to || !zone || !isInShipment.includes(true)) return lines.map(() => undefined);
  const weights = lines.map((line, index) =>
    isInShipment[index] ? (packed[index]?.hundredths ?? 0) * line.quantity : 0,
  );
  const cents =
    zone.baseCents +
    Math.round((sum(weights) * zone.centsPerHundredPounds) / 10_000) +
    (to.place === 'residential' ? zone.residentialCents : 0) +
    (to.liftgate ? zone.liftgateCents : 0);
  return splitCents(cents, weights).map((share, index) => (isInShipment[index] ? share : undefined));
}

function findDays(name: ShippingClass, { days }: ShippingTerms, { country, zone }: Route): DayRange | null {
  if (country) return country.days;
  if (name === 'pickup') return null;
  return (name === 'freight' ? zone?.days : null) ?? days[name];
}

function isOwnCost(cents: number | null | undefined): boolean {
  return cents !== null && cents !== undefined;
}
