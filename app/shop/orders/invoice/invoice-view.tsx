import type { CounterMethod } from '#core/orders/counter-sale.ts';
import type { ReactNode } from 'react';
import type { BuyerOrder } from '#core/orders/buyer-order.ts';
import { findSoldWarranty } from '#core/orders/order-terms.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { formatAddress } from '#core/settings/shop.ts';
import { Button } from '#kit/button.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { MAX_PURCHASE_ORDER } from '#core/orders/purchase-order.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { OrderAmounts } from '#core/orders/ui/order-amounts.tsx';
import { OrderDelivery } from '#core/orders/ui/order-delivery.tsx';

interface InvoiceViewProps {
  order: BuyerOrder;
  /** The buyer's own number of the purchase. */
  purchaseOrder: string | null;
  problem: string | undefined;
}

/** Shows a sheet of paper. Printing leaves out everything around it. */
export function InvoiceView({ order, purchaseOrder, problem }: InvoiceViewProps) {
  const shop = useShop();
  const [location] = shop.locations;
  const number = formatOrderNumber(order.number);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: shop.timeZone });
  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink to={`/orders/${number}`}>Back to order {number}</TextLink>
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {purchaseOrder === null && <PurchaseOrderForm problem={problem} />}
      <article className="rounded-lg border border-line bg-surface p-5 sm:p-8 print:border-0 print:p-0">
        <header className="flex flex-wrap justify-between gap-4">
          <div>
            <p className="font-heading text-xl">{shop.name}</p>
            <p>{location ? formatAddress(location) : shop.city}</p>
            <p>{shop.phone}</p>
            <p className="wrap-anywhere">{shop.email}</p>
            {shop.registration && <p className="text-sm">{shop.registration}</p>}
          </div>
          <div className="sm:text-right">
            <h1 className="text-2xl">Invoice {number}</h1>
            <p>Ordered on {date.format(new Date(order.placedAt))}</p>
            <p>Paid on {date.format(new Date(order.paidAt))}</p>
            {purchaseOrder !== null && <p className="wrap-anywhere">Purchase order {purchaseOrder}</p>}
          </div>
        </header>
        <div className="mt-6 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
          <Block title="Buyer">
            <p className="wrap-anywhere">{order.buyer?.name}</p>
            <p className="wrap-anywhere">{order.buyer?.email}</p>
          </Block>
          <Block title={order.fulfillment === 'pickup' ? 'Pickup at' : 'Ship to'}>
            <OrderDelivery order={order} />
          </Block>
        </div>
        <section className="overflow-x-auto" aria-label="Parts" tabIndex={0}>
          <table className="mt-6 w-full text-left text-sm">
            <thead>
              <tr className="border-b border-line-strong">
                <Head>Quantity</Head>
                <Head>Part</Head>
                <Head className={PAPER_ONLY}>Condition</Head>
                <th scope="col" className="py-1.5 text-right">
                  Price
                </th>
              </tr>
            </thead>
            <tbody>
              {order.lines.map((line) => (
                <tr key={line.id} className="border-b border-line align-top">
                  <td className="py-1.5 pr-4 tabular-nums">{line.quantity}</td>
                  <th scope="row" className="py-1.5 pr-4 text-left wrap-break-word">
                    {line.name}
                    <span className="block text-muted">
                      {[line.vehicle, line.oemNumber].filter(Boolean).join(', ')}
                    </span>
                    <span className="block sm:hidden print:hidden">{describeLineCondition(line)}</span>
                    <span className="block text-muted">Warranty {findSoldWarranty(line, shop)}</span>
                    {line.canceled > 0 && <span className="block">{line.canceled} canceled</span>}
                  </th>
                  <td className={`py-1.5 pr-4 ${PAPER_ONLY}`}>{describeLineCondition(line)}</td>
                  <td className="py-1.5 text-right">
                    <Price cents={line.unitPriceCents * line.quantity} className="text-sm! font-normal!" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <div className="mt-4 ml-auto max-w-xs break-inside-avoid">
          <OrderAmounts order={order} />
        </div>
        <p className="mt-6 text-sm">
          Delivery: {order.fulfillment === 'pickup' ? 'pickup at the shop' : 'parcel or freight'}. Payment:{' '}
          {describePayment(order.counterMethod)}. All amounts are in US dollars.
        </p>
      </article>
    </main>
  );
}

function PurchaseOrderForm({ problem }: { problem: string | undefined }) {
  return (
    <form method="post" className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
      <TextField
        name="number"
        label="Your purchase order number"
        hint="Shown on this invoice, if your company asks for it."
        required
        maxLength={MAX_PURCHASE_ORDER}
        error={problem}
        className="grow"
      />
      <Button type="submit">Add</Button>
    </form>
  );
}

function describePayment(method: CounterMethod | null): string {
  if (method === null) return 'card, through our payment provider';
  return method === 'cash' ? 'cash, at our counter' : 'card, at our counter';
}

/** A column that a phone has no room for. */
const PAPER_ONLY = 'max-sm:hidden print:table-cell';

function Head({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <th scope="col" className={`py-1.5 pr-4 ${className}`}>
      {children}
    </th>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-base">{title}</h2>
      {children}
    </section>
  );
}
