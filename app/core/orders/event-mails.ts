import type { Parcel } from './carrier.ts';
import { formatFullDay } from './buyer-order.ts';
import {
  type EventUnits,
  formatUnits,
  type OrderEvent,
  type OrderEventDetails,
  type Settled,
} from './order-event.ts';
import { refundReasons } from './refund-reason.ts';
import { formatRefundDays } from './return-terms.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatHours } from '#core/settings/opening-hours.ts';
import { formatAddress, type Shop } from '#core/settings/shop.ts';

interface EventMail {
  subject: string;
  texts: string[];
  /** Facts that follow the text. */
  lines: string[];
  /** How to follow a parcel. */
  parcel?: Parcel;
  /** Label of the link to the order's page. */
  action: string;
  /** Anchor of the section that the link shows. */
  anchor?: string;
}

interface Context {
  /** Example: 'PY-10423'. */
  order: string;
  shop: Shop;
}

interface OrderFacts {
  payment_method: string | null;
  fulfillment: string;
  pickup_location: string | null;
  /** True if the buyer can still cancel on the order's page. */
  canCancel: boolean;
}

const SEE = 'See your order';

/** Describes the mail to the buyer about an event. @throws {Error} for a kind of event that has no mail. */
export function describeEventMail(event: OrderEvent & OrderFacts, { order, shop }: Context): EventMail {
  const of = `Order ${order}`;
  switch (event.kind) {
    case 'shipped': {
      const { carrier, tracking, isPart } = event.details;
      return {
        subject: isPart ? `${of}: part of it is on its way` : `${of} is on its way`,
        texts: [`We have shipped these parts.${isPart ? ' The rest will follow in another parcel.' : ''}`],
        lines: [],
        parcel: { carrier, tracking },
        action: SEE,
      };
    }
    case 'delivered':
      return {
        subject: `${of} was delivered`,
        texts: [
          "These parts have been delivered. If something is missing, is damaged or doesn't fit, ask us on your order page.",
        ],
        lines: [],
        action: SEE,
      };
    case 'ready': {
      const location = shop.locations.find(({ name }) => name === event.pickup_location);
      return {
        subject: `${of} is ready for pickup`,
        texts: ['These parts are ready for pickup. Please bring your order number and a photo ID.'],
        lines: [
          ...(event.pickup_location ? [`Pickup at ${event.pickup_location}`] : []),
          ...(location ? [formatAddress(location)] : []),
          ...formatHours(shop).map(({ days, open }) => `${days}: ${open}`),
        ],
        action: SEE,
      };
    }
    case 'canceled': {
      const { pieces, isWhole, note, byBuyer } = event.details;
      return {
        subject: isWhole ? `${of} is canceled` : `${of}: a part is ${byBuyer ? 'canceled' : 'missing'}`,
        texts: [
          isWhole
            ? describeCanceled(byBuyer)
            : byBuyer
              ? `You have canceled ${formatUnits(pieces)}.`
              : describeMissing(pieces),
          ...(note ? [note] : []),
          event.payment_method === null
            ? "We've asked our payment provider to refund your money, and we'll email you when it has been refunded."
            : 'You can get your money back at our counter.',
        ],
        lines: [],
        action: SEE,
      };
    }
    case 'delayed': {
      const { shipBy, note } = event.details;
      const by = formatFullDay(shipBy, shop.timeZone);
      return {
        subject: `${of} is delayed`,
        texts: [
          `Your order is taking longer than we promised. ${
            event.fulfillment === 'pickup' ? `It will be ready by ${by}.` : `We'll ship it by ${by}.`
          }`,
          ...(note ? [note] : []),
          event.canCancel
            ? "If you don't want to wait, you can cancel on your order page until we pack it. We'll refund your money."
            : "If you don't want to wait, reply to this email. We'll cancel the order and refund your money.",
        ],
        lines: [],
        ...(event.canCancel ? { action: 'See or cancel your order', anchor: 'cancel' } : { action: SEE }),
      };
    }
    case 'difference_asked': {
      const { name, what, note } = event.details;
      return {
        subject: `${of}: a part differs, please choose`,
        texts: [
          `We checked ${name} before packing it. It isn't as we listed it:`,
          what,
          ...(note ? [note] : []),
          event.payment_method === null
            ? 'You can take it as it is, or cancel this part and get your money back. Please choose on your order page. Your order waits until then.'
            : "You can take it as it is: please say so on your order page. If you don't want it, reply to this email. Your order waits until then.",
        ],
        lines: [],
        action: 'Choose',
        anchor: 'differs',
      };
    }
    case 'balance_asked': {
      const { amountCents, note } = event.details;
      const amount = formatDollars(amountCents);
      return {
        subject: `${of}: please pay ${amount} more`,
        texts: [
          `Your payment was ${amount} less than the total of your order. Please pay the rest on your order page. We'll ship your order then.`,
          ...(note ? [note] : []),
        ],
        lines: [],
        action: `Pay ${amount}`,
        anchor: 'pay',
      };
    }
    case 'address_changed':
      return {
        subject: `${of}: new address`,
        texts: [
          "We have changed the address of your order. Anything not yet shipped goes to this address. If it's wrong, please tell us.",
          ...describeSettled(event.details, event.payment_method),
        ],
        lines: event.details.address,
        ...settledAction(event.details),
      };
    case 'parts_changed': {
      const { off, on } = event.details;
      return {
        subject: `${of}: parts changed`,
        texts: [
          "We have changed the parts of your order. If this isn't what we agreed on, please tell us.",
          ...describeSettled(event.details, event.payment_method),
        ],
        lines: [
          ...(on.length > 0 ? [`Added: ${formatUnits(on)}`] : []),
          ...(off.length > 0 ? [`Removed: ${formatUnits(off)}`] : []),
        ],
        ...settledAction(event.details),
      };
    }
    case 'balance_paid':
      return {
        subject: `${of} is paid in full`,
        texts: [
          `Thank you. We have received ${formatDollars(event.details.amountCents)}, and your order is paid in full.`,
        ],
        lines: [],
        action: SEE,
      };
    case 'refunded':
      return {
        subject: `${of}: refund of ${formatDollars(event.details.amountCents)}`,
        texts: [
          describeRefunded(event.details),
          ...(event.details.method === 'cash'
            ? []
            : [`It will appear on your statement in ${formatRefundDays(shop.returns)}.`]),
        ],
        lines: [],
        action: SEE,
      };
    case 'disputed': {
      const { amountCents } = event.details;
      const amount = amountCents === null ? 'the payment' : formatDollars(amountCents);
      return {
        subject: `${of}: your payment is disputed`,
        texts: [
          `Your bank told us that ${amount} of this order is disputed. Anything we haven't shipped yet will wait until the bank decides.`,
          "If you didn't mean to dispute it, please tell your bank. If something is wrong with the order, please contact us so we can make it right.",
        ],
        lines: [],
        action: SEE,
      };
    }
    case 'link_sent':
      return {
        subject: `${of}: your link to it`,
        texts: [
          'Someone who knows the number and email of this order asked for a link to it. With the link, you can see the order, ask a question, and cancel it until it is packed.',
          "If it wasn't you, you can ignore this email. Please don't forward it.",
        ],
        lines: [],
        action: SEE,
      };
    default:
      throw new Error(`Events of the kind ${event.kind} have no email.`);
  }
}

