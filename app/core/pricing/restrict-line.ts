import { type Destination, findRemoteArea, usStates } from '#core/addresses/destination.ts';
import { formatDollars } from '#core/values/money.ts';
import { findOrigin } from '#core/catalog/origin.ts';
import type { PricedLine } from './line.ts';
import { findMissingFacts, type RecordedFacts } from '#core/catalog/restricted/needed-facts.ts';
import { findRestrictedKind } from '#core/catalog/restricted/find-kind.ts';
import type { Restriction } from '#core/catalog/restricted/restriction.ts';
import { kindRules, type RestrictedTerms } from '#core/catalog/restricted/restricted-kinds.ts';

export interface RestrictedPart extends RecordedFacts {
  name: string;
  category?: string | null | undefined;
  condition?: string | null | undefined;
  origin: string | null;
}

const NOT_FOR_SALE = 'Not for sale right now';

/** Finds the restrictions of a part (docs/restricted-parts.md). */
export function findRestriction(part: RestrictedPart, terms: RestrictedTerms): Restriction | undefined {
  const origin = findOrigin({ origin: part.origin, condition: part.condition ?? null });
  const kind = findRestrictedKind({ ...part, origin }, terms);
  if (!kind) return undefined;
  const { ships } = kindRules[kind];
  const { catalyticConverters } = terms;
  const isHidden = kind === 'catalyticConverters' && !catalyticConverters.soldElsewhere;
  return {
    kind,
    refusal: isHidden || findMissingFacts(part, kind).length > 0 ? NOT_FOR_SALE : null,
    notSoldIn: kind === 'catalyticConverters' ? catalyticConverters.states : [],
    groundOnly: ships === 'ground',
    batteryFee: kind === 'leadAcidBatteries' ? findBatteryFee(terms) : null,
  };
}

function findBatteryFee({ leadAcidBatteries }: RestrictedTerms): Restriction['batteryFee'] {
  const { feeCents, refundsFee } = leadAcidBatteries;
  return feeCents > 0 ? { pieceCents: feeCents, isRefunded: refundsFee } : null;
}

/** Adds the restrictions of a line. A kind that ships by freight gets that class, unless the part is picked up. */
export function restrictLine<Line extends Omit<PricedLine, 'quantity' | 'unitPriceCents'> & RestrictedPart>(
  line: Line,
  terms: RestrictedTerms,
): Line & Pick<PricedLine, 'shippingClass' | 'restriction'> {
  const restriction = findRestriction(line, terms);
  if (!restriction) return line;
  const byFreight = kindRules[restriction.kind].ships === 'freight' && line.shippingClass !== 'pickup';
  return { ...line, restriction, ...(byFreight && { shippingClass: 'freight' as const }) };
}

/**
 * Explains why a part cannot be sold to a destination. Null is a destination that is not known yet. `pickupState` is the state
 * of the chosen location.
 */
export function refuseRestricted(
  restriction: Restriction | undefined,
  destination: Destination | null,
  pickupState: string | null = null,
): string | undefined {
  if (!restriction) return undefined;
  const { refusal, notSoldIn, groundOnly } = restriction;
  if (refusal !== null) return refusal;
  if (!destination) return undefined;
  const isPickup = destination.kind === 'pickup';
  const state = isPickup ? pickupState : destination.country === 'US' ? destination.state : null;
  if (state !== null && notSoldIn.includes(state)) return `Not sold in ${usStates[state] ?? state}`;
  // The state of a pickup must be known.
  if (isPickup) return notSoldIn.length > 0 && state === null ? 'Not available for pickup' : undefined;
  if (!groundOnly) return undefined;
  if (destination.country !== 'US') return 'Ships by ground only: not to this country';
  if (destination.poBox) return 'Ships by ground only: not to PO boxes';
  return findRemoteArea(destination.state)
    ? `Ships by ground only: not to ${usStates[destination.state] ?? destination.state}`
    : undefined;
}

/** Describes the restrictions of a part for its page and the cart. */
export function describeRestriction({ notSoldIn, groundOnly, batteryFee }: Restriction): string | undefined {
  if (notSoldIn.length > 0) return `Not sold in ${listStates(notSoldIn)}`;
  if (groundOnly) return 'Ships by ground only, within the mainland United States';
  if (batteryFee)
    return `In California, plus the California battery fee of ${formatDollars(batteryFee.pieceCents)} for each`;
  return undefined;
}

function listStates(states: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(states.map((state) => usStates[state] ?? state));
}

/** Tells whether the price or the sale of a part depends on where it goes. */
export function asksDestination({ restriction }: Pick<PricedLine, 'restriction'>): boolean {
  if (!restriction) return false;
  return restriction.notSoldIn.length > 0 || restriction.groundOnly || restriction.batteryFee !== null;
}
