import { shop } from './shop.ts';

/** What needs a person. Each kind has its words in {@link alertWords}. */
export type AlertKind =
  | 'refund-not-done'
  | 'payment-amount-differs'
  | 'payment-for-unknown-order'
  | 'payment-page-unknown'
  | 'dispute-opened'
  | 'dispute-lost'
  | 'webhook-silent'
  | 'provider-not-answering'
  | 'mail-outcome-unknown'
  | 'mail-not-delivered'
  | 'search-out-of-date';

/** Facts that an alert shows, by their names, in the order in which they are written. */
export type AlertDetails = Record<string, string>;

interface AlertWords {
  /** What happened, in one line. */
  title: string;
  /** What the reader should do about it. */
  advice: string;
}

/** What an alert says, in the admin panel and in its mail. */
export const alertWords: Record<AlertKind, AlertWords> = {
  'refund-not-done': {
    title: 'A refund has not gone through',
    advice:
      "Refund the payment in the payment provider's dashboard, or return the money another way and tell the buyer.",
  },
  'payment-amount-differs': {
    title: 'A payment differs from its order',
    advice: 'Compare both amounts before you ship. Refund the difference, or ask the buyer for the rest.',
  },
  'payment-for-unknown-order': {
    title: 'A payment names an order that is not in the database',
    advice:
      "Look the payment up in the provider's dashboard. If orders were lost, restore the backup or refund it.",
  },
  'payment-page-unknown': {
    title: 'The payment provider does not know the payment page of an order',
    advice:
      'This happens when the secret key was changed to another account or mode. Check the keys. The parts of the order are for sale again.',
  },
  'dispute-opened': {
    title: 'A payment is disputed',
    advice: "Answer in the payment provider's dashboard before the date that is given there.",
  },
  'dispute-lost': {
    title: 'A dispute was lost',
    advice: 'The money went back to the buyer. If the parts have not been shipped, do not ship them.',
  },
  'webhook-silent': {
    title: 'Payments arrive, but their events do not',
    advice:
      'Orders are completed by asking the provider, minutes late. Check the address of the webhook and STRIPE_WEBHOOK_SECRET (docs/payments.md).',
  },
  'provider-not-answering': {
    title: 'The payment provider does not answer',
    advice:
      'Orders whose time to pay is over keep their parts until the provider confirms that they were not paid. Check the keys and the connection.',
  },
  'mail-outcome-unknown': {
    title: 'A mail may not have been delivered',
    advice:
      'The mail server got all of it, twice at most, and its answer was lost. It is not sent again. Ask the recipient, or write again yourself.',
  },
  'mail-not-delivered': {
    title: 'A mail could not be delivered',
    advice:
      'The mail server refused it, or could not be reached for days. Check the address and the mail server, and reach the recipient another way.',
  },
  'search-out-of-date': {
    title: 'The search index differs from the catalog',
    advice:
      'Searches may miss parts or count them wrong. Run "npm run search -- rebuild" on the server; sales go on meanwhile.',
  },
};

/** The subject of the mail that tells the shop of an alert. */
export function alertMailSubject(kind: AlertKind): string {
  return `${shop.name} alert: ${alertWords[kind].title}`;
}
