import { Form, useNavigation } from 'react-router';
import { dollarsFromCents } from '#domain/money.ts';
import { listQuoteHours } from '#domain/quote.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { CounterFields } from './counter-fields.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { ChosenParts, FindParts } from './draft-parts.tsx';
import { QUOTES_PATH } from './quotes-address.ts';
import { QuoteTotals } from './quote-totals.tsx';
import type { DraftProblems, DraftTotals, OfferedPart, SaleDraft, SaleKind } from './sale-draft.ts';

interface NewSaleViewProps {
  kind: SaleKind;
  draft: SaleDraft;
  /** Those of the draft's lines. Deleted ones are missing. */
  parts: OfferedPart[];
  /** Null: nothing was searched. */
  found: OfferedPart[] | null;
  totals: DraftTotals | null;
  problems: DraftProblems;
  locations: readonly string[];
  maxHours: number;
}

const titles: Record<SaleKind, string> = { quote: 'New quote', counter: 'Counter sale' };

/** One form. Its buttons send all of it, and the answer is the form again, so that it works without scripts. */
export function NewSaleView(props: NewSaleViewProps) {
  const { kind, draft, found, problems } = props;
  const isBusy = useNavigation().state === 'submitting';
  const texts = Object.keys(problems).length;
  return (
    <section aria-labelledby="new-sale">
      <p className="mb-4">
        <TextLink to={QUOTES_PATH} className="inline-flex min-h-9 items-center gap-1">
          <Icon name="ArrowLeft" className="size-4" /> Quotes
        </TextLink>
      </p>
      <h2 id="new-sale">{titles[kind]}</h2>
      <Form method="post" noValidate preventScrollReset aria-busy={isBusy || undefined} className="mt-4">
        <input type="hidden" name="sale" value={draft.id} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid min-w-0 gap-4">
            <FindParts q={draft.q} found={found} lines={draft.lines} />
            <ChosenParts {...props} />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <BuyerFields {...props} />
              {kind === 'counter' ? <PaymentFields {...props} /> : <QuoteFields {...props} />}
              <DeliveryFields {...props} />
            </div>
          </div>
          <div className="grid min-w-0 gap-4 lg:sticky lg:top-4">
            <Card as="section" aria-labelledby="totals" className="grid gap-4">
              <h3 id="totals" className="text-lg">
                Totals
              </h3>
              <Overrides {...props} />
              {props.totals && (
                <QuoteTotals totals={props.totals} isPickup={draft.fulfillment === 'pickup'} />
              )}
              <div role="status">
                {texts > 0 && (
                  <Alert tone="danger" title={problems['form'] ?? 'Please check the marked fields.'} />
                )}
              </div>
              <div className="flex flex-wrap gap-3">
                <Button type="submit" name="intent" value="price">
                  Update totals
                </Button>
                <Button type="submit" name="intent" value="save" variant="primary" busy={isBusy}>
                  {kind === 'counter' ? 'Record the sale' : 'Make the quote'}
                </Button>
              </div>
            </Card>
          </div>
        </div>
      </Form>
    </section>
  );
}

function BuyerFields({ kind, draft, problems }: NewSaleViewProps) {
  return (
    <Card as="section" aria-labelledby="buyer" className="grid gap-4">
      <h3 id="buyer" className="text-lg">
        Buyer
      </h3>
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
        hint={kind === 'quote' ? 'To send the link. Not needed to copy it.' : 'For a receipt by mail.'}
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

function QuoteFields({ draft, problems, maxHours }: NewSaleViewProps) {
  return (
    <Card as="section" aria-labelledby="quote" className="grid gap-4">
      <h3 id="quote" className="text-lg">
        Quote
      </h3>
      <Select name="hours" label="Hold the parts for" defaultValue={draft.hours} error={problems['hours']}>
        {listQuoteHours(maxHours).map((hours) => (
          <option key={hours} value={hours}>
            {hours} {hours === 1 ? 'hour' : 'hours'}
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

function PaymentFields(props: NewSaleViewProps) {
  const { draft, problems } = props;
  return (
    <Card as="section" aria-labelledby="payment">
      <h3 id="payment" className="mb-3 text-lg">
        Payment
      </h3>
      <CounterFields
        method={draft.method}
        reference={draft.reference}
        isHandedOver={draft.isHandedOver}
        problems={problems}
      />
    </Card>
  );
}

function Overrides({ kind, draft, totals, problems }: NewSaleViewProps) {
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
          placeholder={computed(totals?.shippingCents) ?? 'Computed'}
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
        placeholder={computed(totals?.taxCents) ?? 'Computed'}
        defaultValue={draft.tax}
        error={problems['tax']}
      />
      <TextField
        name="tax_reason"
        label="Why another tax"
        hint="Only if you enter a tax. It is kept for the books."
        autoComplete="off"
        maxLength={200}
        defaultValue={draft.taxReason}
        error={problems['tax_reason']}
        className="col-span-2"
      />
    </div>
  );
}
