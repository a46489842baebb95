import { Form } from 'react-router';
import { PayButton } from '#core/checkout/ui/pay-button.tsx';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { QuoteState } from '#core/orders/quotes/quote.ts';
import { Alert } from '#kit/alert.tsx';
import { Card } from '#kit/card.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { QuoteLines } from '#core/orders/ui/quote-lines.tsx';
import { QuoteTotals } from '#core/orders/ui/quote-totals.tsx';
import { CallUs } from '../call-us.tsx';
import type { QuoteData } from '#core/orders/quotes/read-quotes.server.ts';

interface BuyerQuoteViewProps {
  quote: QuoteData | null;
  /** The answer to pressing 'Pay'. */
  result: { url?: string; error?: string } | undefined;
}

const ended: Record<Exclude<QuoteState, 'open'>, { title: string; text: string }> = {
  paid: { title: 'This quote is paid', text: "Thank you. We've emailed you a confirmation." },
  late: {
    title: 'Your payment arrived too late',
    text: "A part had already been sold. We're refunding the full amount.",
  },
  expired: {
    title: 'This quote has expired',
    text: "We're no longer holding the parts. Call us, and we'll see what we can do.",
  },
  canceled: { title: 'This quote was canceled', text: "Call us if you didn't expect this." },
};

/** Shows a quote to its buyer. */
export function BuyerQuoteView({ quote, result }: BuyerQuoteViewProps) {
  if (!quote) {
    return (
      <main className="mx-auto w-full max-w-xl px-gutter py-12 sm:py-20">
        <Card padding="roomy" className="text-center">
          <h1>We can&apos;t find this quote</h1>
          <p className="mt-3 text-muted">Please open the link exactly as we sent it to you.</p>
          <CallUs />
        </Card>
      </main>
    );
  }
  const isPickup = quote.destination?.kind === 'pickup';
  const isOpen = quote.state === 'open';
  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8 sm:py-12">
      <h1>Your quote {formatOrderNumber(quote.number)}</h1>
      {quote.state === 'open' ? (
        <p className="mt-2 text-muted">
          We&apos;re holding these parts for you until <ExactTime time={quote.expiresAt} />.
        </p>
      ) : (
        <Alert
          tone={quote.state === 'paid' ? 'success' : 'warning'}
          title={ended[quote.state].title}
          className="mt-4"
        >
          {ended[quote.state].text}
        </Alert>
      )}
      {quote.note && <p className="mt-4 whitespace-pre-line wrap-anywhere">{quote.note}</p>}
      <Card as="section" aria-label="Parts" className="mt-6">
        <QuoteLines lines={quote.lines} />
      </Card>
      <Card as="section" aria-label="Total" className="mt-4">
        <QuoteTotals totals={quote} isPickup={isPickup} />
        <p className="mt-3 text-sm text-muted">{describeDelivery(quote)}</p>
        {isOpen && (
          <Form method="post" className="mt-5 grid gap-3" preventScrollReset>
            <input type="hidden" name="quote" value={quote.number} />
            <input type="hidden" name="seen" value={quote.changeId ?? ''} />
            {result?.error && <Alert tone="danger" title={result.error} announce />}
            <PayButton label="Pay" url={result?.url} className="w-full" />
          </Form>
        )}
      </Card>
      <CallUs />
    </main>
  );
}

function describeDelivery({ destination }: QuoteData): string {
  if (destination?.kind === 'pickup') return `Pickup at ${destination.location}.`;
  const place = destination ? ` Priced for ${destination.state} ${destination.zip}.` : '';
  return `Shipped. You'll enter your address when you pay.${place}`;
}
