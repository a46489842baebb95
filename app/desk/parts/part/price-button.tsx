import { type RefObject, useEffect, useState } from 'react';
import { formatShortDollars, dollarsFromCents } from '#core/values/money.ts';
import { Button } from '#kit/button.tsx';
import { describePrices, type KnownPrices } from '#core/part-changes/known-prices.ts';

interface PriceButtonProps {
  /** Id of the stored part. */
  id: string | undefined;
  form: RefObject<HTMLFormElement | null>;
}

/** Proposes a price from own sales of parts like the one in the form, and takes it only when pressed. */
export function PriceButton({ id, form }: PriceButtonProps) {
  const [question, setQuestion] = useState('');
  const [answer, setAnswer] = useState<{ question: string; prices: KnownPrices }>();
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const ask = () => setQuestion(writeQuestion(element, id));
    ask();
    const events = ['change', 'focusout'];
    for (const event of events) element.addEventListener(event, ask);
    return () => {
      for (const event of events) element.removeEventListener(event, ask);
    };
  }, [form, id]);
  useEffect(() => {
    if (question === '') return;
    const aborter = new AbortController();
    fetchPrices(question, aborter.signal).then(
      (prices) => setAnswer({ question, prices }),
      // The form is complete without it.
      () => {},
    );
    return () => aborter.abort();
  }, [question]);

  const prices = answer?.question === question ? answer.prices : undefined;
  const median = prices?.medianCents;
  return (
    <div role="status" className="mt-1.5 text-sm text-muted">
      {prices &&
        (median == null ? (
          describePrices(prices)
        ) : (
          <Button
            size="small"
            title={`Set the price to ${formatShortDollars(median)}`}
            onClick={() => takePrice(form.current, dollarsFromCents(median))}
          >
            {describePrices(prices)}
          </Button>
        ))}
    </div>
  );
}

/** Writes the parameters of the question. Empty as long as the name, make or model is missing. */
function writeQuestion(form: HTMLFormElement, id: string | undefined): string {
  const sent = new FormData(form);
  const read = (name: string) => String(sent.get(name) ?? '').trim();
  const [name, make, model, kind] = ['part_name', 'vehicle_make', 'vehicle_model', 'kind'].map(read);
  if (!name || !make || !model) return '';
  return new URLSearchParams({ name, make, model, ...(kind && { kind }), ...(id && { id }) }).toString();
}

async function fetchPrices(question: string, signal: AbortSignal): Promise<KnownPrices> {
  const response = await fetch(`/admin/part-price?${question}`, { signal });
  if (!response.ok || response.redirected) throw new Error(`Unexpected status ${response.status}`);
  return (await response.json()) as KnownPrices;
}

/** The dialog sees a change that follows the focus. */
function takePrice(form: HTMLFormElement | null, dollars: string): void {
  const field = form?.elements.namedItem('price');
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.value = dollars;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
