import { type ReactNode, useSyncExternalStore } from 'react';
import { computeSubtotal } from '#core/carts/cart-totals.ts';
import { findChargeProblem } from '#core/orders/payment.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { formatDays } from '#core/pricing/describe-shipping.ts';
import type { Quote } from '#core/pricing/pricing.ts';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { isSignedIn, subscribeToHolds } from '#core/accounts/own-holds.ts';
import type { CartTerms } from '#core/carts/cart-terms.server.ts';
import { describeMissing } from '#core/checkout/destination-draft.ts';
import { SummarySkeleton } from './cart-columns.tsx';
import { DestinationForm, SavedAddressSelect } from './destination-form.tsx';
import { Amount, SummaryCard, type SummaryProps } from './order-summary.tsx';
import type { CartQuote } from './use-quote.ts';

const NEW_PRICE = 'A price has changed. Please update it beside the part.';

const REFUSED = "Some parts can't ship there. See the notes below them.";

interface QuotedSummaryProps extends SummaryProps {
  cart: CartQuote;
  terms: CartTerms;
}

/** Shows the summary of a cart that the server prices, with the questions that it must ask first. */
export default function QuotedSummary({ cart, terms, ...rest }: QuotedSummaryProps) {
  const { asked, quote, isOld, error, refresh } = cart;
  const subtotalCents = computeSubtotal(rest.items);
  // Amounts that the server computed from other prices are not shown beside these lines.
  const isSame = quote?.subtotalCents === subtotalCents;
  const shown = isSame ? quote : undefined;
  const hasNewPrice = quote !== undefined && !isSame && !isOld && error === undefined;
  const signedIn = useSyncExternalStore(subscribeToHolds, isSignedIn, () => false);
  // Only the answer tells whether there are questions, which stand above the amounts.
  if (quote === undefined && error === undefined) return <SummarySkeleton />;
  return (
    <div className="grid gap-6">
      {(asked.fulfillment || asked.destination) && (
        <Card>
          {signedIn && (
            <SavedAddressSelect draft={cart.draft} onDraft={cart.onDraft} countries={terms.countries} />
          )}
          <DestinationForm cart={cart} terms={terms} />
        </Card>
      )}
      <SummaryCard
        {...rest}
        problem={error ?? (hasNewPrice ? NEW_PRICE : findProblem(cart))}
        isQuestion={error === undefined && shown?.status === 'open'}
        isReady={rest.isReady && !isOld && shown?.status === 'priced' && error === undefined}
        amounts={
          <Amounts
            subtotalCents={subtotalCents}
            quote={shown}
            isPickup={cart.destination?.kind === 'pickup'}
          />
        }
      >
        {shown?.status === 'priced' && <Notes quote={shown} terms={terms} />}
        {error !== undefined && (
          <Button className="mt-3" onClick={refresh}>
            Try again
          </Button>
        )}
      </SummaryCard>
    </div>
  );
}

function findProblem({ quote, draft, asked }: CartQuote): string | undefined {
  if (quote === undefined) return undefined;
  if (quote.status === 'open') return describeMissing(quote, draft, asked);
  return quote.status === 'refused' ? REFUSED : findChargeProblem(quote.totalCents);
}

interface AmountsProps {
  subtotalCents: number;
  quote: Quote | undefined;
  isPickup: boolean;
}

function Amounts({ subtotalCents, quote, isPickup }: AmountsProps) {
  const priced = quote?.status === 'priced' ? quote : undefined;
  const coreCents = quote?.coreCents ?? 0;
  return (
    <>
      <Amount label="Subtotal" cents={subtotalCents} />
      <Amount label="Tax" cents={priced?.taxCents} />
      <Amount label={isPickup ? 'Pickup' : 'Shipping'} cents={priced?.shippingCents} />
      {coreCents > 0 && <Amount label="Core charge" cents={coreCents} />}
      {priced && priced.batteryFeeCents > 0 && (
        <Amount label={BATTERY_FEE_NAME} cents={priced.batteryFeeCents} />
      )}
      <Amount label="Total" cents={priced?.totalCents} total />
    </>
  );
}

function Notes({ quote, terms }: { quote: Extract<Quote, { status: 'priced' }>; terms: CartTerms }) {
  return (
    <>
      {quote.days && <Note>Estimated delivery: {formatDays(quote.days)}</Note>}
      {quote.coreCents > 0 && (
        <Note>
          The core charge is refunded when you return your old parts within {terms.coreReturnDays} days.
        </Note>
      )}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-sm text-muted">{children}</p>;
}
