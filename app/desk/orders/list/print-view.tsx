import { formatOrderNumber } from '#core/values/order-number.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Link } from '#kit/link.tsx';
import { TermLines } from '#core/orders/ui/term-lines.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { cell, PartCells, partColumns, sheet, SheetHeader, SheetTable, ShopLines } from './print-sheet.tsx';
import type { PrintedLine, PrintedOrder } from './read-print.server.ts';
import { Receipt } from './receipt.tsx';

export const printKinds = {
  slips: 'Packing slips',
  receipts: 'Receipts',
  picks: 'Pick list',
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

function Sheets({ kind, orders }: Pick<PrintViewProps, 'kind' | 'orders'>) {
  if (kind === 'picks') return <PickList orders={orders} />;
  const withPlace = kind === 'labels' ? orders.filter(({ address }) => address) : orders;
  return withPlace.map((order) =>
    order.receipt ? (
      <Receipt key={order.number} order={order} receipt={order.receipt} />
    ) : kind === 'labels' ? (
      <Label key={order.number} order={order} />
    ) : (
      <PackingSlip key={order.number} order={order} />
    ),
  );
}

function PackingSlip({ order }: { order: PrintedOrder }) {
  const shop = useShop();
  const placed = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: shop.timeZone });
  return (
    <section aria-label={`Packing slip of ${formatOrderNumber(order.number)}`} className={sheet}>
      <SheetHeader title={formatOrderNumber(order.number)}>
        <p>Ordered on {placed.format(order.placedAt)}</p>
      </SheetHeader>
      {order.problem && <p className="mt-6 text-lg font-semibold">Do not ship: {order.problem}.</p>}
      <h3 className="mt-6">{order.pickupLocation === null ? 'Ship to' : 'Pickup'}</h3>
      <Recipient order={order} />
      <SheetTable columns={partColumns}>
        {order.lines.map((line) => (
          <tr key={line.id}>
            <PartCells part={line} />
          </tr>
        ))}
      </SheetTable>
      <div className="mt-6 text-sm">
        <TermLines terms={order.terms} />
      </div>
      <p className="mt-2 text-sm">
        Questions? Call {shop.phone} or write to {shop.email} and include your order number.
      </p>
    </section>
  );
}

function Recipient({ order }: { order: PrintedOrder }) {
  const { customerName, address, phone, pickupLocation } = order;
  return (
    <address className="not-italic">
      {customerName && <p>{customerName}</p>}
      {pickupLocation !== null && <p>{pickupLocation}</p>}
      {address && formatLines(address).map((line) => <p key={line}>{line}</p>)}
      {phone && <p>{phone}</p>}
    </address>
  );
}

function formatLines({ line1, line2, city, state, postalCode, country }: ShippingAddress): string[] {
  return [line1, line2, `${city}, ${state} ${postalCode}`, country === 'US' ? null : country].filter(
    (line) => line !== null && line !== '',
  ) as string[];
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

type PickedFacts = Pick<
  PrintedLine,
  'name' | 'oemNumber' | 'condition' | 'vehicle' | 'stockNumber' | 'place'
>;

interface PickedPart extends PickedFacts {
  key: string;
  units: number;
  orders: string[];
}

/** Adds up the units of the same part in several orders. */
function listPicks(orders: readonly PrintedOrder[]): PickedPart[] {
  const picks = new Map<string, PickedPart>();
  for (const order of orders) {
    for (const { toShip, name, oemNumber, condition, vehicle, stockNumber, place } of order.lines) {
      if (toShip === 0) continue;
      const part = { name, oemNumber, condition, vehicle, stockNumber, place };
      const key = JSON.stringify(Object.values(part));
      const before = picks.get(key);
      picks.set(key, {
        ...part,
        key,
        units: (before?.units ?? 0) + toShip,
        orders: [...(before?.orders ?? []), formatOrderNumber(order.number)],
      });
    }
  }
  return [...picks.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

function PickList({ orders: all }: { orders: PrintedOrder[] }) {
  const orders = all.filter(({ problem }) => problem === undefined);
  return (
    <section aria-label="Pick list" className={sheet}>
      <h2>
        Pick list for {orders.length} {orders.length === 1 ? 'order' : 'orders'}
      </h2>
      {all.map(
        ({ number, problem }) =>
          problem !== undefined && (
            <p key={number}>
              {formatOrderNumber(number)} is left out: {problem}.
            </p>
          ),
      )}
      <SheetTable columns={[{ label: 'Found', isHidden: true }, ...partColumns, { label: 'Orders' }]}>
        {listPicks(orders).map((pick) => (
          <tr key={pick.key}>
            <td className={cell}>☐</td>
            <PartCells part={pick} where={describePlace(pick)} />
            <td className={cell}>{pick.orders.join(', ')}</td>
          </tr>
        ))}
      </SheetTable>
    </section>
  );
}

function describePlace({ place, stockNumber }: PickedPart): string {
  return [place, stockNumber && `Stock number ${stockNumber}`].filter(Boolean).join(', ');
}
