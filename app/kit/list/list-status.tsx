import { type ReactNode, useRef } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { classNames } from '../class-names.ts';
import { ShowNews } from './show-news.tsx';

interface ListStatusProps {
  /** Says what the list shows, such as its order or the search. */
  children: string;
  /** Number of rows that others have added, removed or moved since the list was loaded. */
  changes: number;
  /** Stands beside the line. */
  more?: ReactNode;
  newsClassName?: string;
}

/** Shows the line above a list, with a button that loads the changes of others. */
export function ListStatus({ children, changes, more, newsClassName = '' }: ListStatusProps) {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const status = useRef<HTMLParagraphElement>(null);
  const isLoading = useNavigation().location?.pathname === pathname;

  function show() {
    void revalidate();
    // The focused button is gone.
    status.current?.focus();
  }

  return (
    <div
      className={classNames(
        'mt-2.5 mb-1.5 flex items-center justify-between gap-3',
        more !== undefined && 'flex-wrap',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted tabular-nums">
          {isLoading ? 'Loading...' : children}
        </p>
        {more}
      </div>
      <ShowNews
        className={newsClassName}
        label={changes > 0 ? `Show ${changes} ${changes === 1 ? 'change' : 'changes'}` : null}
        onShow={show}
      />
    </div>
  );
}

/** Says what a list shows: the result of a search, else its order. Screen readers read that a search found nothing. */
export function describeList(rows: readonly unknown[], search: string | undefined, order: string): string {
  if (!search) return order;
  return `${rows.length === 0 ? 'Nothing found' : 'Found'} for "${search}"`;
}
