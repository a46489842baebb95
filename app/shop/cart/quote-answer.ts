import type { CartItem } from '#core/carts/cart.ts';
import type { PriceResponse } from '#core/checkout/create-payment.ts';
import type { Destination } from '#core/addresses/destination.ts';
import type { CartQuestions } from '#core/pricing/questions.ts';
import type { LineRefusal } from '#core/pricing/shipping.ts';
import type { Quote } from '#core/pricing/pricing.ts';
import { fetchQuote, QuoteRefused } from './fetch-quote.ts';

const FAILED = "We couldn't calculate the price.";

export const nothingAsked: CartQuestions = {
  fulfillment: false,
  destination: false,
  country: false,
  poBox: false,
  freightAccess: false,
};

/** What the server has answered, or words for the shopper why it did not. */
interface Answer {
  response?: PriceResponse;
  error?: string;
}

/** The last answer. */
export interface LastAnswer extends Answer {
  /** Of the question. */
  key: string;
}

/** Changes when the server must be asked again. Another price in the cart comes from a change in the catalog. */
export function questionKey(
  items: readonly Pick<CartItem, 'id' | 'quantity' | 'price'>[],
  destination: Destination | null,
  attempt: number,
): string {
  return JSON.stringify([
    attempt,
    items.map(({ id, quantity, price }) => [id, quantity, price]),
    destination,
  ]);
}

/** Asks for the price of the items. Returns a function that stops. */
export function askQuote(
  items: readonly Pick<CartItem, 'id' | 'quantity'>[],
  destination: Destination | null,
  onAnswer: (answer: Answer) => void,
): () => void {
  const controller = new AbortController();
  fetchQuote(items, destination, controller.signal).then(
    (response) => onAnswer({ response }),
    (reason: unknown) => {
      if (controller.signal.aborted) return;
      onAnswer({ error: reason instanceof QuoteRefused ? reason.message : FAILED });
    },
  );
  return () => controller.abort();
}

/** After an error, the response before stays. */
export function keepAnswer({ response }: LastAnswer, answer: Answer, key: string): LastAnswer {
  return { ...(response && { response }), ...answer, key };
}

export interface ShownQuote {
  /** The last one that arrived. */
  quote: Quote | undefined;
  /** Whether `quote` is of other items or another destination. */
  isOld: boolean;
  error: string | undefined;
  /** By part id. */
  refusals: ReadonlyMap<string, LineRefusal>;
}

/** What the cart shows of the last answer while `key` is the question. */
export function showAnswer(
  { key: answered, response, error }: LastAnswer,
  key: string,
  items: readonly Pick<CartItem, 'id'>[],
): ShownQuote {
  const quote = response?.quote;
  if (answered !== key) return { quote, isOld: true, error: undefined, refusals: new Map() };
  return { quote, isOld: false, error, refusals: byPart(items, quote) };
}

function byPart(items: readonly Pick<CartItem, 'id'>[], quote: Quote | undefined): Map<string, LineRefusal> {
  if (quote?.status !== 'refused') return new Map();
  return new Map(
    quote.refusals.flatMap((refusal) => {
      const item = items[refusal.line];
      return item ? [[item.id, refusal] as const] : [];
    }),
  );
}
