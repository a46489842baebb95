import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface TableProps extends ComponentProps<'table'> {
  label: string;
}

/** Scrolls horizontally, so that the page does not. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface focus-visible:-outline-offset-2"
    >
      <table
        aria-label={label}
        {...rest}
        className={classNames('data-table w-full border-collapse text-left text-sm', className)}
      />
    </section>
  );
}

interface CellProps extends ComponentProps<'td'> {
  numeric?: boolean;
}

export function HeaderCell({ numeric, className, ...rest }: CellProps & ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        'border-b border-line bg-sunken px-3 py-2.5 font-semibold whitespace-nowrap text-muted',
        numeric && 'text-right',
        className,
      )}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={classNames('border-b border-line last:border-b-0 [tbody>&]:hover:bg-hover', className)}
    />
  );
}

/** A cell with `heading` names the row. */
export function Cell({ numeric, heading, className, ...rest }: CellProps & { heading?: boolean }) {
  const Element = heading ? 'th' : 'td';
  return (
    <Element
      {...rest}
      scope={heading ? 'row' : undefined}
      className={classNames('px-3 py-2.5 align-middle', numeric && 'text-right tabular-nums', className)}
    />
  );
}
