import { formatOrderNumber } from '#core/values/order-number.ts';

export type AlertKind =
  | 'refund-not-done'
  | 'payment-amount-differs'
  | 'ship-to-differs'
  | 'order-doubtful'
  | 'payment-for-unknown-order'
  | 'payment-page-unknown'
  | 'dispute-opened'
  | 'dispute-lost'
  | 'webhook-silent'
  | 'webhook-disabled'
  | 'provider-not-answering'
  | 'payouts-not-read'
  | 'payout-differs'
  | 'money-not-paid-out'
  | 'mail-outcome-unknown'
  | 'mail-not-delivered'
  | 'search-out-of-date'
  | 'demo-tax-rate'
  | 'tax-rate-missing'
  | 'order-overdue'
  | 'scan-finding'
  | 'crawl-failed'
  | 'import-source-failed'
  | 'import-source-waits'
  | 'import-source-refused'
  | 'import-source-conflicts'
  | 'import-killed'
  | 'backup-failed'
  | 'replicas-not-used'
  | 'connections-refused';

/** Label -> text, in display order. */
export type AlertDetails = Record<string, string>;

interface AlertText {
  title: string;
  advice: string;
}

export const alertTexts: Record<AlertKind, AlertText> = {
  'refund-not-done': {
    title: 'A refund failed',
    advice:
      "Refund the payment in the payment provider's dashboard, or pay the buyer back another way, and let them know.",
  },
  'payment-amount-differs': {
    title: 'A payment differs from its order',
    advice:
      'Nothing ships until you decide on the order page: accept what was paid, or cancel the order and refund what was paid.',
  },
  'ship-to-differs': {
    title: 'An order was paid with a different shipping address',
    advice:
      'Tax and shipping were calculated for the destination in the cart. Before you pack, compare them with the cost for the actual address, and charge or refund the difference.',
  },
  'order-doubtful': {
    title: 'An order needs review',
    advice:
      'Compare the buyer, the address and the card on the order page. Release the order if you trust it, or cancel and refund it. Until then, it cannot be packed.',
  },
  'payment-for-unknown-order': {
    title: 'A payment names an order that is not in the database',
    advice:
      "Find the payment in the provider's dashboard. If orders were lost, restore the backup. Otherwise refund it.",
  },
  'payment-page-unknown': {
    title: 'The payment provider cannot find the payment page of an order',
    advice:
      'The secret key may belong to another account or mode. Check the keys. The parts in the order are for sale again.',
  },
  'dispute-opened': {
    title: 'A payment is disputed',
    advice: "Respond in the payment provider's dashboard before the deadline shown there.",
  },
  'dispute-lost': {
    title: 'A dispute was lost',
    advice: 'The buyer got the money back. If the parts have not shipped yet, do not ship them.',
  },
  'webhook-silent': {
    title: 'Payments arrive, but their webhook events do not',
    advice:
      'The shop polls the provider, so orders complete minutes late. Check the webhook URL and STRIPE_WEBHOOK_SECRET (docs/payments.md).',
  },
  'webhook-disabled': {
    title: 'A webhook failed for three days and is disabled',
    advice: 'Fix the program it calls, then enable it in the settings. The events it missed are sent then.',
  },
  'provider-not-answering': {
    title: 'The payment provider does not respond',
    advice:
      'Expired orders hold their parts until the provider confirms that they are unpaid. Check the keys and the connection.',
  },
  'payouts-not-read': {
    title: 'The payouts could not be read',
    advice:
      'The shop tries again tomorrow. If the provider refuses, give the key the right to read payouts and balance transactions (docs/payments.md).',
  },
  'payout-differs': {
    title: 'A payout differs from the orders of the shop',
    advice:
      "Open the payout to see which transactions differ, and compare them with the provider's dashboard. If the difference is right, settle this alert: it is not raised again.",
  },
  'money-not-paid-out': {
    title: 'A payment or refund is in no payout',
    advice:
      "Payouts that are 10 days younger were read. Find it in the provider's dashboard. If there is a reason, settle this alert: it is not raised again.",
  },
  'mail-outcome-unknown': {
    title: 'An email may not have been delivered',
    advice:
      'The mail server received the email, possibly twice, but its response was lost. The shop will not send it again. Ask the recipient, or send it again yourself.',
  },
  'mail-not-delivered': {
    title: 'An email could not be delivered',
    advice:
      'The mail server rejected it or was unreachable for days. Check the address and the mail server, and contact the recipient another way.',
  },
  'search-out-of-date': {
    title: 'The search index differs from the catalog',
    advice:
      'Searches may miss parts or show wrong counts. Run "npm run search -- rebuild" on the server. The shop stays open.',
  },
  'demo-tax-rate': {
    title: 'Sales tax is charged at the demo rate',
    advice:
      'Overcollected tax must be returned or remitted. Set the rates of the states where the business is registered (docs/sales-tax.md).',
  },
  'tax-rate-missing': {
    title: 'An order went to a ZIP code without a tax rate',
    advice:
      "The state's own rate was charged. Import a table of rates with this ZIP code, and ask the accountant about the difference.",
  },
  'order-overdue': {
    title: 'An order is overdue',
    advice: 'Ship it, or give the buyer a new date. If a part is missing, cancel and refund it.',
  },
  'scan-finding': {
    title: 'The security scan found a serious problem',
    advice: 'Follow the advice in the security dashboard, and run the scan again.',
  },
  'crawl-failed': {
    title: 'A crawl of a catalog failed',
    advice: 'Read the reason, check the address and the key, and start the crawl again.',
  },
  'import-source-failed': {
    title: 'A scheduled import failed',
    advice:
      'Nothing was hidden. The shop retries automatically, less and less often. Open the import to see what it needs.',
  },
  'import-source-waits': {
    title: 'A scheduled import would hide many parts',
    advice:
      'Nothing has changed yet. Compare the file with what the supplier has, and confirm or discard it.',
  },
  'import-source-refused': {
    title: 'A scheduled import rejected lines of a file',
    advice: 'The other lines were imported. Download the rejected lines to see why.',
  },
  'import-source-conflicts': {
    title: 'A scheduled import and a person have changed the same fields',
    advice:
      'The owner of each field won. Open the run to see both values, and correct the part here or in the other system.',
  },
  'import-killed': {
    title: 'The shop ended unexpectedly twice during an import or a bulk change',
    advice:
      'It was stopped. What it applied stays, and can be undone. Look at its file, if it has one, and at the log of that time: the machine may have too little memory.',
  },
  'backup-failed': {
    title: 'The nightly backup failed',
    advice:
      'The shop tries again. Check the disk space and the folder of backups, and run "npm run backup" on the server.',
  },
  'replicas-not-used': {
    title: 'The database replicas are not used',
    advice:
      'The primary answers all reads, so pages are right but may be slower. Check the replicas at DATABASE_READ_URL and how far they are behind.',
  },
  'connections-refused': {
    title: 'The database has too few connections',
    advice:
      'Visitors wait, or get an error. Set max_connections of PostgreSQL higher, or DATABASE_CONNECTIONS of the shop lower. "npm run doctor" shows how many are needed.',
  },
};

