import { Alert } from '#ui/alert.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Price } from '#ui/price.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { OrderSummary } from './read-order.server.ts';
import { useShop } from '#ui/use-shop.ts';

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
  const shop = useShop();
  const open = order.status === 'pending';
  return (
    <main className="mx-auto grid w-full max-w-4xl gap-6 px-gutter py-8 md:grid-cols-2">
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
      <Card as="section" className="self-start">
        <h2>Order</h2>
        <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1.5">
          {order.lines.map((line) => (
            <Amount key={line.id} label={`${line.quantity} × ${line.name}`} cents={line.amountCents} />
          ))}
          <Amount label="Tax" cents={order.taxCents} />
          <Amount label="Shipping" cents={order.shippingCents} />
          <dt className="mt-2 border-t border-line pt-2 font-semibold">Total</dt>
          <dd className="mt-2 border-t border-line pt-2 text-right">
            <Price cents={order.totalCents} size="medium" />
          </dd>
        </dl>
      </Card>
      {open ? <BuyerForm /> : <Message text={messages[order.status]} />}
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

function BuyerForm() {
  return (
    <Card as="section" className="grid gap-4">
      <h2>Ship to</h2>
      <TextField label="Email" name="email" type="email" required defaultValue="driver@example.com" />
      <TextField label="Name" name="name" required defaultValue="Dana Driver" />
      <TextField label="Phone" name="phone" type="tel" defaultValue="(619) 555-0187" />
      <TextField label="Address" name="line1" required defaultValue="500 Harbor Drive" />
      <div className="grid grid-cols-[2fr_1fr_1fr] gap-3">
        <TextField label="City" name="city" required defaultValue="San Diego" />
        <TextField label="State" name="state" required defaultValue="CA" />
        <TextField label="ZIP" name="postalCode" required defaultValue="92101" />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="choice" value="pay" variant="primary">
          Pay
        </Button>
        <Button type="submit" name="choice" value="decline" formNoValidate>
          Decline
        </Button>
        <Button type="submit" name="choice" value="cancel" variant="quiet" formNoValidate>
          Cancel
        </Button>
      </div>
    </Card>
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
