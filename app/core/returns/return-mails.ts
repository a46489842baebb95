import { formatUnits, type EventUnits } from '#core/orders/order-event.ts';
import { formatDollars } from '#core/values/money.ts';
import { findTrackingAddress } from '#core/orders/carrier.ts';
import { listSettlement, type Settlement } from './return-refund.ts';
import { type ReturnKind, type ReturnState, returnKinds } from '#core/orders/return.ts';
import type { Shop } from '#core/settings/shop.ts';

export interface MailedReturn {
  /** Example: 'RMA-1042'. */
  reference: string;
  /** Example: 'PY-10423'. */
  order: string;
  kind: ReturnKind;
  step: ReturnState;
  /** Units that the buyer asked to return. */
  units: EventUnits[];
  /** Units that arrived. Before that, the requested ones. */
  arrived: EventUnits[];
  /** Units that did not arrive with the others. */
  missing: EventUnits[];
  /** Number of the return with the missing units. Null if they are not expected. */
  rest: string | null;
  note: string | null;
  sendTo: string | null;
  /** True if the shop pays for the way back. */
  shopPays: boolean;
  carrier: string | null;
  tracking: string | null;
  settlement: Settlement | null;
}

interface ReturnMail {
  subject: string;
  texts: string[];
  lines: string[];
}

const requests: Record<ReturnKind, string> = {
  return: 'request to return',
  warranty: 'warranty claim for',
  core: 'request to return the core of',
};

/** Describes the mail to the buyer about a step. @throws {Error} for a step that has none. */
export function describeReturnMail(mailed: MailedReturn, shop: Shop): ReturnMail {
  const { reference, order, kind, step, units, arrived, note, sendTo, carrier, tracking, settlement } =
    mailed;
  const noted = note === null ? [] : [note];
  const of = `${returnKinds[kind]} ${reference} at ${shop.name}`;
  switch (step) {
    case 'asked':
      return {
        subject: `${of}: we received your request`,
        texts: [
          `We received your ${requests[kind]} ${formatUnits(units)} from order ${order}. We'll answer within two business days.`,
          'Please keep the parts until you have our answer and the address.',
        ],
        lines: [],
      };
    case 'approved':
      return {
        subject: `${of}: approved`,
        texts: [
          `Please send ${formatUnits(units)} to the address below. Print the slip, put it in the box, and write ${reference} on the box.`,
          ...noted,
          mailed.shopPays
            ? "We pay for return shipping. Keep the receipt, and we'll refund what you paid."
            : 'You pay for return shipping. Keep the receipt until you get your refund.',
        ],
        lines: sendTo === null ? [] : [...sendTo.split('\n'), reference],
      };
    case 'refused':
      return {
        subject: `${of}: declined`,
        texts: [`We can't take ${formatUnits(units)} back.`, ...noted],
        lines: [],
      };
    case 'received':
      return {
        subject: `${of}: received`,
        texts: [
          `We received ${formatUnits(arrived)}. We'll email you after the inspection.`,
          ...describeMissing(mailed),
          ...noted,
        ],
        lines: [],
      };
    case 'refunded':
      return {
        subject: `${of}: refunded`,
        texts: [
          `We have refunded ${formatDollars(settlement?.totalCents ?? 0)} the way you paid. Card refunds appear on your statement in ${shop.returns.refundDays.replace('-', ' to ')} business days.`,
        ],
        lines:
          settlement === null
            ? []
            : [...listSettlement(kind, settlement), ['Total', settlement.totalCents] as const].map(
                ([name, cents]) => `${name}: ${formatDollars(cents)}`,
              ),
      };
    case 'sent_back': {
      const page = findTrackingAddress(carrier, tracking);
      return {
        subject: `${of}: on its way to you`,
        texts: [`We have inspected ${formatUnits(arrived)} and sent it to you.`, ...noted],
        lines: [
          ...(carrier ? [`Carrier: ${carrier}`] : []),
          ...(tracking ? [`Tracking number: ${tracking}`] : []),
          ...(page ? [page] : []),
        ],
      };
    }
    default:
      throw new Error(`The step ${step} has no email.`);
  }
}

function describeMissing({ missing, rest }: MailedReturn): string[] {
  if (missing.length === 0) return [];
  return rest === null
    ? [`Not received: ${formatUnits(missing)}. We'll refund only what arrived.`]
    : [`Still missing: ${formatUnits(missing)}. When you send it, write ${rest} on the box.`];
}
