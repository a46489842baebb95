import { useRef, useState } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { CopyButton } from '#kit/copy-button.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useFocusAfter } from '#kit/use-focus-after.ts';
import { CounterFields } from './counter-fields.tsx';
import { QuoteLines } from '#core/orders/ui/quote-lines.tsx';
import { QuoteTotals } from '#core/orders/ui/quote-totals.tsx';
import { changeQuoteAddress, QUOTES_PATH } from '#core/orders/quotes/quotes-address.ts';
import { QuoteBadge } from './quotes-view.tsx';
import type { DeskQuote } from '#core/orders/quotes/read-quotes.server.ts';

interface DeskQuoteViewProps {
  quote: DeskQuote;
  /** Result of the action before. */
  result: { done: boolean; message?: string; link?: string } | undefined;
}

export function DeskQuoteView({ quote, result }: DeskQuoteViewProps) {
  const isOpen = quote.state === 'open';
  const isPickup = quote.destination?.kind === 'pickup';
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfter(isOpen, heading);
  return (
    <article aria-labelledby="quote">
      <p className="mb-4">
        <TextLink to={QUOTES_PATH} className="inline-flex min-h-9 items-center gap-1">
          <Icon name="ArrowLeft" className="size-4" /> Quotes
        </TextLink>
      </p>
      <h2 id="quote" ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-3">
        Quote {formatOrderNumber(quote.number)} <QuoteBadge state={quote.state} />
      </h2>
      <p className="mt-1 text-sm text-muted">
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
      {result?.message && (
        <Alert tone={result.done ? 'success' : 'danger'} title={result.message} announce className="mt-4" />
      )}
      {(quote.state === 'paid' || quote.state === 'late') && (
        <p className="mt-4">
          <ButtonLink to={`/admin/orders/${formatOrderNumber(quote.number)}`} variant="primary">
            Open the order
          </ButtonLink>
        </p>
      )}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          {isOpen && <Share quote={quote} link={result?.link} />}
          <Card as="section" aria-labelledby="parts">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h3 id="parts" className="text-lg">
                Parts
              </h3>
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
            <h3 id="totals" className="mb-3 text-lg">
              Totals
            </h3>
            <QuoteTotals totals={quote} isPickup={isPickup} />
            {quote.taxReason && (
              <p className="mt-3 text-sm text-muted wrap-anywhere">Tax entered by hand: {quote.taxReason}</p>
            )}
          </Card>
          <Card as="section" aria-labelledby="buyer">
            <h3 id="buyer" className="mb-3 text-lg">
              Buyer
            </h3>
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
          {isOpen && <Cancel isBeingPaid={quote.isBeingPaid} />}
        </div>
      </div>
    </article>
  );
}

function describeDelivery({ destination }: DeskQuote): string {
  if (destination === null) return 'Shipped to the address the buyer enters.';
  return destination.kind === 'pickup'
    ? `Pickup at ${destination.location}.`
    : `Shipped to ${destination.state} ${destination.zip}.`;
}

function useIsRunning(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent;
}

function Share({ quote, link }: { quote: DeskQuote; link: string | undefined }) {
  const isSending = useIsRunning('mail');
  const isCopying = useIsRunning('copy');
  return (
    <Card as="section" aria-labelledby="share">
      <h3 id="share" className="mb-1 text-lg">
        Send it to the buyer
      </h3>
      <p className="mb-3 text-sm text-muted">
        Anyone with a link can see the quote and pay it. Each link is shown once. All of them show the quote
        as it is now.
      </p>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="mail"
          variant="primary"
          busy={isSending}
          disabled={quote.email === null}
        >
          <Icon name="Mail" /> Send by email
        </Button>
        <Button type="submit" name="intent" value="copy" busy={isCopying}>
          New link to copy
        </Button>
      </Form>
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
  return (
    <Card as="section" aria-labelledby="take-payment">
      <h3 id="take-payment" className="mb-3 text-lg">
        Take the payment at the counter
      </h3>
      <Form method="post" preventScrollReset className="grid gap-4">
        <input type="hidden" name="seen" value={seen ?? ''} />
        <CounterFields method="" reference="" isHandedOver problems={{}} />
        <div>
          <Button type="submit" name="intent" value="pay" variant="primary" busy={useIsRunning('pay')}>
            Record the payment
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Links({ links }: Pick<DeskQuote, 'links'>) {
  if (links.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="links">
      <h3 id="links" className="mb-3 text-lg">
        Links
      </h3>
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

function Cancel({ isBeingPaid }: Pick<DeskQuote, 'isBeingPaid'>) {
  const [asked, setAsked] = useState(false);
  const submit = useSubmit();
  const busy = useIsRunning('cancel');
  return (
    <Card as="section" aria-labelledby="cancel">
      <h3 id="cancel" className="mb-1 text-lg">
        Cancel the quote
      </h3>
      <p className="mb-3 text-sm text-muted">Its links stop working, and its parts are for sale again.</p>
      <Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
        }}
      >
        <Button type="submit" name="intent" value="cancel" variant="danger" busy={busy}>
          Cancel the quote
        </Button>
      </Form>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Cancel the quote?"
        confirmLabel="Cancel the quote"
        cancelLabel="Keep the quote"
        onConfirm={() => {
          setAsked(false);
          void submit({ intent: 'cancel' }, { method: 'post', preventScrollReset: true });
        }}
      >
        {isBeingPaid && 'The buyer has opened the payment page. '}A canceled quote cannot be opened again.
      </ConfirmDialog>
    </Card>
  );
}
