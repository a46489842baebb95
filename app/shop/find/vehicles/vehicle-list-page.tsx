import { Link } from '#kit/link.tsx';
import { homeAddress } from '#core/catalog/home-address.ts';
import { type ListedVehicle, vehicleListAddress } from '#core/search/vehicle-list-address.ts';
import { Breadcrumb, type Crumb, vehicleCrumbs } from '#core/search/ui/vehicle-list-breadcrumb.tsx';
import type { CountedName } from '#core/search/vehicle-lists.server.ts';

interface VehicleListPageProps {
  vehicle: ListedVehicle;
  entries: CountedName[];
  /** The number of parts. */
  total: number;
}

export function VehicleListPage({ vehicle, entries, total }: VehicleListPageProps) {
  const crumbs = vehicleListCrumbs(vehicle);
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8">
      {crumbs.length > 1 && <Breadcrumb crumbs={crumbs} />}
      <h1>{vehicleListTitle(vehicle)}</h1>
      <p className="mt-1 text-muted">{vehicleListSummary({ vehicle, entries, total })}</p>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3">
        {entries.map(({ name, parts }) => (
          <li key={name}>
            <Link
              to={entryAddress(vehicle, name)}
              prefetch="intent"
              className="flex min-h-14 items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-ink no-underline hover:border-line-strong hover:bg-hover"
            >
              <span className="min-w-0 font-heading text-lg leading-tight font-semibold wrap-anywhere">
                {name}
              </span>{' '}
              <span className="text-sm whitespace-nowrap text-muted tabular-nums">
                {formatCount(parts, 'part')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

export function vehicleListCrumbs(vehicle: ListedVehicle): Crumb[] {
  return vehicleCrumbs(vehicle).map(({ name, to }, index, all) =>
    index === all.length - 1 ? { name } : { name, to },
  );
}

/** Example: '1,221 parts in 20 categories. Choose what you need.' */
export function vehicleListSummary({ vehicle, entries, total }: VehicleListPageProps): string {
  return `${formatCount(total, 'part')} ${formatPrompt(vehicle, entries.length)}`;
}

export function vehicleListTitle({ make, model, year }: ListedVehicle): string {
  return make === undefined ? 'Parts by vehicle' : `${[year, make, model].filter(Boolean).join(' ')} parts`;
}

function formatPrompt({ make, model, year }: ListedVehicle, entries: number): string {
  if (make === undefined) return `for ${formatCount(entries, 'make')}. Choose yours.`;
  if (model === undefined) return `for ${formatCount(entries, 'model')}. Choose yours.`;
  if (year === undefined) return `for ${formatCount(entries, 'model year')}. Choose yours.`;
  return `in ${formatCount(entries, 'category', 'categories')}. Choose what you need.`;
}

function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

function entryAddress({ make, model, year }: ListedVehicle, name: string): string {
  if (make === undefined) return vehicleListAddress({ make: name });
  if (model === undefined) return vehicleListAddress({ make, model: name });
  if (year === undefined) return vehicleListAddress({ make, model, year: Number(name) });
  return homeAddress({ make, model, year: String(year), category: name });
}
