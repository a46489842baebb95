import { findTrackingAddress } from '#domain/carrier.ts';
import { type EventPieces, formatPieces, type OrderEvent } from '#domain/order-event.ts';
import { formatHours } from '#domain/opening-hours.ts';
import { formatAddress, type Shop } from '#domain/shop.ts';

interface EventMail {
  subject: string;
  texts: string[];
  /** Facts below the text. */
  lines: string[];
}

interface Context {
  /** As in 'PY-10423'. */
  order: string;
  shop: Shop;
}

/** The mail to the buyer about an event. @throws {Error} for a kind of event that has no mail. */
export function describeEventMail(
  event: OrderEvent & { pickup_location: string | null; payment_method: string | null },
  { order, shop }: Context,
): EventMail {
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
      };
    }
    case 'delivered':
      return {
        subject: `${of}: delivered`,
        texts: ['Your parts have been delivered.'],
        lines: [],
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
      };
    }
    case 'canceled': {
      const { pieces, isWhole, note } = event.details;
      return {
        subject: isWhole ? `${of}: canceled` : `${of}: a part is missing`,
        texts: [
          isWhole ? 'We have canceled your order.' : describeMissing(pieces),
          ...(note ? [note] : []),
          event.payment_method === null
            ? 'We have asked our payment provider to refund the money, and we will write again when it has been refunded.'
            : 'You get the money back at our counter.',
        ],
        lines: [],
      };
    }
    case 'delayed': {
      const { shipBy, note } = event.details;
      const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: shop.timeZone });
      return {
        subject: `${of}: delayed`,
        texts: [
          `Your order takes longer than we promised. We will ship it by ${date.format(new Date(shipBy))}.`,
          ...(note ? [note] : []),
          'If you do not want to wait, reply to this mail. We will cancel the order and refund the money.',
        ],
        lines: [],
      };
    }
    default:
      throw new Error(`Events of the kind ${event.kind} have no mail.`);
  }
}

function describeMissing(pieces: readonly EventPieces[]): string {
  return `We are sorry: we could not find ${formatPieces(pieces)} in our stock. You will not be charged for it.`;
}
