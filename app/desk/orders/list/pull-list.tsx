import { formatOrderNumber } from '#core/values/order-number.ts';
import { ScanCode } from '#core/values/ui/scan-code.tsx';
import type { PrintedLine, PrintedOrder } from './read-print.server.ts';
import { classNames } from '#kit/class-names.ts';
import { cell, PartCells, partColumns, sheet, SheetTable, WIDE } from './print-sheet.tsx';

const columns = [
  { label: 'Found', isHidden: true },
  { label: 'Place' },
  ...partColumns,
  { label: 'Orders', isWide: true },
  { label: 'Code', isHidden: true, isWide: true },
];

interface PullListProps {
  orders: PrintedOrder[];
}

/** Lists what to fetch for several orders, along the yard. */
export function PullList({ orders: all }: PullListProps) {
  const orders = all.filter(({ problem }) => problem === undefined);
  const pulls = listPulls(orders);
  const title = `Pull list for ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`;
  const units = pulls.reduce((sum, pull) => sum + pull.units, 0);
  return (
    <section aria-label="Pull list" className={sheet}>
      <h2>{title}</h2>
      {all.map(
        ({ number, problem }) =>
          problem !== undefined && (
            <p key={number}>
              {formatOrderNumber(number)} is left out: {problem}.
            </p>
          ),
      )}
      {orders.flatMap(({ number, lines }) =>
        lines.map(
          ({ id, name, toShip, notYet }) =>
            notYet !== undefined &&
            toShip > 0 && (
              <p key={id}>
                {name} of {formatOrderNumber(number)} is left out: {notYet}.
              </p>
            ),
        ),
      )}
      <SheetTable name={title} rowCount={pulls.length} columns={columns}>
        {pulls.map((pull) => (
          <tr key={pull.key}>
            <td className={`${cell} text-xl leading-none`}>☐</td>
            <td className={`${cell} font-semibold`}>{pull.place ?? '–'}</td>
            <PartCells part={pull} note={pull.orders.join(', ')} />
            <td className={classNames(cell, WIDE, 'whitespace-nowrap')}>
              {pull.orders.map((order) => (
                <span key={order} className="block">
                  {order}
                </span>
              ))}
            </td>
            <td className={classNames(cell, WIDE)}>
              {pull.partId !== null && <ScanCode of={pull.partId} className="size-20" />}
            </td>
          </tr>
        ))}
      </SheetTable>
      <p className="mt-4 font-semibold">
        {units} {units === 1 ? 'unit' : 'units'} in all
      </p>
    </section>
  );
}

type PulledFacts = Pick<
  PrintedLine,
  'name' | 'oemNumber' | 'condition' | 'vehicle' | 'stockNumber' | 'pieces' | 'place'
>;

interface PulledPart extends PulledFacts {
  key: string;
  /** The first of several parts with the same facts. */
  partId: string | null;
  units: number;
  orders: string[];
}

/** Adds up the units of the same part in several orders, and sorts them by place. Parts without a place come last. */
function listPulls(orders: readonly PrintedOrder[]): PulledPart[] {
  const pulls = new Map<string, PulledPart>();
  for (const order of orders) {
    for (const line of order.lines) {
      const { toShip, partId, name, oemNumber, condition, vehicle, stockNumber, pieces, place, notYet } =
        line;
      if (toShip === 0 || notYet !== undefined) continue;
      const part = { name, oemNumber, condition, vehicle, stockNumber, pieces, place };
      const key = JSON.stringify(Object.values(part));
      const before = pulls.get(key);
      pulls.set(key, {
        ...part,
        key,
        partId: before?.partId ?? partId,
        units: (before?.units ?? 0) + toShip,
        orders: [...(before?.orders ?? []), formatOrderNumber(order.number)],
      });
    }
  }
  return [...pulls.values()].toSorted(
    (one, other) =>
      Number(one.place === null) - Number(other.place === null) ||
      byNumbers.compare(one.place ?? '', other.place ?? '') ||
      one.name.localeCompare(other.name),
  );
}

/** Row 9 is before row 10. */
const byNumbers = new Intl.Collator('en-US', { numeric: true });
