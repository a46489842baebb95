import type { ReactNode } from 'react';
import { formatAddress } from '#core/settings/shop.ts';
import { classNames } from '#kit/class-names.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { PrintedLine } from './read-print.server.ts';

/** Classes of a sheet of paper. */
export const sheet =
  'mb-6 break-after-page rounded-md border border-line bg-surface p-4 last:break-after-auto sm:p-6 print:mb-0 print:border-0 print:p-0';

/** Classes of a cell. */
export const cell = 'py-1.5 pr-2 last:pr-0 sm:pr-4 print:pr-4';

interface SheetHeaderProps {
  title: string;
  /** Stands below the title. */
  children: ReactNode;
}

export function SheetHeader({ title, children }: SheetHeaderProps) {
  const { name } = useShop();
  return (
    <header className="flex flex-wrap justify-between gap-4">
      <div>
        <p className="font-heading text-xl">{name}</p>
        <ShopLines />
      </div>
      <div className="sm:text-right">
        <h2>{title}</h2>
        {children}
      </div>
    </header>
  );
}

/** A table with more rows may go over several pages. */
const ROWS_OF_A_PAGE = 12;

interface SheetTableProps {
  /** Stands above the columns of a long table, on each page. */
  name: string;
  rowCount: number;
  columns: readonly { label: string; isHidden?: boolean; isRight?: boolean; isWide?: boolean }[];
  /** Rows of cells. */
  children: ReactNode;
}

export function SheetTable({ name, rowCount, columns, children }: SheetTableProps) {
  return (
    <div className="mt-6 overflow-x-auto print:overflow-visible">
      <table className="w-full text-left text-sm wrap-anywhere sm:text-base print:text-sm">
        <thead>
          {rowCount > ROWS_OF_A_PAGE && (
            <tr className="hidden print:table-row">
              <th colSpan={columns.length} className="text-right font-normal">
                {name}
              </th>
            </tr>
          )}
          <tr className="border-b border-line-strong">
            {columns.map(({ label, isHidden, isRight, isWide }) => (
              <th
                key={label}
                scope="col"
                className={classNames(cell, 'wrap-normal', isRight && 'text-right', isWide && WIDE)}
              >
                {isHidden ? <span className="sr-only">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="align-top [&>tr]:border-b [&>tr]:border-line">{children}</tbody>
      </table>
    </div>
  );
}

/** Hides a column that a phone has no room for. */
export const WIDE = 'max-sm:hidden print:table-cell';

/** Shows the cells of a part to find or to pack. */
export function PartCells({
  part,
  bought,
  note,
}: {
  part: Pick<
    PrintedLine,
    'name' | 'vehicle' | 'oemNumber' | 'condition' | 'stockNumber' | 'units' | 'pieces'
  >;
  /** Units that were bought, if this is only a part of them. */
  bought?: number;
  /** Stands below the part where its column is hidden. */
  note?: string;
}) {
  return (
    <>
      <td className={`${cell} whitespace-nowrap tabular-nums`}>
        {part.units}
        {bought !== undefined && bought > part.units && <span className="text-sm"> of {bought}</span>}
      </td>
      <th scope="row" className={`${cell} text-left`}>
        {part.name}
        {part.vehicle && <span className="block text-sm text-muted">{part.vehicle}</span>}
        <span className="block text-sm sm:hidden print:hidden">
          {[part.oemNumber, part.condition, note].filter(Boolean).join(', ')}
        </span>
        {part.pieces.length > 0 && <span className="block text-sm">With {part.pieces.join(', ')}</span>}
        {part.stockNumber && <span className="block text-sm">Stock number {part.stockNumber}</span>}
      </th>
      <td className={classNames(cell, WIDE, 'wrap-normal')}>{part.oemNumber}</td>
      <td className={classNames(cell, WIDE, 'wrap-normal')}>{part.condition}</td>
    </>
  );
}

export const partColumns = [
  { label: 'Quantity' },
  { label: 'Part' },
  { label: 'OEM number', isWide: true },
  { label: 'Condition', isWide: true },
];

/** Shows the shop's address as letters have it. */
export function ShopLines() {
  const { locations, city, phone, registration } = useShop();
  const [location] = locations;
  return (
    <>
      <p>{location ? formatAddress(location) : city}</p>
      <p>{phone}</p>
      {registration && <p className="text-sm">{registration}</p>}
    </>
  );
}
