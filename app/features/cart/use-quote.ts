import { useEffect, useState } from 'react';
import type { CartItem } from '#domain/cart.ts';
import type { PriceResponse } from '#domain/create-payment.ts';
import type { Destination } from '#domain/destination.ts';
import type { CartQuestions } from '#domain/pricing/questions.ts';
import type { LineRefusal } from '#domain/pricing/shipping.ts';
import type { Quote } from '#domain/pricing.ts';
import { type DestinationDraft, readDraft, storeDraft, toDestination } from './destination-draft.ts';
import { fetchQuote, QuoteRefused } from './fetch-quote.ts';

const FAILED = "We couldn't compute the price.";

const nothingAsked: CartQuestions = {
  fulfillment: false,
  destination: false,
  country: false,
  poBox: false,
  freightAccess: false,
};

export interface CartQuote {
  asked: CartQuestions;
  draft: DestinationDraft;
  onDraft: (draft: DestinationDraft) => void;
  destination: Destination | null;
  /** The last one that arrived. */
  quote: Quote | undefined;
  /** Whether `quote` is of other items or another destination. */
  isOld: boolean;
  error: string | undefined;
  /** Asks again. */
  refresh: () => void;
  /** By part id. */
  refusals: ReadonlyMap<string, LineRefusal>;
}

interface Answer {
  key: string;
  response?: PriceResponse;
  error?: string;
}

/** Follows the server's price of the items while `isEnabled`. */
export function useQuote(items: readonly CartItem[], isEnabled: boolean): CartQuote {
  const [draft, setDraft] = useState(readDraft);
  const [attempt, setAttempt] = useState(0);
  const [{ key: answered, response, error }, setAnswer] = useState<Answer>({ key: '' });
  const asked = response?.asked ?? nothingAsked;
  const destination = toDestination(draft, asked);
  const body = JSON.stringify([items.map(({ id, quantity }) => ({ id, quantity })), destination]);
  // Another price in the cart comes from a change in the catalog.
  const prices = items.map(({ price }) => price).join(' ');
  const key = `${attempt} ${prices} ${body}`;

  useEffect(() => {
    if (!isEnabled || items.length === 0) return;
    const controller = new AbortController();
    const [lines, to] = JSON.parse(body) as [CartItem[], Destination | null];
    fetchQuote(lines, to, controller.signal).then(
      (fresh) => setAnswer({ key, response: fresh }),
      (reason: unknown) => {
        if (controller.signal.aborted) return;
        const text = reason instanceof QuoteRefused ? reason.message : FAILED;
        setAnswer((before) => ({ ...before, key, error: text }));
      },
    );
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `body` has the items.
  }, [isEnabled, key]);

  const isOld = answered !== key;
  return {
    asked,
    draft,
    onDraft(changed) {
      setDraft(changed);
      storeDraft(changed);
    },
    destination,
    quote: response?.quote,
    isOld,
    error: isOld ? undefined : error,
    refresh: () => setAttempt((count) => count + 1),
    refusals: isOld ? new Map() : byPart(items, response?.quote),
  };
}

function byPart(items: readonly CartItem[], quote: Quote | undefined): Map<string, LineRefusal> {
  if (quote?.status !== 'refused') return new Map();
  return new Map(
    quote.refusals.flatMap((refusal) => {
      const item = items[refusal.line];
      return item ? [[item.id, refusal] as const] : [];
    }),
  );
}
