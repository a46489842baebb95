import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import { Cell, HeaderCell, Row, Table } from '../table.tsx';

export interface Column<Item> {
  label: string;
  cell: (item: Item) => ReactNode;
  numeric?: boolean;
  className?: string;
  /**
   * On narrow screens, a row becomes a card. Its column is the first line, stands beside it, stands below, or is one of the
   * last facts.
   */
  card: 'title' | 'corner' | 'body' | 'fact';
}

interface ListTableProps<Item> {
  label: string;
  /** The first one names the row. */
  columns: readonly Column<Item>[];
  rows: readonly Item[];
}

/** Shows a table, or cards on narrow screens. */
export function ListTable<Item extends { id: string }>({ label, columns, rows }: ListTableProps<Item>) {
  return (
    <>
      <div className="max-lg:hidden">
        <Table label={label}>
          <thead>
            <Row>
              {columns.map((column) => (
                <HeaderCell key={column.label} numeric={column.numeric ?? false}>
                  {column.label}
                </HeaderCell>
              ))}
            </Row>
          </thead>
          <tbody>
            {rows.map((item) => (
              <Row key={item.id}>
                {columns.map(({ label: name, cell, numeric = false, className }, index) => (
                  <Cell key={name} heading={index === 0} numeric={numeric} className={className}>
                    {cell(item)}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      <ul aria-label={label} className="grid gap-3 md:grid-cols-2 lg:hidden">
        {rows.map((item) => (
          <ListCard key={item.id} item={item} columns={columns} />
        ))}
      </ul>
    </>
  );
}

function ListCard<Item>({ item, columns }: { item: Item; columns: readonly Column<Item>[] }) {
  const cells = (place: Column<Item>['card']) =>
    columns
      .filter(({ card }) => card === place)
      .map(({ label, cell }) => <div key={label}>{cell(item)}</div>);
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-2 font-semibold">
        {cells('title')}
        {cells('corner')}
      </div>
      <div className="mt-1.5 wrap-anywhere">{cells('body')}</div>
      <div className="mt-2 flex flex-wrap gap-x-3 text-sm wrap-anywhere text-muted">{cells('fact')}</div>
    </Card>
  );
}