export interface AlertLink {
  label: string;
  to: string;
}

const links: Partial<Record<AlertKind, AlertLink>> = {
  'demo-tax-rate': { label: 'Open the tax settings', to: '/admin/settings/tax' },
  'tax-rate-missing': { label: 'Open the tax settings', to: '/admin/settings/tax' },
  'webhook-disabled': { label: 'Open the API settings', to: '/admin/settings/api' },
  'payouts-not-read': { label: 'Open the payouts', to: '/admin/sales/payouts' },
  'payout-differs': { label: 'Open the payouts', to: '/admin/sales/payouts' },
  'money-not-paid-out': { label: 'Open the payouts', to: '/admin/sales/payouts' },
  'scan-finding': { label: 'Open the security dashboard', to: '/security' },
  'import-source-failed': { label: 'Open the scheduled imports', to: '/admin/import' },
  'import-source-waits': { label: 'Open the scheduled imports', to: '/admin/import' },
  'import-source-refused': { label: 'Open the scheduled imports', to: '/admin/import' },
  'import-source-conflicts': { label: 'Open the scheduled imports', to: '/admin/import' },
  'crawl-failed': { label: 'Open the catalog import', to: '/catalog-import' },
};

/** Links to the order of an alert, or to where its cause can be removed. */
export function findAlertLink(
  kind: AlertKind,
  { orderNumber, subject }: { orderNumber: number | null; subject: string | null },
): AlertLink | undefined {
  if (kind === 'import-killed' && subject) return { label: 'Open it', to: `/admin/import/${subject}` };
  if (orderNumber === null) return links[kind];
  const number = formatOrderNumber(orderNumber);
  return { label: `Open order ${number}`, to: `/admin/orders/${number}` };
}

export function isAlertKind(text: string | null): text is AlertKind {
  return text !== null && Object.hasOwn(alertTexts, text);
}

/** Formats the subject of an alert's mail. */
export function formatAlertSubject(kind: AlertKind, shopName: string): string {
  return `${shopName} alert: ${alertTexts[kind].title}`;
}

export interface OpenAlert {
  id: string;
  title: string;
  advice: string;
  facts: (readonly [name: string, value: string])[];
  /** Link to the alert's subject. */
  link?: AlertLink | undefined;
  /** ISO 8601. */
  raisedAt: string;
}

/** Describes a stored alert for a person. */
export function describeAlert(alert: {
  id: string;
  kind: string;
  details: unknown;
  created_at: Date;
}): OpenAlert {
  return {
    id: alert.id,
    ...alertTexts[alert.kind as AlertKind],
    facts: Object.entries(alert.details as AlertDetails),
    raisedAt: alert.created_at.toISOString(),
  };
}
