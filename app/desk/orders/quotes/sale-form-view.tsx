import { type SubmitEvent, useEffect, useRef } from 'react';
import { Form, useActionData, useNavigation } from 'react-router';
import { dollarsFromCents } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { listQuoteHours } from '#core/orders/quotes/quote.ts';
import { focusFirstError } from '#kit/form/focus-first-error.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { CounterFields } from './counter-fields.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { ChosenParts, FindParts } from './draft-parts.tsx';
import { quoteAddress, QUOTES_PATH } from '#core/orders/quotes/quotes-address.ts';
import { QuoteTotals } from '#core/orders/ui/quote-totals.tsx';
import type { SaleForm, SaleKind } from '#core/orders/quotes/sale-draft.ts';

const titles: Record<SaleKind, string> = { quote: 'New quote', counter: 'Counter sale' };

const saveLabels: Record<SaleKind, string> = { quote: 'Create quote', counter: 'Record the sale' };

interface SaleFormViewProps extends SaleForm {
  /** Number of the quote that is changed. */
  quote?: string;
}

/** Shows one form. Each button sends all of it and the answer is the form again, so that it works without JavaScript. */
export function SaleFormView({ quote, ...form }: SaleFormViewProps) {
  const { kind, draft, found, hidden, problems } = form;
  const { state, formData } = useNavigation();
  const isBusy = state === 'submitting';
  const pressed = isBusy ? formData?.get('intent') : undefined;
  const number = quote === undefined ? undefined : formatOrderNumber(quote.replace(/^PY-/i, ''));
  const search = useAnswerFocus();
  const submit = useOneAfterAnother();
  const save = number !== undefined ? 'Save changes' : saveLabels[kind];
  return (
    <section aria-labelledby="sale">
      <ScreenHead
        id="sale"
        title={number === undefined ? titles[kind] : `Change quote ${number}`}
        back={
          number === undefined
            ? { to: QUOTES_PATH, label: 'Quotes' }
            : { to: quoteAddress(number.slice(3)), label: `Quote ${number}` }
        }
      />
      {number !== undefined && (
        <p className="-mt-2 text-muted">
          Its links stay the same, and show the new total. If the buyer has the payment page open, it is
          closed.
        </p>
      )}
      <Form
        method="post"
        noValidate
        preventScrollReset
        onSubmit={submit}
        aria-busy={isBusy || undefined}
        className="mt-4"
      >
        {/* Enter in any field presses the first button. */}
        <button type="submit" name="intent" value="find" tabIndex={-1} aria-hidden className="sr-only" />
        <input type="hidden" name="sale" value={draft.id} />
        <input type="hidden" name="seen" value={draft.seen} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid min-w-0 gap-4">
            {draft.lines.length > 0 && <ChosenParts {...form} />}
            <FindParts searchRef={search} q={draft.q} found={found} hidden={hidden} lines={draft.lines} />
            <BuyerFields {...form} />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {kind === 'counter' ? <PaymentFields {...form} /> : <QuoteFields {...form} />}
              <DeliveryFields {...form} />
            </div>
          </div>
          <div className="grid min-w-0 gap-4 lg:sticky lg:top-4">
            <Card as="section" aria-labelledby="totals" className="grid gap-4">
              <h2 id="totals" className="text-lg">
                Totals
              </h2>
              <Overrides {...form} />
              {form.totals && <QuoteTotals totals={form.totals} isPickup={draft.fulfillment === 'pickup'} />}
              <div role="status">
                {Object.keys(problems).length > 0 && (
                  <Alert tone="danger" title={problems['form'] ?? 'Please check the marked fields.'} />
                )}
              </div>
              <div className="flex flex-wrap gap-3">
                <Button type="submit" name="intent" value="price" busy={pressed === 'price'}>
                  Update totals
                </Button>
                <Button type="submit" name="intent" value="save" variant="primary" busy={pressed === 'save'}>
                  {save}
                </Button>
              </div>
            </Card>
          </div>
        </div>
      </Form>
    </section>
  );
}

