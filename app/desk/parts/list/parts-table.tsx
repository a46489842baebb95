import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';
import { formatDollars, centsFromDollars } from '#core/values/money.ts';
import { partFields, shortLabel } from '#core/catalog/part-fields.ts';
import { Badge, ConditionBadge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { classNames } from '#kit/class-names.ts';
import { SelectBox } from '#kit/select-box.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import type { Selection } from '#kit/use-selection.ts';
import { useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { EditableCell } from './editable-cell.tsx';
import { formatField } from '#core/part-changes/field-text.ts';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';
import { type PartOrder, partsList, type PartsQuery, readSort } from '#core/part-changes/parts-address.ts';
import { PartNumbers, Thumbnail } from './part-head.tsx';
import { type ColumnId, optionalColumns } from './parts-columns.ts';

export interface PartsProps {
  rows: PartRow[];
  /** Condition name -> color. */
  colors: Record<string, string>;
  onDelete: (part: PartRow) => void;
  onSold: (part: PartRow) => void;
  /** Null means that several parts cannot be changed. */
  selection: Selection | null;
}

interface PartsTableProps extends PartsProps {
  query: PartsQuery;
  hidden: readonly ColumnId[];
}

/** Leaves room for other values, so that no column moves when they change. */
const widths: Partial<Record<ColumnId, string>> = {
  price: 'min-w-20',
  stock: 'min-w-22',
  vehicle: 'min-w-28',
};

export function PartsTable(props: PartsTableProps) {
  const { rows, colors, onDelete, onSold, selection, query, hidden } = props;
  const columns = optionalColumns.filter(({ id }) => !hidden.includes(id));
  return (
    <div className="max-lg:hidden">
      <Table label="Parts">
        <thead>
          <Row>
            {selection && (
              <HeaderCell className="w-11 p-0">
                <SelectBox
                  label="Select all parts on this page"
                  checked={selection.areAllChosen}
                  onChange={selection.toggleAll}
                />
              </HeaderCell>
            )}
            <SortedHeader order="name" query={query}>
              {shortLabel('part_name')}
            </SortedHeader>
            {columns.map(({ id, label }) =>
              id === 'price' || id === 'stock' ? (
                <SortedHeader key={id} order={id} query={query} numeric>
                  {label}
                </SortedHeader>
              ) : (
                <HeaderCell key={id}>{label}</HeaderCell>
              ),
            )}
            <HeaderCell>Actions</HeaderCell>
          </Row>
        </thead>
        <tbody data-cells>
          {rows.map((part) => (
            <Row key={part.id} className={selection?.has(part.id) ? 'bg-chosen' : undefined}>
              {selection && (
                <Cell className="p-0">
                  <SelectPart part={part} selection={selection} />
                </Cell>
              )}
              <Cell heading className="min-w-52 font-semibold">
                <div className="flex items-center gap-2">
                  <Thumbnail part={part} />
                  <div className="min-w-0">
                    {part.part_name}
                    <PartNumbers part={part} />
                  </div>
                </div>
              </Cell>
              {columns.map(({ id }) => (
                <Cell key={id} numeric={id === 'price' || id === 'stock'} className={widths[id]}>
                  <Value {...{ id, part, colors }} />
                </Cell>
              ))}
              <Cell className="whitespace-nowrap">
                <PartActions {...{ part, rows, onDelete, onSold }} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface PartActionsProps extends Pick<PartsProps, 'rows' | 'onDelete' | 'onSold'> {
  part: PartRow;
}

export function PartActions({ part, rows, onDelete, onSold }: PartActionsProps) {
  const { editPart } = useAdminTools();
  const ids = rows.map(({ id }) => id);
  const actions = [
    { icon: 'Pencil', label: `Edit ${part.part_name}`, run: () => editPart(part.id, ids) },
    {
      icon: 'BadgeDollarSign',
      label: `Mark sold: ${part.part_name}`,
      run: () => onSold(part),
      disabled: part.is_hidden || part.stock_quantity <= part.stock_held,
    },
    { icon: 'Trash2', label: `Delete ${part.part_name}`, run: () => onDelete(part) },
  ] as const;
  return (
    <span className="flex shrink-0">
      {actions.map(({ icon, label, run, ...rest }) => (
        <Button
          key={icon}
          variant="quiet"
          size="icon"
          {...rest}
          aria-label={label}
          title={label}
          onClick={run}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </span>
  );
}

export function SelectPart({ part, selection }: { part: PartRow; selection: Selection }) {
  return (
    <SelectBox
      label={`Select ${part.part_name}`}
      checked={selection.has(part.id)}
      onChange={() => selection.toggle(part.id)}
    />
  );
}

function Value({ id, part, colors }: { id: ColumnId; part: PartRow; colors: Record<string, string> }) {
  switch (id) {
    case 'vehicle':
      return formatVehicle(part);
    case 'condition':
      return <Condition part={part} colors={colors} />;
    case 'price':
      return <Price part={part} />;
    case 'stock':
      return <Stock part={part} />;
    case 'image':
      return <ImageTick part={part} />;
    default:
      return formatField(partFields[id], part[id]);
  }
}

interface SortedHeaderProps {
  order: PartOrder;
  query: PartsQuery;
  numeric?: boolean;
  children: string;
}

function SortedHeader({ order, query, numeric, children }: SortedHeaderProps) {
  const { order: shown, descending } = readSort(query.sort);
  const sorted = shown === order;
  const sort = sorted && !descending ? (`-${order}` as const) : order;
  return (
    <HeaderCell numeric={numeric} aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}>
      <Link
        to={partsList.write({ ...partsList.first(query), sort })}
        preventScrollReset
        className={classNames('inline-flex items-center gap-1', sorted && 'text-ink')}
      >
        {children}
        {sorted && (descending ? <Down /> : <Up />)}
      </Link>
    </HeaderCell>
  );
}

const Up = () => <Icon name="ArrowUp" className="size-4" />;
const Down = () => <Icon name="ArrowDown" className="size-4" />;

export function formatVehicle(part: PartRow): string {
  return [part.vehicle_make, part.vehicle_model, part.vehicle_year].filter(Boolean).join(' ');
}

export function Price({ part }: { part: PartRow }) {
  return (
    <EditableCell part={part} column="price">
      {formatPrice}
    </EditableCell>
  );
}

function formatPrice(part: PartRow): string {
  return Number(part.price) ? formatDollars(centsFromDollars(part.price ?? 0)) : '-';
}

export function Condition({ part, colors }: { part: PartRow; colors: Record<string, string> }) {
  if (!part.part_type) return null;
  return <ConditionBadge colorClass={colors[part.part_type]}>{part.part_type}</ConditionBadge>;
}

/** Shows the stock, the held units, and how many shoppers wait for it. */
export function Stock({ part }: { part: PartRow }) {
  const { stock_held: held, waiting } = part;
  const notes = [held > 0 && `${held} held`, waiting > 0 && `${waiting} waiting`].filter(
    (note) => note !== false,
  );
  return (
    <EditableCell part={part} column="stock_quantity">
      {({ stock_quantity: stock }) => (
        <>
          <span className={classNames('font-semibold', stock > 0 ? 'text-green-800' : 'text-red-800')}>
            {stock}
          </span>
          {stock <= 0 && <Badge tone="bad">Out</Badge>}
          {notes.map((note) => (
            <Badge key={note} tone="info">
              {note}
            </Badge>
          ))}
        </>
      )}
    </EditableCell>
  );
}

export function ImageTick({ part }: { part: PartRow }) {
  return part.has_image ? (
    <>
      <Icon name="Check" className="size-5 text-green-800" />
      <span className="sr-only">Has an image</span>
    </>
  ) : (
    <span className="sr-only">No image</span>
  );
}
