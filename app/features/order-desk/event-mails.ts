import { findTrackingAddress } from '#domain/carrier.ts';
import { formatFullDay } from '#domain/buyer-order.ts';
import {
  type EventPieces,
  formatPieces,
  type OrderEvent,
  type OrderEventDetails,
} from '#domain/order-event.ts';
import { formatDollars } from '#domain/money.ts';
import { formatHours } from '#domain/opening-hours.ts';
import { formatAddress, type Shop } from '#domain/shop.ts';
import { describeReturns } from '#domain/terms.ts';

interface EventMail {
  subject: string;
  texts: string[];
  /** Facts below the text. */
  lines: string[];
  /** The label of the link to the order's page. */
  action: string;
  /** The part of the page that the link shows. */
  anchor?: string;
}

interface Context {
  /** As in 'PY-10423'. */
  order: string;
  shop: Shop;
}

interface OrderFacts {
  payment_method: string | null;
  fulfillment: string;
  pickup_location: string | null;
  /** The buyer can still cancel on the order's page. */
  canCancel: boolean;
}

const SEE = 'See your order';

/** The mail to the buyer about an event. @throws {Error} for a kind of event that has no mail. */
export function describeEventMail(event: OrderEvent & OrderFacts, { order, shop }: Context): EventMail {
  const of = `Your order ${order} at ${shop.name}`;
  switch (event.kind) {
    case 'shipped': {
      const { carrier, tracking, pieces, isPart } = event.details;
      const address = findTrackingAddress(carrier, tracking);
      return {
        subject: `${of}: ${isPart ? 'a part of it is' : 'it is'} on its way`,
        texts: [
          isPart
            ? `We have shipped ${formatPieces(pieces)}. The rest follows in another parcel.`
            : 'We have shipped your parts.',
        ],
        lines: [
          ...(carrier ? [`Carrier: ${carrier}`] : []),
          ...(tracking ? [`Tracking number: ${tracking}`] : []),
          ...(address ? [address] : []),
        ],
        action: SEE,
      };
    }
    case 'delivered':
      return {
        subject: `${of}: delivered`,
        texts: [
          'Your parts have been delivered. If something is missing, damaged or does not fit, ask us on the page of your order.',
        ],
        lines: [`Returns: ${describeReturns(shop)}`],
        action: SEE,
      };
    case 'ready': {
      const location = shop.locations.find(({ name }) => name === event.pickup_location);
      return {
        subject: `${of}: ready for pickup`,
        texts: ['Your parts are ready for pickup. Please bring your order number and an ID with your name.'],
        lines: [
          ...(event.pickup_location ? [event.pickup_location] : []),
          ...(location ? [formatAddress(location)] : []),
          ...formatHours(shop).map(({ days, open }) => `${days}: ${open}`),
        ],
        action: SEE,
      };
    }
    case 'canceled': {
      const { pieces, isWhole, note, byBuyer } = event.details;
      return {
        subject: isWhole ? `${of}: canceled` : `${of}: a part is missing`,
        texts: [
          isWhole ? describeCanceled(byBuyer) : describeMissing(pieces),
          ...(note ? [note] : []),
          event.payment_method === null
            ? 'We have asked our payment provider to refund the money, and we will write again when it has been refunded.'
            : 'You get the money back at our counter.',
        ],
        lines: [],
        action: SEE,
      };
    }
    case 'delayed': {
      const { shipBy, note } = event.details;
      const by = formatFullDay(shipBy, shop.timeZone);
      return {
        subject: `${of}: delayed`,
        texts: [
          `Your order takes longer than we promised. ${
            event.fulfillment === 'pickup' ? `It will be ready by ${by}.` : `We will ship it by ${by}.`
          }`,
          ...(note ? [note] : []),
          event.canCancel
            ? 'If you do not want to wait, you can cancel the order on its page until we pack it. We refund the money.'
            : 'If you do not want to wait, reply to this mail. We will cancel the order and refund the money.',
        ],
        lines: [],
        ...(event.canCancel ? { action: 'See or cancel your order', anchor: 'cancel' } : { action: SEE }),
      };
    }
    case 'refunded':
      return {
        subject: `Refund for your order ${order} at ${shop.name}`,
        texts: [
          describeRefunded(event.details),
          ...(event.details.method === 'cash'
            ? []
            : [`It will appear on your statement in ${shop.returns.refundDays} business days.`]),
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
          `Your bank has told us that ${amount} of this order is disputed. What we have not shipped yet waits until the bank decides.`,
          'If you did not mean to dispute it, please tell your bank. If something is wrong with the order, please write to us: we want to solve it.',
        ],
        lines: [],
        action: SEE,
      };
    }
    case 'link_sent':
      return {
        subject: `${of}: your link`,
        texts: [
          'Someone who knows the number and email of this order asked for a link to it. With the link, you can see the order, ask a question, and cancel it until it is packed.',
          'If it was not you, you can ignore this mail. Please do not forward it.',
        ],
        lines: [],
        action: SEE,
      };
    default:
      throw new Error(`Events of the kind ${event.kind} have no mail.`);
  }
}

function describeCanceled(byBuyer: true | undefined): string {
  return byBuyer ? 'You have canceled your order.' : 'We have canceled your order.';
}

function describeMissing(pieces: readonly EventPieces[]): string {
  return `We are sorry: we could not find ${formatPieces(pieces)} in our stock. You will not be charged for it.`;
}

const refundReasons: Record<OrderEventDetails['refunded']['reason'], string> = {
  'sold-out': 'The parts of your order were sold before your payment reached us. ',
  'paid-twice': 'Your order was paid twice. ',
  provider: '',
  shop: '',
};

function describeRefunded(details: OrderEventDetails['refunded']): string {
  const { amountCents, reason, isWhole, method } = details;
  const scope = isWhole ? 'That is the whole payment.' : 'That is a part of the payment.';
  return `${refundReasons[reason]}We have refunded ${formatDollars(amountCents)} ${method === 'cash' ? 'in cash' : 'to your card'}. ${scope}`;
}