/** Makes a pressed button wait for the answer on its way: without the parts of the answer, the form would lose them. */
function useOneAfterAnother() {
  const answer = useActionData<SaleForm>();
  const isAwaiting = useRef(false);
  const next = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!answer) return;
    isAwaiting.current = false;
    const button = next.current;
    next.current = null;
    // The answer may have removed the button for a part.
    button?.form?.requestSubmit(button);
  }, [answer]);

  return (event: SubmitEvent<HTMLFormElement>) => {
    if (isAwaiting.current) {
      event.preventDefault();
      next.current = event.nativeEvent.submitter as HTMLButtonElement | null;
    }
    isAwaiting.current = true;
  };
}

/** After an answer, focuses the first wrong field, or the search if the pressed button is gone. */
function useAnswerFocus() {
  const search = useRef<HTMLInputElement>(null);
  const answer = useActionData<SaleForm>();
  useEffect(() => {
    if (!answer) return;
    focusFirstError();
    if (document.activeElement === document.body) search.current?.focus();
  }, [answer]);
  return search;
}

function BuyerFields({ kind, draft, problems }: SaleForm) {
  return (
    <Card as="section" aria-labelledby="buyer" className="grid gap-3 sm:grid-cols-3">
      <h2 id="buyer" className="col-span-full text-lg">
        Buyer
      </h2>
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={200}
        defaultValue={draft.name}
        error={problems['name']}
      />
      <TextField
        name="email"
        type="email"
        label="Email"
        hint={kind === 'quote' ? 'To send the link. Not needed to copy it.' : 'For an email receipt.'}
        autoComplete="off"
        maxLength={254}
        defaultValue={draft.email}
        error={problems['email']}
      />
      <TextField
        name="phone"
        type="tel"
        label="Phone"
        autoComplete="off"
        maxLength={50}
        defaultValue={draft.phone}
        error={problems['phone']}
      />
    </Card>
  );
}

function QuoteFields({ draft, problems, maxHours, isChange }: SaleForm) {
  return (
    <Card as="section" aria-labelledby="quote" className="grid gap-4">
      <h2 id="quote" className="text-lg">
        Quote
      </h2>
      <Select name="hours" label="Hold the parts for" defaultValue={draft.hours} error={problems['hours']}>
        {isChange && <option value="">As before</option>}
        {listQuoteHours(maxHours).map((hours) => (
          <option key={hours} value={hours}>
            {hours} {hours === 1 ? 'hour' : 'hours'}
            {isChange && ' from now'}
          </option>
        ))}
      </Select>
      <TextArea
        name="note"
        label="Note to the buyer"
        hint="Optional."
        rows={3}
        maxLength={1_000}
        defaultValue={draft.note}
        error={problems['note']}
      />
    </Card>
  );
}

function PaymentFields(props: SaleForm) {
  const { draft, problems } = props;
  return (
    <Card as="section" aria-labelledby="payment">
      <h2 id="payment" className="mb-3 text-lg">
        Payment
      </h2>
      <CounterFields
        method={draft.method}
        reference={draft.reference}
        isHandedOver={draft.isHandedOver}
        problems={problems}
      />
    </Card>
  );
}

function Overrides({ kind, draft, totals, problems }: SaleForm) {
  const computed = (cents: number | undefined) => (cents === undefined ? undefined : dollarsFromCents(cents));
  return (
    <div className="grid grid-cols-2 gap-3">
      {kind === 'quote' && (
        <TextField
          name="shipping"
          label="Shipping"
          unit="$"
          inputMode="decimal"
          autoComplete="off"
          placeholder={computed(totals?.shippingCents) ?? 'Calculated'}
          defaultValue={draft.shipping}
          error={problems['shipping']}
        />
      )}
      <TextField
        name="tax"
        label="Tax"
        unit="$"
        inputMode="decimal"
        autoComplete="off"
        placeholder={computed(totals?.taxCents) ?? 'Calculated'}
        defaultValue={draft.tax}
        error={problems['tax']}
      />
      <TextField
        name="tax_reason"
        label="Reason for changing tax"
        hint="Only if you enter a tax. It is kept for your records."
        autoComplete="off"
        maxLength={200}
        defaultValue={draft.taxReason}
        error={problems['tax_reason']}
        className="col-span-2"
      />
    </div>
  );
}
