import type { ComponentProps, ReactNode } from 'react';
import { SELECTOR_ID } from '#core/vehicles/vehicle.ts';
import { VehicleSelector } from './vehicle-selector.tsx';
import { PartSearch } from '#core/search/ui/part-search.tsx';
import { Shopfront, type ShopfrontProps } from './shopfront.tsx';
import { TrustStrip } from './trust-strip.tsx';
import { useOrdersAddress } from '#core/orders/ui/own-orders.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';

interface HomeViewProps extends Omit<ShopfrontProps, 'choices'> {
  selector: ComponentProps<typeof VehicleSelector>;
  hours: string;
  /** A field for a VIN. */
  vin: ReactNode;
  /** The parts that the shopper has looked at stand at the end of the page. */
  recent: ReactNode;
}

const examples = ['2015 Civic front brake pads', 'left headlight F-150', '45022-SNA-A92'];

export function HomeView({ selector, categories, arrived, hours, vin, recent }: HomeViewProps) {
  const orders = useOrdersAddress();
  return (
    <main className="mx-auto flex w-full max-w-page flex-col gap-10 px-gutter py-6 sm:gap-14 sm:py-10">
      <div className="grid gap-5 sm:gap-6">
        <div>
          <h1 className="text-4xl">Find new and used auto parts that fit your car</h1>
          <p className="mt-2 max-w-prose text-lg text-muted lg:max-w-none">
            Tell us what you drive and what broke. We&apos;ll show you which parts we have, their condition,
            and their price.
          </p>
          <p className="of-orders">
            <Link to={orders} className="link inline-flex min-h-11 items-center gap-2">
              <Icon name="PackageOpen" className="size-5" /> Your orders
            </Link>
          </p>
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <section className="card p-4 sm:p-6">
            <h2 className="mb-4 text-xl">By name or number</h2>
            <PartSearch />
            <p className="mt-4 text-sm">For example:</p>
            <ul className="mt-1.5 flex flex-wrap gap-2">
              {examples.map((q) => (
                <li key={q}>
                  <Link to={`/junkyard?${new URLSearchParams({ q })}`} className="chip">
                    {q}
                  </Link>
                </li>
              ))}
            </ul>
            {vin}
          </section>
          <section id={SELECTOR_ID} className="card p-4 sm:p-6">
            <h2 className="mb-4 text-xl">By car</h2>
            <VehicleSelector {...selector} />
          </section>
        </div>
        <TrustStrip hours={hours} />
      </div>
      <Shopfront categories={categories} arrived={arrived} choices={selector.choices} />
      {recent}
    </main>
  );
}
