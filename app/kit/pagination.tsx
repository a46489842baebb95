import type { ReactNode } from 'react';
import { Icon } from './icons/icon.tsx';
import { Link } from './link.tsx';
import { buttonClasses } from './button-classes.ts';
import { listPages } from './list-pages.ts';

const pageClasses = 'min-w-8 max-sm:px-1 max-sm:text-sm sm:min-w-11 tabular-nums';

interface PaginationProps {
  page: number;
  pageCount: number;
  href: (page: number) => string;
  label?: string;
}

export function Pagination({ page, pageCount, href, label = 'Pages' }: PaginationProps) {
  if (pageCount < 2) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-0.5 sm:gap-1">
      <Step
        to={page > 1 ? href(page - 1) : undefined}
        label="Previous page"
        icon={<Icon name="ChevronLeft" />}
      />
      {listPages(page, pageCount).map((shown, index, all) =>
        shown === 'gap' ? (
          <span key={`gap before ${all[index + 1]}`} aria-hidden className="min-w-4 text-center text-muted">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={href(shown)}
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
            className={buttonClasses({ variant: shown === page ? 'secondary' : 'quiet' }, pageClasses)}
          >
            {shown}
          </Link>
        ),
      )}
      <Step
        to={page < pageCount ? href(page + 1) : undefined}
        label="Next page"
        icon={<Icon name="ChevronRight" />}
      />
    </nav>
  );
}

function Step({ to, label, icon }: { to: string | undefined; label: string; icon: ReactNode }) {
  if (!to) {
    return (
      <span aria-hidden className="grid size-11 place-items-center text-line-strong [&_svg]:size-5">
        {icon}
      </span>
    );
  }
  return (
    <Link to={to} aria-label={label} className={buttonClasses({ variant: 'quiet', size: 'icon' })}>
      {icon}
    </Link>
  );
}
