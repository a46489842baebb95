import { formatOrderNumber } from '#core/values/order-number.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Link } from '#kit/link.tsx';
import { TermLines } from '#core/orders/ui/term-lines.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { PartCells, partColumns, sheet, SheetHeader, SheetTable, ShopLines } from './print-sheet.tsx';
import { ScanCode } from '#core/values/ui/scan-code.tsx';
import { Invoice } from './invoice.tsx';
import { PullList } from './pull-list.tsx';
import type { PrintedOrder } from './read-print.server.ts';
import { Recipient } from './recipient.tsx';

export const printKinds = {
  slips: 'Packing slips',
  invoices: 'Invoices',
  pulls: 'Pull list',
  labels: 'Address labels',
} as const;

export type PrintKind = keyof typeof printKinds;

interface PrintViewProps {
  kind: PrintKind;
  orders: PrintedOrder[];
  /** Orders that the links to the other kinds name. Example: 'PY-10423,PY-10424'. */
  selection: string;
}

/** Shows sheets of paper. Nothing around them is printed. */
export function PrintView({ kind, orders, selection }: PrintViewProps) {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <h1>{printKinds[kind]}</h1>
        <nav aria-label="What to print" className="flex flex-wrap items-center gap-4">
          {Object.entries(printKinds).map(([name, label]) => (
            <Link
              key={name}
              to={`/admin/orders-print?kind=${name}&orders=${selection}`}
              aria-current={name === kind ? 'page' : undefined}
              className="aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {label}
            </Link>
          ))}
          <a href={`/admin/orders-labels.csv?orders=${selection}`} download>
            Labels as CSV
          </a>
          <Button variant="primary" onClick={() => window.print()}>
            Print
          </Button>
        </nav>
      </div>
      {orders.length === 0 ? (
        <EmptyState title="Nothing to print">None of these orders can be printed.</EmptyState>
      ) : (
        <Sheets kind={kind} orders={orders} />
      )}
    </main>
  );
}

function Sheets({ kind, orders }: Omit<PrintViewProps, 'selection'>) {
  if (kind === 'pulls') return <PullList orders={orders} />;
  const withPlace = kind === 'labels' ? orders.filter(({ address }) => address) : orders;
  return withPlace.map((order) =>
    order.invoice ? (
      <Invoice key={order.number} order={order} invoice={order.invoice} />
    ) : kind === 'labels' ? (
      <Label key={order.number} order={order} />
    ) : (
      <PackingSlip key={order.number} order={order} />
    ),
  );
}

function PackingSlip({ order }: { order: PrintedOrder }) {
  const shop = useShop();
  const title = `Packing slip ${formatOrderNumber(order.number)}`;
  const placed = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: shop.timeZone });
  return (
    <section aria-label={title} className={sheet}>
      <SheetHeader title={title}>
        <p>Ordered on {placed.format(order.placedAt)}</p>
        {order.purchaseOrder !== null && <p>Purchase order {order.purchaseOrder}</p>}
      </SheetHeader>
      {order.problem && <p className="mt-6 text-lg font-semibold">Do not ship: {order.problem}.</p>}
      <div className="mt-6 flex justify-between gap-4">
        <div className="min-w-0">
          <h3>{order.pickupLocation === null ? 'Ship to' : 'Pickup'}</h3>
          <Recipient order={order} />
        </div>
        <ScanCode of={formatOrderNumber(order.number)} className="size-24" />
      </div>
      <SheetTable name={title} rowCount={order.lines.length} columns={partColumns}>
        {order.lines.map((line) => (
          <tr key={line.id}>
            <PartCells part={line} bought={line.bought} />
          </tr>
        ))}
      </SheetTable>
      <p className="mt-4 font-semibold">{describeUnits(order)}</p>
      <div className="mt-6 text-sm">
        <TermLines terms={order.terms} />
      </div>
      <p className="mt-2 text-sm">
        Questions? Call {shop.phone} or write to {shop.email} and include your order number.
      </p>
    </section>
  );
}

/** Example: '3 units'. */
function describeUnits({ lines }: PrintedOrder): string {
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  return `${units} ${units === 1 ? 'unit' : 'units'}`;
}

function Label({ order }: { order: PrintedOrder }) {
  const shop = useShop();
  return (
    <section aria-label={`Label of ${formatOrderNumber(order.number)}`} className={sheet}>
      <p className="font-semibold">{shop.name}</p>
      <ShopLines />
      <div className="mt-6 text-2xl">
        <Recipient order={order} />
      </div>
      <p className="mt-6">{formatOrderNumber(order.number)}</p>
    </section>
  );
}
