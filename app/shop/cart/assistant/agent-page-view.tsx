import { Form } from 'react-router';
import { addAvailable } from '#core/carts/cart-store.ts';
import { PayButton } from '#core/checkout/ui/pay-button.tsx';
import { QuoteLines } from '#core/orders/ui/quote-lines.tsx';
import { QuoteTotals } from '#core/orders/ui/quote-totals.tsx';
import { formatDollars } from '#core/values/money.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { useNavigate } from '#kit/offline.ts';
import { CallUs } from '../call-us.tsx';
import type { AgentPage } from './to-page.server.ts';

interface AgentPageViewProps {
  page: AgentPage | null;
  /** The answer to pressing 'Pay'. */
  result: { url?: string; error?: string } | undefined;
}

type Shown = Extract<AgentPage, { state: 'cart' | 'open' }>;

/** Shows a buyer what an assistant has prepared. */
export function AgentPageView({ page, result }: AgentPageViewProps) {
  if (!page) {
    return (
      <Ended title="We can't find this purchase" text="The link may be incomplete, or older than a day.">
        <ButtonLink to="/junkyard" variant="primary">
          Browse parts
        </ButtonLink>
      </Ended>
    );
  }
  if (page.state === 'paying')
    return (
      <Ended
        title="Your payment is being confirmed"
        text="We'll email you when it's confirmed. Please don't pay again."
      />
    );
  if (page.state === 'late') {
    return (
      <Ended
        title="Your payment arrived too late"
        text="A part had already been sold. We're refunding the full amount."
      />
    );
  }
  if (page.state === 'canceled') {
    return (
      <Ended
        title="This purchase has ended"
        text="It was canceled, or it is older than a day. Nothing was charged."
      >
        <ButtonLink to="/junkyard" variant="primary">
          Browse parts
        </ButtonLink>
      </Ended>
    );
  }
  if (page.state === 'completed') {
    return (
      <Ended title="This purchase is paid" text="Thank you. We've emailed you a confirmation.">
        <ButtonLink to={`/orders/${page.number}`} variant="primary">
          See order {page.number}
        </ButtonLink>
      </Ended>
    );
  }
  return <Prepared page={page} result={result} />;
}

interface EndedProps {
  title: string;
  text: string;
  children?: React.ReactNode;
}

function Ended({ title, text, children }: EndedProps) {
  return (
    <main className="mx-auto w-full max-w-xl px-gutter py-12 sm:py-20">
      <Card padding="roomy" className="text-center">
        <h1>{title}</h1>
        <p className="mt-3 text-muted">{text}</p>
        {children && <div className="mt-6">{children}</div>}
        <CallUs />
      </Card>
    </main>
  );
}

function Prepared({ page, result }: { page: Shown; result: AgentPageViewProps['result'] }) {
  const { lines, totals, canPay, isPickup, place, option, email, notes, items, version } = page;
  const isCart = page.state === 'cart';
  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8 sm:py-12">
      <h1>{isCart ? 'Parts from your assistant' : 'Check and pay'}</h1>
      <p className="mt-2 text-muted">
        {isCart
          ? 'Your assistant put these parts together. Add them to your cart to buy them.'
          : 'Your assistant prepared this purchase. Nothing is charged until you pay on the next page.'}
      </p>
      {notes.map((text) => (
        <Alert key={text} tone="warning" title={text} className="mt-4" />
      ))}
      {lines.length === 0 && (
        <div className="mt-6">
          <ButtonLink to="/junkyard" variant="primary">
            Browse parts
          </ButtonLink>
        </div>
      )}
      {lines.length > 0 && (
        <Card as="section" aria-label="Parts" className="mt-6">
          <QuoteLines lines={lines} />
        </Card>
      )}
      {(place.length > 0 || email !== null) && (
        <Card as="section" aria-label="Delivery" className="mt-4">
          <dl className="grid gap-4 sm:grid-cols-2">
            {place.length > 0 && (
              <div>
                <dt className="font-semibold">{isPickup ? 'Pick up at' : 'Ship to'}</dt>
                <dd className="wrap-anywhere">
                  {place.map((text) => (
                    <span key={text} className="block">
                      {text}
                    </span>
                  ))}
                  {option !== null && !isPickup && (
                    <span className="mt-1 block text-sm text-muted">{option}</span>
                  )}
                </dd>
              </div>
            )}
            {email !== null && (
              <div>
                <dt className="font-semibold">Receipt and updates to</dt>
                <dd className="wrap-anywhere">{email}</dd>
              </div>
            )}
          </dl>
        </Card>
      )}
      {lines.length > 0 && (
        <Card as="section" aria-label="Total" className="mt-4">
          {totals && !isCart ? (
            <QuoteTotals totals={totals} isPickup={isPickup} />
          ) : (
            <p className="text-muted">Your cart calculates shipping and tax.</p>
          )}
          {canPay && totals && (
            <Form method="post" className="mt-5 grid gap-3" preventScrollReset>
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="total" value={totals.totalCents} />
              {result?.error && <Alert tone="danger" title={result.error} announce />}
              <PayButton
                label={`Pay ${formatDollars(totals.totalCents)}`}
                url={result?.url}
                className="w-full"
              />
              {!isPickup && (
                <p className="text-sm text-muted">
                  You enter your address on the payment page
                  {place.length > 0 && ': the price holds for this place'}.
                </p>
              )}
            </Form>
          )}
          {items.length > 0 && <AddAll items={items} isMain={!canPay} />}
        </Card>
      )}
      <CallUs />
    </main>
  );
}

/** The cart is in this browser, so the button works in scripts only. */
function AddAll({ items, isMain }: { items: Shown['items']; isMain: boolean }) {
  const navigate = useNavigate();
  const addAll = () => {
    for (const { item, quantity, stock } of items) addAvailable(item, quantity, stock);
    void navigate('/cart');
  };
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} className="mt-3 w-full" onClick={addAll}>
      Add to my cart
    </Button>
  );
}
