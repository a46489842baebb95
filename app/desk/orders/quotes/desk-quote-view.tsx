import { useId, useState } from 'react';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { CopyButton } from '#kit/copy-button.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { WrongField } from '#kit/field.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { CounterFields } from './counter-fields.tsx';
import { QuoteLines } from '#core/orders/ui/quote-lines.tsx';
import { QuoteTotals } from '#core/orders/ui/quote-totals.tsx';
import { changeQuoteAddress, QUOTES_PATH } from '#core/orders/quotes/quotes-address.ts';
import { QuoteBadge } from './quotes-view.tsx';
import type { ActionResult } from '#core/values/action-result.ts';
import type { DeskQuote } from '#core/orders/quotes/read-quotes.server.ts';

export interface QuoteResult extends ActionResult {
  /** Link that was made. */
  link?: string;
}

export function DeskQuoteView({ quote }: { quote: DeskQuote }) {
  const [isCanceling, setCanceling] = useState(false);
  const isOpen = quote.state === 'open';
  const isPickup = quote.destination?.kind === 'pickup';
  return (
    <article aria-labelledby="quote">
      <ScreenHead
        id="quote"
        back={{ to: QUOTES_PATH, label: 'Quotes' }}
        title={
          <>
            Quote {formatOrderNumber(quote.number)} <QuoteBadge state={quote.state} />
          </>
        }
      />
      <p className="-mt-2 text-sm text-muted">
        Made by {quote.createdBy}, <ExactTime time={quote.createdAt} />.{' '}
        {isOpen && (
          <>
            Holds the parts until <ExactTime time={quote.expiresAt} />.
          </>
        )}
        {quote.changed && (
          <>
            Changed by {quote.changed.by}, <ExactTime time={quote.changed.at} />.{' '}
          </>
        )}
        {quote.canceledBy !== null && <>Canceled by {quote.canceledBy}.</>}
      </p>
      {(quote.state === 'paid' || quote.state === 'late') && (
        <p className="mt-4">
          <ButtonLink to={`/admin/orders/${formatOrderNumber(quote.number)}`} variant="primary">
            Open the order
          </ButtonLink>
        </p>
      )}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          {isOpen && <Share quote={quote} />}
          <Card as="section" aria-labelledby="parts">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 id="parts" className="text-lg">
                Parts
              </h2>
              {isOpen && (
                <ButtonLink size="small" to={changeQuoteAddress(quote.number)}>
                  Change the quote
                </ButtonLink>
              )}
            </div>
            <QuoteLines lines={quote.lines} />
          </Card>
          {isOpen && isPickup && <TakePayment seen={quote.changeId} />}
        </div>
        <div className="grid min-w-0 gap-4">
          <Card as="section" aria-labelledby="totals">
            <h2 id="totals" className="mb-3 text-lg">
              Totals
            </h2>
            <QuoteTotals totals={quote} isPickup={isPickup} />
            {quote.taxReason && (
              <p className="mt-3 text-sm text-muted wrap-anywhere">Tax entered by hand: {quote.taxReason}</p>
            )}
          </Card>
          <Card as="section" aria-labelledby="buyer">
            <h2 id="buyer" className="mb-3 text-lg">
              Buyer
            </h2>
            {quote.buyer.length === 0 && <p className="text-muted">Not named.</p>}
            {quote.buyer.map((text) => (
              <p key={text} className="wrap-anywhere">
                {text}
              </p>
            ))}
            <p className="mt-2 text-sm text-muted">{describeDelivery(quote)}</p>
            {quote.note && <p className="mt-3 whitespace-pre-line wrap-anywhere">{quote.note}</p>}
          </Card>
          <Links links={quote.links} />
          {isOpen && <Cancel onAsk={() => setCanceling(true)} />}
        </div>
      </div>
      {isCanceling && (
        <ConfirmAction
          title="Cancel the quote?"
          confirmLabel="Cancel the quote"
          busyLabel="Canceling..."
          cancelLabel="Keep the quote"
          fields={{ intent: 'cancel' }}
          failure="Error"
          onClose={() => setCanceling(false)}
        >
          {quote.isBeingPaid && 'The buyer has opened the payment page. '}A canceled quote cannot be opened
          again.
        </ConfirmAction>
      )}
    </article>
  );
}

function describeDelivery({ destination }: DeskQuote): string {
  if (destination === null) return 'Shipped to the address the buyer enters.';
  return destination.kind === 'pickup'
    ? `Pickup at ${destination.location}.`
    : `Shipped to ${destination.state} ${destination.zip}.`;
}

function Share({ quote }: { quote: DeskQuote }) {
  const action = useAction<QuoteResult>({ failure: 'Error' });
  const link = action.result?.link;
  return (
    <Card as="section" aria-labelledby="share">
      <h2 id="share" className="mb-1 text-lg">
        Send it to the buyer
      </h2>
      <p className="mb-3 text-sm text-muted">
        Anyone with a link can see the quote and pay it. Each link is shown once. All of them show the quote
        as it is now.
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton
          action={action}
          fields={{ intent: 'mail' }}
          variant="primary"
          disabled={quote.email === null}
        >
          <Icon name="Mail" /> Send by email
        </ActionButton>
        <ActionButton action={action} fields={{ intent: 'copy' }}>
          New link to copy
        </ActionButton>
      </div>
      {quote.email === null && <p className="mt-2 text-sm text-muted">The quote has no email address.</p>}
      {link && (
        <div className="mt-4" role="status">
          <TextField label="Link" readOnly value={link} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} label="Copy link" />
        </div>
      )}
    </Card>
  );
}

function TakePayment({ seen }: { seen: string | null }) {
  const { busy, problem, wrongField, send } = useAction({ failure: 'Error', hasAlert: true });
  const problemId = useId();
  return (
    <Card as="section" aria-labelledby="take-payment">
      <h2 id="take-payment" className="mb-3 text-lg">
        Take the payment at the counter
      </h2>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
      >
        {problem && <Alert id={problemId} tone="danger" title={problem} announce />}
        <input type="hidden" name="intent" value="pay" />
        <input type="hidden" name="seen" value={seen ?? ''} />
        <WrongField value={wrongField === undefined ? undefined : { name: wrongField, errorId: problemId }}>
          <CounterFields method="" reference="" isHandedOver problems={{}} />
        </WrongField>
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Record the payment
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Links({ links }: Pick<DeskQuote, 'links'>) {
  if (links.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="links">
      <h2 id="links" className="mb-3 text-lg">
        Links
      </h2>
      <ul className="grid gap-2 text-sm">
        {links.map((link) => (
          <li key={link.id}>
            {link.byMail ? (link.isWritten ? 'Emailed' : 'Being emailed') : 'Copied'} by {link.by}
            <span className="block text-muted">
              <ExactTime time={link.at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Cancel({ onAsk }: { onAsk: () => void }) {
  return (
    <Card as="section" aria-labelledby="cancel">
      <h2 id="cancel" className="mb-1 text-lg">
        Cancel the quote
      </h2>
      <p className="mb-3 text-sm text-muted">Its links stop working, and its parts are for sale again.</p>
      <Button variant="danger" onClick={onAsk}>
        Cancel the quote
      </Button>
    </Card>
  );
}
