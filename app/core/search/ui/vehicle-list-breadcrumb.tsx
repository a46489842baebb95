import { classNames } from '#kit/class-names.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { type ListedVehicle, vehicleListAddress } from '../vehicle-list-address.ts';

export interface Crumb {
  name: string;
  to?: string;
}

/** Shows the way to a page. On a phone, a long one leaves out its first step. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const first = crumbs.length > 4 ? 1 : 0;
  return (
    <nav aria-label="Breadcrumb" className="mb-4 text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {crumbs.map(({ name, to }, index) => (
          <li
            key={to ?? name}
            className={classNames(
              'flex min-h-6 max-w-full items-center gap-1.5',
              index < first && 'max-sm:hidden',
            )}
          >
            {index > 0 && (
              <Icon
                name="ChevronRight"
                className={classNames('size-4 shrink-0 text-faint', index === first && 'max-sm:hidden')}
              />
            )}
            <span className="min-w-0 wrap-anywhere" aria-current={to === undefined ? 'page' : undefined}>
              {to === undefined ? name : <TextLink to={to}>{name}</TextLink>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function vehicleCrumbs({ make, model, year }: ListedVehicle): Required<Crumb>[] {
  const crumbs = [{ name: 'Parts by vehicle', to: vehicleListAddress({}) }];
  if (make === undefined) return crumbs;
  crumbs.push({ name: make, to: vehicleListAddress({ make }) });
  if (model === undefined) return crumbs;
  crumbs.push({ name: model, to: vehicleListAddress({ make, model }) });
  if (year === undefined) return crumbs;
  return [...crumbs, { name: String(year), to: vehicleListAddress({ make, model, year }) }];
}