function describeSettled({ askedCents, refundCents }: Settled, paymentMethod: string | null): string[] {
  if (askedCents !== undefined)
    return [
      `Your order now costs ${formatDollars(askedCents)} more than you have paid. Please pay it on your order page. We'll ship your order then.`,
    ];
  if (refundCents === undefined) return [];
  const amount = formatDollars(refundCents);
  return paymentMethod === null
    ? [
        `You have paid ${amount} too much. We've asked our payment provider to refund it, and we'll email you when it has been refunded.`,
      ]
    : [`You have paid ${amount} too much. You can get it back at our counter.`];
}

function settledAction({ askedCents }: Settled): Pick<EventMail, 'action' | 'anchor'> {
  return askedCents === undefined
    ? { action: SEE }
    : { action: `Pay ${formatDollars(askedCents)}`, anchor: 'pay' };
}

function describeCanceled(byBuyer: true | undefined): string {
  return byBuyer ? 'You have canceled your order.' : 'We have canceled your order.';
}

function describeMissing(units: readonly EventUnits[]): string {
  return `We're sorry: we couldn't find ${formatUnits(units)} in our stock, so we canceled it.`;
}

function describeRefunded(details: OrderEventDetails['refunded']): string {
  const { amountCents, reason, isWhole, method } = details;
  const scope = isWhole ? 'That is the full payment.' : 'That is a partial refund.';
  return `${refundReasons[reason].toBuyer}We have refunded ${formatDollars(amountCents)} ${method === 'cash' ? 'in cash' : 'to your card'}. ${scope}`;
}
