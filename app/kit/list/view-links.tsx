import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';

interface ViewLinksProps {
  /** Names the navigation for screen readers. */
  label: string;
  views: readonly { name: string; address: string; count?: string; isShown: boolean }[];
}

/** Links to the views of a list, each with the number of its rows if it is known. */
export function ViewLinks({ label, views }: ViewLinksProps) {
  return (
    <nav aria-label={label} className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {views.map(({ name, address, count, isShown }) => (
          <li key={name}>
            <Link
              to={address}
              preventScrollReset
              aria-current={isShown ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-9 items-center gap-2 rounded-md border px-3 text-sm font-semibold no-underline transition-colors',
                isShown
                  ? 'border-link bg-chosen text-link'
                  : 'border-line-strong bg-surface text-ink hover:bg-hover',
              )}
            >
              {name}
              {count !== undefined && (
                <>
                  {' '}
                  <span className="font-normal text-muted tabular-nums">{count}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
