import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { TermLines } from '#core/orders/ui/term-lines.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { cell, sheet, SheetHeader, SheetTable } from './print-sheet.tsx';
import type { PrintedInvoice, PrintedLine, PrintedOrder } from './read-print.server.ts';
import { Recipient } from './recipient.tsx';

interface InvoiceProps {
  order: PrintedOrder;
  invoice: PrintedInvoice;
}

/** Shows what was bought, and how it was paid. */
export function Invoice({ order, invoice }: InvoiceProps) {
  const shop = useShop();
  const { pickupLocation, purchaseOrder } = order;
  const title = `Invoice ${formatOrderNumber(order.number)}`;
  const date = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: shop.timeZone,
  });
  return (
    <section aria-label={title} className={sheet}>
      <SheetHeader title={title}>
        <p>{date.format(invoice.paidAt ?? order.placedAt)}</p>
        {purchaseOrder !== null && <p>Purchase order {purchaseOrder}</p>}
      </SheetHeader>
      <div className="mt-6">
        <Recipient order={order} />
      </div>
      <SheetTable name={title} rowCount={invoice.lines.length} columns={columns}>
        {invoice.lines.map((line) => (
          <tr key={line.id} className="tabular-nums">
            <td className={cell}>
              {line.name}
              <span className="block text-sm text-muted">{describePart(line)}</span>
              <span className="block text-sm text-muted">Warranty {line.warranty}</span>
            </td>
            <td className={`${cell} text-right whitespace-nowrap`}>{line.bought}</td>
            <td className={`${cell} text-right whitespace-nowrap`}>{formatDollars(line.unitPriceCents)}</td>
            <td className={`${cell} text-right whitespace-nowrap`}>
              {formatDollars(line.unitPriceCents * line.bought)}
            </td>
          </tr>
        ))}
      </SheetTable>
      <dl className="mt-4 ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        {listAmounts(invoice, pickupLocation !== null).map(([label, cents]) => (
          <div key={label} className="contents last:font-semibold">
            <dt>{label}</dt>
            <dd className="text-right">{formatDollars(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        Paid: {invoice.paidCents !== null && `${formatDollars(invoice.paidCents)}, `}
        {invoice.counter ?? 'online'}
      </p>
      {invoice.refundedCents > 0 && <p>Refunded: {formatDollars(invoice.refundedCents)}</p>}
      <div className="mt-6 text-sm">
        <TermLines terms={order.terms} />
      </div>
      <p className="mt-2 text-sm">
        Keep this invoice as your receipt, and bring it for a return or a claim. The terms and the warranty
        are on our site. Questions? Call {shop.phone}.
      </p>
    </section>
  );
}

const columns = [
  { label: 'Part' },
  ...['Quantity', 'Price', 'Amount'].map((label) => ({ label, isRight: true })),
];

/** Example: '2012 Honda Civic, 53101-A, Used, Good'. */
function describePart({ vehicle, oemNumber, condition }: PrintedLine): string {
  return [vehicle, oemNumber, condition].filter((text) => !!text).join(', ');
}

function listAmounts(invoice: PrintedInvoice, isPickup: boolean): [label: string, cents: number][] {
  const { subtotalCents, shippingCents, taxCents, coreCents, batteryFeeCents, totalCents } = invoice;
  return [
    ['Subtotal', subtotalCents],
    ['Tax', taxCents],
    ...(isPickup ? [] : [['Shipping', shippingCents] as [string, number]]),
    ...(coreCents > 0 ? [['Core charge', coreCents] as [string, number]] : []),
    ...(batteryFeeCents > 0 ? [[BATTERY_FEE_NAME, batteryFeeCents] as [string, number]] : []),
    ['Total', totalCents],
  ];
}
