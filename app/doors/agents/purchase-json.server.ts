import { agentPagePath } from '#core/agents/checkouts.server.ts';
import type { AskedCart } from '#core/agents/asked.ts';
import type { AgentPurchase } from '#core/agents/price-purchase.server.ts';
import { type OrderedPurchase, pictureAddress, titleOf } from '#core/agents/read-agent-order.server.ts';
import { amountsOf, amountsOfLine, toTotals } from '#core/agents/totals.ts';
import type { ErrorMessage, Link, Message, Total, WarningMessage } from '#core/agents/ucp.ts';
import { AgentProblem } from './operation.ts';
import { discloseRestriction } from './catalog/disclosures.ts';
import type { LineQuote } from '#core/pricing/pricing.ts';
import { findCoreCharge } from '#core/pricing/core-charge.ts';
import { computeLineCents } from '#core/pricing/line.ts';
import type { CoreTerms } from '#core/pricing/pricing-terms.ts';

export interface LineItem {
  id: string;
  item: { id: string; title: string; price: number; image_url?: string };
  quantity: number;
  totals: Total[];
}

interface LineFacts {
  id: string;
  partId: string;
  name: string;
  vehicle: string | null;
  unitPriceCents: number;
  quantity: number;
  picture: string | null;
  totals: Total[];
}

function toLineItem(
  { id, partId, name, vehicle, unitPriceCents, quantity, picture, totals }: LineFacts,
  siteUrl: string,
) {
  const image = pictureAddress(siteUrl, picture);
  return {
    id,
    item: {
      id: partId,
      title: titleOf({ vehicle, name }),
      price: unitPriceCents,
      ...(image !== undefined && { image_url: image }),
    },
    quantity,
    totals,
  } satisfies LineItem;
}

/** The line items of a purchase as it can be bought now. */
export function toLineItems(
  { lines, quote, fulfillment }: AgentPurchase,
  siteUrl: string,
  cores: CoreTerms,
): LineItem[] {
  const isPickup = fulfillment.method === 'pickup';
  return lines.map(({ id, line, picture }, index) => {
    const priced: LineQuote | undefined = quote.status === 'priced' ? quote.lines[index] : undefined;
    const totals = priced
      ? toTotals(amountsOfLine(priced, isPickup))
      : toTotals({
          subtotalCents: computeLineCents(line),
          shippingCents: null,
          isPickup,
          coreCents: findCoreCharge(line, cores).unitCents * line.quantity,
          batteryFeeCents: 0,
          taxes: [],
        });
    return toLineItem({ ...line, id, picture, totals }, siteUrl);
  });
}

/** The totals of a purchase as it can be bought now. */
export function toPurchaseTotals({ quote, fulfillment }: AgentPurchase): Total[] {
  return toTotals(amountsOf(quote, fulfillment.method === 'pickup'));
}

/** The line items of a purchase that the buyer pays, or has paid. */
export function toOrderedItems({ lines }: OrderedPurchase, siteUrl: string): LineItem[] {
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ amounts, partId, ...line }) =>
      toLineItem({ ...line, partId: partId ?? line.id, totals: toTotals(amounts) }, siteUrl),
    );
}

/** The pages that a buyer accepts by paying. */
export function listLinks(siteUrl: string): Link[] {
  return [
    { type: 'terms_of_service', url: `${siteUrl}/terms` },
    { type: 'privacy_policy', url: `${siteUrl}/privacy` },
    { type: 'refund_policy', url: `${siteUrl}/terms`, title: 'Returns' },
    { type: 'warranty', url: `${siteUrl}/warranty`, title: 'Warranty' },
  ];
}

/** Discloses beside the lines what the law demands. */
export function discloseLines({ lines }: AgentPurchase): WarningMessage[] {
  return lines.flatMap(({ line }, index) => discloseRestriction(line.restriction, `$.line_items[${index}]`));
}

/** Claims about benefits are not accepted: the shop has none. */
export function warnOfClaims({ context }: AskedCart): WarningMessage[] {
  return (context?.eligibility ?? []).map((claim, index) => ({
    type: 'warning',
    code: 'eligibility_not_accepted',
    content: `This shop has no benefit for ${claim}`,
    path: `$.context.eligibility[${index}]`,
  }));
}

/** Turns messages about lines into the answer that nothing can be bought. */
export function refuseAll(messages: readonly Message[]): [ErrorMessage, ...ErrorMessage[]] {
  const [first = nothingAsked, ...others] = messages.flatMap((message): ErrorMessage[] =>
    message.type === 'error'
      ? [{ type: 'error', code: message.code, content: message.content, severity: 'unrecoverable' }]
      : [],
  );
  return [first, ...others];
}

const nothingAsked: ErrorMessage = {
  type: 'error',
  code: 'item_unavailable',
  content: 'No part was asked for',
  severity: 'unrecoverable',
};

/** The address where the buyer continues. */
export const continueAddress = (siteUrl: string, id: string) => `${siteUrl}${agentPagePath(id)}`;

export function notFound(what: string): ErrorMessage {
  return {
    type: 'error',
    code: 'not_found',
    content: `${what} not found or has expired`,
    severity: 'unrecoverable',
  };
}

/** Who knows the id of what a signed request made, and the platform's name, is not the platform. */
export function unsigned(): AgentProblem {
  return new AgentProblem(401, 'signature_missing', 'Sign the request as the platform that made this');
}

const MAX_ASKED_BYTES = 60_000;

/** Bounds what is kept of a request. @throws {AgentProblem} */
export function boundAsked(asked: AskedCart): void {
  if (Buffer.byteLength(JSON.stringify(asked)) > MAX_ASKED_BYTES)
    throw new AgentProblem(
      400,
      'invalid_request',
      `The request has more than ${MAX_ASKED_BYTES} bytes that are kept`,
    );
}
