import { useEffect, useState } from 'react';
import type { CartItem } from '#core/carts/cart.ts';
import type { Destination } from '#core/addresses/destination.ts';
import type { CartQuestions } from '#core/pricing/questions.ts';
import {
  type DestinationDraft,
  readDraft,
  storeDraft,
  toDestination,
} from '#core/checkout/destination-draft.ts';
import type { PriceResponse, CheckoutRefusal } from '#core/checkout/create-payment.ts';
import type { LineRefusal } from '#core/pricing/shipping.ts';
import type { Quote } from '#core/pricing/pricing.ts';

export interface CartQuote extends ShownQuote {
  asked: CartQuestions;
  draft: DestinationDraft;
  onDraft: (draft: DestinationDraft) => void;
  destination: Destination | null;
  /** Asks again. */
  refresh: () => void;
}

/** Follows the server's price of the items while `isEnabled`. */
export function useQuote(items: readonly CartItem[], isEnabled: boolean): CartQuote {
  const [draft, setDraft] = useState(readDraft);
  const [attempt, setAttempt] = useState(0);
  const [last, setLast] = useState<LastAnswer>({ key: '' });
  const asked = last.response?.asked ?? nothingAsked;
  const destination = toDestination(draft, asked);
  const key = questionKey(items, destination, attempt);

  useEffect(() => {
    if (!isEnabled || items.length === 0) return;
    return askQuote(items, destination, (answer) => setLast((before) => keepAnswer(before, answer, key)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` has the items and the destination.
  }, [isEnabled, key]);

  return {
    ...showAnswer(last, key, items),
    asked,
    draft,
    onDraft(changed) {
      setDraft(changed);
      storeDraft(changed);
    },
    destination,
    refresh: () => setAttempt((count) => count + 1),
  };
}

const FAILED = "We couldn't calculate the price.";

export const nothingAsked: CartQuestions = {
  fulfillment: false,
  destination: false,
  country: false,
  poBox: false,
  freightAccess: false,
};

/** The server's answer, or words for the shopper why there is none. */
interface Answer {
  response?: PriceResponse;
  error?: string;
}

export interface LastAnswer extends Answer {
  /** The key of the question. */
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

/** Keeps the earlier response after an error. */
export function keepAnswer({ response }: LastAnswer, answer: Answer, key: string): LastAnswer {
  return { ...(response && { response }), ...answer, key };
}

export interface ShownQuote {
  /** The last quote that arrived. */
  quote: Quote | undefined;
  /** True if `quote` is for other items or another destination. */
  isOld: boolean;
  error: string | undefined;
  /** The refusals of lines, by part id. */
  refusals: ReadonlyMap<string, LineRefusal>;
}

/** Returns what the cart shows of the last answer while `key` is the question. */
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

class QuoteRefused extends Error {}

/** Asks what the checkout would charge. @throws {QuoteRefused} with words for the shopper */
async function fetchQuote(
  items: readonly Pick<CartItem, 'id' | 'quantity'>[],
  destination: Destination | null,
  signal: AbortSignal,
): Promise<PriceResponse> {
  const response = await fetch('/functions/v1/price-cart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items: items.map(({ id, quantity }) => ({ id, quantity })), destination }),
    signal,
  });
  const answer = (await response.json()) as PriceResponse | CheckoutRefusal;
  if (!('error' in answer)) return answer;
  if (response.status < 500) throw new QuoteRefused(answer.error);
  throw new Error(`price-cart answered ${response.status}`);
}
