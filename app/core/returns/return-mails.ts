import { formatUnits, type EventUnits } from '#core/orders/order-event.ts';
import { formatDollars } from '#core/values/money.ts';
import type { Parcel } from '#core/orders/carrier.ts';
import { listSettlement, type Settlement } from './return-refund.ts';
import { type ReturnKind, type ReturnState, returnKinds } from '#core/orders/return.ts';
import { formatRefundDays } from '#core/orders/return-terms.ts';
import type { Shop } from '#core/settings/shop.ts';

export interface MailedReturn {
  /** Example: 'RMA-1042'. */
  reference: string;
  /** Example: 'PY-10423'. */
  order: string;
  kind: ReturnKind;
  step: ReturnState;
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
  /** Units to list after the texts. */
  parts: 'requested' | 'arrived' | 'none';
  /** Settlement: names and cents. */
  amounts: [name: string, cents: number][];
  lines: string[];
  /** How to follow a parcel. */
  parcel?: Parcel;
}

const names: Record<ReturnKind, string> = { ...returnKinds, core: 'Core return' };

const requests: Record<ReturnKind, string> = {
  return: 'request to return these parts',
  warranty: 'warranty claim for these parts',
  core: 'core return request for these parts',
};

/** Describes the mail to the buyer about a step. @throws {Error} for a step that has none. */
export function describeReturnMail(mailed: MailedReturn, shop: Shop): ReturnMail {
  const { reference, order, kind, step, note, sendTo, carrier, tracking, settlement } = mailed;
  const noted = note === null ? [] : [note];
  const of = `${names[kind]} ${reference}`;
  const parts = kind === 'core' ? 'the old parts for these' : 'these parts';
  const rest = { amounts: [], lines: [] };
  switch (step) {
    case 'asked':
      return {
        ...rest,
        subject: `${of}: we received your request`,
        texts: [
          `We received your ${requests[kind]} from order ${order}. We'll answer within two business days.`,
          'Please keep the parts until you have our answer and the address.',
        ],
        parts: 'requested',
      };
    case 'approved':
      return {
        ...rest,
        subject: `${of}: approved`,
        texts: [
          `Please send ${parts} to the address below. Print the slip, put it in the box, and write ${reference} on the box.`,
          ...noted,
          mailed.shopPays
            ? "We pay for return shipping. Keep the receipt, and we'll refund what you paid."
            : 'You pay for return shipping. Keep the receipt until you get your refund.',
        ],
        parts: 'requested',
        lines: sendTo === null ? [] : ['Send to:', ...sendTo.split('\n'), reference],
      };
    case 'refused':
      return {
        ...rest,
        subject: `${of}: declined`,
        texts: [`We can't take ${parts} back.`, ...noted],
        parts: 'requested',
      };
    case 'received':
      return {
        ...rest,
        subject: `${of}: received`,
        texts: [
          `We received ${parts}. We'll email you after the inspection.`,
          ...describeMissing(mailed),
          ...noted,
        ],
        parts: 'arrived',
      };
    case 'refunded': {
      const totalCents = settlement?.totalCents ?? 0;
      return {
        ...rest,
        subject: `${of}: refunded`,
        texts: [
          `We have refunded ${formatDollars(totalCents)} the way you paid. Card refunds appear on your statement in ${formatRefundDays(shop.returns)}.`,
        ],
        parts: 'none',
        amounts: settlement === null ? [] : [...listSettlement(kind, settlement), ['Total', totalCents]],
      };
    }
    case 'sent_back':
      return {
        ...rest,
        subject: `${of}: your parts are on their way back to you`,
        texts: [`We have inspected ${parts} and sent them back to you.`, ...noted],
        parts: 'arrived',
        parcel: { carrier, tracking },
      };
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
