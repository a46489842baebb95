import type { CheckoutBody } from '#core/checkout/create-payment.ts';
import type { CookieCart } from '#core/carts/cookie-cart.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { canBeBought, type Part } from '#core/catalog/part.ts';
import type { Quote } from '#core/pricing/pricing.ts';
import type { CartQuestions } from '#core/pricing/questions.ts';
import type { DestinationDraft } from '#core/checkout/destination-draft.ts';
import type { LineProblem } from './line-problem.ts';

/** The cart of a browser without scripts, as its page shows it. */
export interface PlainCart {
  lines: PlainLine[];
  /** Undefined: nothing can be bought, or the price could not be computed. */
  quote: Quote | undefined;
  asked: CartQuestions;
  draft: DestinationDraft;
  /** What the form sends. Undefined: the cart can't be paid without scripts. */
  request: CheckoutBody | undefined;
  /** Stands for the cookie of a browser that has none yet (docs/payments.md). */
  browserKey: string;
  /** The part that was just added. */
  added: string | undefined;
}

export interface PlainLine {
  partId: string;
  quantity: number;
  /** Null: no longer in the catalog. */
  part: Part | null;
}

export function findPlainProblem({ part }: PlainLine): LineProblem | undefined {
  if (!part) return 'gone';
  if (!part.priceCents) return 'no-price';
  // Their payment may be the visitor's own, which checkout starts again.
  return canBeBought(part) || part.allHeld ? undefined : 'sold-out';
}

export function listPlainLines(
  { lines }: Pick<CookieCart, 'lines'>,
  parts: ReadonlyMap<string, Part>,
): PlainLine[] {
  return lines.map((line) => ({ ...line, part: parts.get(line.partId) ?? null }));
}

/** The lines that are priced and paid for. */
export function listPayable(lines: readonly PlainLine[]): (PlainLine & { part: Part })[] {
  return lines.flatMap((line) =>
    line.part && !findPlainProblem(line) ? [{ ...line, part: line.part }] : [],
  );
}

/** With the amounts that the page shows, which the server compares with its own (Spec §7). */
export function buildPlainRequest(
  lines: readonly PlainLine[],
  { quote, destination }: { quote: Quote | undefined; destination: Destination | null },
  settled: string[],
): CheckoutBody | undefined {
  const payable = listPayable(lines);
  if (quote?.status !== 'priced' || payable.length === 0) return undefined;
  const { shippingCents, taxCents, coreCents, batteryFeeCents } = quote;
  return {
    items: payable.map(({ partId, quantity, part }) => ({
      id: partId,
      name: part.name,
      amountCents: part.priceCents ?? 0,
      quantity,
    })),
    currency: 'usd',
    shippingCents,
    taxCents,
    coreCents,
    batteryFeeCents,
    destination,
    settled,
  };
}
