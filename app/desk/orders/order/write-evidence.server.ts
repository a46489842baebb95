import { formatReference } from '#core/inbox/inbox.ts';
import { listAcceptedTexts } from '#core/settings/legal-page.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { listRiskFacts } from '#core/orders/payment-risk.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import type { Shop } from '#core/settings/shop.ts';
import { disputeTexts, statusTexts } from './payment-texts.ts';
import { type Cell, PdfPages, PICTURE_HEIGHT, type Picture } from './pdf-pages.server.ts';
import { type Evidence, MAX_STORY } from './read-evidence.server.ts';

interface WriteEvidence {
  evidence: Evidence;
  /** Pictures of the packed parts. Undefined if the file is missing. */
  pictures: (Picture | undefined)[];
  shop: Shop;
  /** Has no trailing slash. */
  siteUrl: string;
  now: Date;
}

type FormatTime = (time: Date | string) => string;

interface Section extends WriteEvidence {
  pages: PdfPages;
  time: FormatTime;
}

/** Writes the file that answers a dispute about an order: it tells the bank everything the shop knows. */
export async function writeEvidence(options: WriteEvidence): Promise<Uint8Array<ArrayBuffer>> {
  const { evidence, shop, now } = options;
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: shop.timeZone,
  });
  const time: FormatTime = (at) => format.format(new Date(at));
  const title = `Order ${formatOrderNumber(evidence.order.number)}`;
  const pages = await PdfPages.create({ title });
  const section = { ...options, pages, time };
  pages.title(`${title}, ${shop.name}`);
  writeDisputes(section);
  writeOrder(section);
  await writeLines(section);
  writePayment(section);
  writeShipments(section);
  writePictures(section);
  writeTexts(section);
  await writeStory(section);
  await writeMessages(section);
  if (pages.hasReplaced) {
    pages.heading('About this file');
    pages.paragraph('\uFFFD stands for a character that the fonts of this file do not have.');
  }
  return pages.finish(`${title}, ${shop.name}, written ${time(now)}`);
}

function writeDisputes({ pages, time, evidence: { order } }: Section) {
  for (const { id, state, amountCents, answerBy } of order.payment.disputes) {
    const amount = amountCents === null ? '' : `, ${formatDollars(amountCents)}`;
    pages.fact('Dispute', `${disputeTexts[state]}${amount} (${id})`);
    if (state === 'open' && answerBy) pages.fact('Answer by', time(answerBy));
  }
}

function writeOrder({ pages, time, evidence: { order } }: Section) {
  const { buyer, delivery, placedAt } = order;
  pages.heading('Order');
  pages.fact('Number', formatOrderNumber(order.number));
  pages.fact('Placed', time(placedAt));
  const people = [buyer.name, buyer.email, buyer.phone].filter(Boolean).join('\n');
  pages.fact('Buyer', people || 'The account and its data were deleted.');
  if (delivery.fulfillment === 'pickup') pages.fact('Pickup', delivery.pickupLocation ?? '');
  else pages.fact('Ship to', delivery.address?.join('\n') ?? 'No address.');
}

async function writeLines({ pages, evidence: { order } }: Section) {
  pages.heading('Parts');
  const row = (texts: readonly [name: string, vehicle: string, units: string, price: string]): Cell[] => [
    { text: texts[0], share: 0.46 },
    { text: texts[1], share: 0.27 },
    { text: texts[2], share: 0.13, right: true },
    { text: texts[3], share: 0.14, right: true },
  ];
  const head = row(['Part', 'Vehicle', 'Quantity', 'Price']);
  await pages.rows([head], (cells) => cells.map((cell) => Object.assign(cell, { weight: 'bold' })));
  await pages.rows(order.lines, (line) =>
    row([
      [line.name, line.oemNumber, `Condition: ${line.condition}`].filter(Boolean).join('\n'),
      line.vehicle ?? '',
      describeUnits(line),
      formatDollars(line.unitPriceCents * line.units.quantity),
    ]),
  );
  const { totals } = order;
  const amounts: [string, number][] = [
    ['Subtotal', totals.subtotalCents],
    ['Tax', totals.taxCents],
    [order.delivery.fulfillment === 'pickup' ? 'Pickup' : 'Shipping', totals.shippingCents],
    ...(totals.coreCents > 0 ? [['Core charge', totals.coreCents] satisfies [string, number]] : []),
    ...(totals.batteryFeeCents > 0
      ? [[BATTERY_FEE_NAME, totals.batteryFeeCents] satisfies [string, number]]
      : []),
    ['Total', totals.totalCents],
    ...(totals.charged === null
      ? []
      : [[`Paid${totals.charged.unit}`, totals.charged.cents] satisfies [string, number]]),
    ...(totals.refundedCents > 0 ? [['Refunded', -totals.refundedCents] satisfies [string, number]] : []),
  ];
  await pages.rows(amounts, ([name, cents]) => [
    { text: name, share: 0.86, right: true, gray: true },
    { text: formatDollars(cents), share: 0.14, right: true },
  ]);
}

