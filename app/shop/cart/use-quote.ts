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
import {
  askQuote,
  keepAnswer,
  type LastAnswer,
  nothingAsked,
  questionKey,
  showAnswer,
  type ShownQuote,
} from './quote-answer.ts';

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
