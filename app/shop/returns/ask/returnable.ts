import { findDay } from '#core/settings/opening-hours.ts';
import { readPeriod } from '#core/catalog/part-warranty.ts';
import type { ReturnKind } from '#core/orders/return.ts';

/** A parcel that is not marked as delivered counts as delivered this many days after it left. */
const ASSUMED_TRANSIT_DAYS = 7;

export interface ReturnableShipment {
  method: 'parcel' | 'pickup';
  shippedAt: Date;
  deliveredAt: Date | null;
}

/** Finds the time when the buyer got the last units of a line. Undefined if none has left the shop. */
export function findArrival(shipments: readonly ReturnableShipment[]): Date | undefined {
  return shipments.map(findShipmentArrival).toSorted((one, other) => Number(other) - Number(one))[0];
}

function findShipmentArrival({ method, shippedAt, deliveredAt }: ReturnableShipment): Date {
  if (method === 'pickup') return shippedAt;
  return deliveredAt ?? addDays(shippedAt, ASSUMED_TRANSIT_DAYS);
}

export interface DeadlineFacts {
  kind: ReturnKind;
  /** The time when the buyer got the units. Undefined if they have not arrived. */
  arrivedAt: Date | undefined;
  paidAt: Date;
  returnDays: number;
  /** Examples: '12 to 36 months', '30 days'. */
  warranty: string;
  /** Days from the payment. Null if the order has no core charges. */
  coreReturnDays: number | null;
  timeZone: string;
}

/**
 * Finds the end of the time to return a line, claim it, or send back its core: the end of a day in the shop's time zone.
 * Returns undefined before it arrives. Null means no end, for a warranty that is not written as days, months or years
 * (Spec §2, /warranty).
 */
export function findReturnDeadline(facts: DeadlineFacts): Date | null | undefined {
  const { kind, arrivedAt, timeZone } = facts;
  if (kind === 'core') {
    return facts.coreReturnDays === null
      ? undefined
      : findDay(timeZone, addDays(facts.paidAt, facts.coreReturnDays)).ends;
  }
  if (arrivedAt === undefined) return undefined;
  if (kind === 'return') return findDay(timeZone, addDays(arrivedAt, facts.returnDays)).ends;
  const end = addPeriod(arrivedAt, facts.warranty);
  return end && findDay(timeZone, end).ends;
}

function addPeriod(from: Date, text: string): Date | null {
  const period = readPeriod(text);
  if (!period) return null;
  if ('days' in period) return addDays(from, period.days);
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + period.months);
  return end;
}

function addDays(from: Date, days: number): Date {
  const end = new Date(from);
  end.setUTCDate(end.getUTCDate() + days);
  return end;
}

export interface ReturnableFacts {
  /** The deadline of findReturnDeadline. */
  deadline: Date | null | undefined;
  /** Units that can be returned. */
  most: number;
  kind: ReturnKind;
}

/** Explains why a line can't be returned now. Undefined if it can. */
export function findReturnProblem({ deadline, most, kind }: ReturnableFacts, now: Date): string | undefined {
  if (deadline === undefined) {
    return kind === 'core' ? 'It has no core charge' : 'It has not been delivered yet';
  }
  if (deadline !== null && now >= deadline) {
    return {
      return: 'The return period has ended',
      warranty: 'The warranty has expired',
      core: 'The deadline has passed',
    }[kind];
  }
  return most > 0 ? undefined : 'Already returned or refunded';
}
