import type { ReactNode } from 'react';
import type { ShipTo } from '#core/addresses/destination.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { formatDays } from '#core/pricing/describe-shipping.ts';
import { Alert } from '#kit/alert.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextField } from '#kit/text-field.tsx';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { BalanceSummary, OrderSummary } from '#core/payments/read-order.server.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';

const messages = {
  completed: 'This order is paid.',
  refunded: 'This order was paid and refunded.',
  disputed: 'This order is paid.',
  canceled: 'This payment was canceled.',
  expired: 'This payment has expired.',
  failed: 'The payment failed. Nothing was charged.',
  pending: '',
};

interface TestPaymentViewProps {
  order: OrderSummary;
  error: string | undefined;
}

export function TestPaymentView({ order, error }: TestPaymentViewProps) {
  const open = order.status === 'pending';
  const isPickup = order.destination?.kind === 'pickup';
  return (
    <TestPage error={error}>
      <Card as="section" className="self-start">
        <h2>Order</h2>
        <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1.5">
          {order.lines.map((line) => (
            <Amount key={line.id} label={`${line.quantity} × ${line.name}`} cents={line.amountCents} />
          ))}
          <Amount label="Tax" cents={order.taxCents} />
          <Amount label={isPickup ? 'Pickup' : 'Shipping'} cents={order.shippingCents} />
          {order.coreCents > 0 && <Amount label="Core charge" cents={order.coreCents} />}
          {order.batteryFeeCents > 0 && <Amount label={BATTERY_FEE_NAME} cents={order.batteryFeeCents} />}
          <dt className="mt-2 border-t border-line pt-2 font-semibold">Total</dt>
          <dd className="mt-2 border-t border-line pt-2 text-right">
            <Price cents={order.totalCents} size="medium" />
          </dd>
        </dl>
        {order.destination?.kind === 'pickup' && (
          <p className="mt-3 text-muted">Pickup at {order.destination.location}</p>
        )}
        {order.days && <p className="mt-3 text-muted">Estimated delivery: {formatDays(order.days)}</p>}
      </Card>
      {open ? <BuyerForm destination={order.destination} /> : <Message text={messages[order.status]} />}
    </TestPage>
  );
}

interface TestBalanceViewProps {
  balance: BalanceSummary;
  error: string | undefined;
}

/** Shows what is due for an order that was paid before. */
export function TestBalanceView({ balance, error }: TestBalanceViewProps) {
  return (
    <TestPage error={error}>
      <Card as="section" className="self-start">
        <h2>Order {formatOrderNumber(balance.number)}</h2>
        <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1.5">
          <Amount label="Rest" cents={balance.amountCents} />
        </dl>
      </Card>
      <Card as="section" className="grid gap-4">
        <h2>{balance.isDue ? 'Card' : 'This payment has ended.'}</h2>
        <Choices canPay={balance.isDue} />
      </Card>
    </TestPage>
  );
}

function TestPage({ error, children }: { error: string | undefined; children: ReactNode }) {
  const shop = useShop();
  return (
    <main className="mx-auto grid w-full max-w-4xl gap-6 px-gutter py-8 md:grid-cols-[2fr_3fr]">
      <div className="md:col-span-2">
        <h1 className="mb-3">Test payment</h1>
        <Alert tone="warning" title={`${shop.name} runs in test mode`}>
          This page charges nothing and needs no card.
        </Alert>
      </div>
      {error && (
        <div className="md:col-span-2">
          <Alert tone="danger" title={error} announce />
        </div>
      )}
      {children}
    </main>
  );
}

function Amount({ label, cents }: { label: string; cents: number }) {
  return (
    <>
      <dt className="pr-4 text-muted">{label}</dt>
      <dd className="text-right">
        <Price cents={cents} />
      </dd>
    </>
  );
}

function BuyerForm({ destination }: Pick<OrderSummary, 'destination'>) {
  const isPickup = destination?.kind === 'pickup';
  return (
    <Card as="section" className="grid gap-4">
      <h2>{isPickup ? 'Buyer' : 'Ship to'}</h2>
      <TextField label="Email" name="email" type="email" required defaultValue="driver@example.com" />
      <TextField label="Name" name="name" required defaultValue="Dana Driver" />
      <TextField label="Phone" name="phone" type="tel" defaultValue="(619) 555-0187" />
      {!isPickup && <AddressFields to={destination ?? { country: 'US', state: 'CA', zip: '92101' }} />}
      <Choices canPay />
    </Card>
  );
}

function Choices({ canPay }: { canPay: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      {canPay && (
        <>
          <Button type="submit" name="choice" value="pay" variant="primary">
            Pay
          </Button>
          <Button type="submit" name="choice" value="decline" formNoValidate>
            Decline
          </Button>
        </>
      )}
      <Button type="submit" name="choice" value="cancel" variant="quiet" formNoValidate>
        Cancel
      </Button>
    </div>
  );
}

/** Starts with the place that the order was priced for. */
function AddressFields({ to }: { to: Pick<ShipTo, 'country' | 'state' | 'zip'> }) {
  return (
    <>
      <TextField label="Address" name="line1" required defaultValue="500 Harbor Drive" />
      <div className="grid grid-cols-[1fr_3.75rem_5.25rem] gap-3 sm:grid-cols-[2fr_1fr_1.25fr]">
        <TextField label="City" name="city" required defaultValue="San Diego" />
        <TextField label="State" name="state" required={to.country === 'US'} defaultValue={to.state} />
        <TextField label="ZIP" name="postalCode" required={to.country === 'US'} defaultValue={to.zip} />
      </div>
      <input type="hidden" name="country" value={to.country} />
    </>
  );
}

function Message({ text }: { text: string }) {
  return (
    <Card as="section" className="self-start">
      <h2>{text}</h2>
      <p className="mt-4">
        <ButtonLink to="/cart">Back to Cart</ButtonLink>
      </p>
    </Card>
  );
}