function describeUnits({
  units: { quantity, canceled },
  unitPriceCents,
}: Evidence['order']['lines'][number]) {
  return [
    quantity === 1 ? '1' : `${quantity} at ${formatDollars(unitPriceCents)}`,
    canceled > 0 && `${canceled} canceled`,
  ]
    .filter(Boolean)
    .join('\n');
}

function writePayment({ pages, time, evidence: { order } }: Section) {
  const { payment, status } = order;
  pages.heading('Payment');
  pages.fact('State', statusTexts[status]);
  if (payment.id) pages.fact('Payment', payment.id);
  for (const [name, value] of payment.risk ? listRiskFacts(payment.risk) : []) pages.fact(name, value);
  for (const { text, at } of payment.refunds) pages.fact('Refund', `${text}\n${time(at)}`);
}

function writeShipments({ pages, time, evidence: { order } }: Section) {
  pages.heading(order.delivery.fulfillment === 'pickup' ? 'Pickup' : 'Shipments');
  if (order.shipments.length === 0) pages.paragraph('Nothing has shipped.');
  for (const shipment of order.shipments) {
    const { method, carrier, tracking, page, units, collectedBy, shippedAt, deliveredAt } = shipment;
    pages.fact(method === 'pickup' ? 'Picked up' : 'Shipped', time(shippedAt));
    if (collectedBy) pages.fact('By', collectedBy);
    if (carrier) pages.fact('Carrier', carrier);
    if (tracking) pages.fact('Tracking number', tracking);
    if (page) pages.fact('Tracking', page, page);
    pages.fact('Quantity', units.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'));
    if (deliveredAt && method !== 'pickup') pages.fact('Delivered', time(deliveredAt));
    pages.paragraph('');
  }
}

function writePictures({ pages, pictures }: Section) {
  if (pictures.length === 0) return;
  pages.heading('Photos of what was packed', PICTURE_HEIGHT + 40);
  const found = pictures.filter((picture) => picture !== undefined);
  pages.pictures(found);
  const missing = pictures.length - found.length;
  if (missing > 0) pages.paragraph(`The files of ${missing} of ${pictures.length} photos are missing.`);
}

function writeTexts({ pages, time, shop, siteUrl, evidence: { order } }: Section) {
  pages.heading('Terms the buyer accepted');
  pages.fact('Accepted', time(order.placedAt));
  for (const { name, path } of listAcceptedTexts(order.texts, shop.timeZone)) {
    const version = new URLSearchParams(path.split('?')[1]).get('version');
    pages.fact(`Version ${version}`, `${name}\n${siteUrl}${path}`, siteUrl + path);
  }
}

async function writeStory({ pages, time, evidence: { story, isStoryWhole, mails } }: Section) {
  pages.heading('History');
  if (!isStoryWhole) pages.paragraph(`The newest ${MAX_STORY.toLocaleString('en-US')} entries.`);
  const row = (at: Date | string, text: string, who: string): Cell[] => [
    { text: time(at), share: 0.3, gray: true },
    { text, share: 0.5 },
    { text: who, share: 0.2 },
  ];
  await pages.rows(story, ({ at, text, isUndone, who }) =>
    row(at, isUndone ? `${text} (undone)` : text, who),
  );
  pages.heading('Emails to the buyer');
  if (mails.length === 0) pages.paragraph('None.');
  await pages.rows(mails, ({ subject, created_at: written, sent_at: sent, given_up_at: failed }) =>
    row(sent ?? written, subject, sent ? 'Sent' : failed ? 'Not delivered' : 'Waiting'),
  );
}

async function writeMessages({ pages, time, evidence: { messages } }: Section) {
  pages.heading("Messages from the buyer's email");
  if (messages.length === 0) {
    pages.paragraph('None since the order was placed.');
    return;
  }
  pages.paragraph(
    "Since the order was placed, or with its number. The shop doesn't verify the email addresses of messages.",
    {
      gray: true,
    },
  );
  for (const { kind, number, title, text, received_at: received, entries } of messages) {
    pages.paragraph('');
    pages.paragraph(`${formatReference({ kind, number })}: ${title}`, { weight: 'bold' });
    const said = [
      { who: 'The sender', at: received, text: text ?? '' },
      ...entries.map((entry) => ({
        who: entry.kind === 'answer' ? 'The shop' : 'The sender',
        at: entry.at,
        text: entry.text ?? '',
      })),
    ];
    for (const each of said) {
      pages.paragraph(`${each.who}, ${time(each.at)}`, { gray: true });
      await pages.rows(each.text.split('\n'), (line) => [{ text: line, share: 1 }]);
    }
  }
}
