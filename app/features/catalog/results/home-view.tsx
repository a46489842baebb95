import { Icon } from '#ui/icons/icon.tsx';
import type { IconName } from '#ui/icons/icon-names.ts';
import type { ComponentProps, ReactNode } from 'react';
import { formatRequestUrl } from '#domain/request-url.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { VehicleSelector } from '#features/catalog/vehicles/vehicle-selector.tsx';
import { PartSearch } from '#features/catalog/search/part-search.tsx';
import { CategoryTiles } from '#features/catalog/home/category-tiles.tsx';
import { HowItWorks } from '#features/catalog/home/how-it-works.tsx';
import { JustArrived } from '#features/catalog/home/just-arrived.tsx';
import type { ArrivedPart, ShownCategory } from '#features/catalog/home/shopfront.server.ts';
import { TrustStrip } from '#features/catalog/home/trust-strip.tsx';
import { Link } from '#ui/link.tsx';
import { useShop } from '#ui/use-shop.ts';
import type { Shop } from '#domain/shop.ts';

const listFeatures = (shop: Shop): { icon: IconName; title: string; text: string }[] => [
  {
    icon: 'Search',
    title: 'Easy Search',
    text: 'Find parts for your car in four steps: make, model, year, and category.',
  },
  {
    icon: 'BadgeCheck',
    title: 'Quality Guaranteed',
    text: `We check and grade each used part before we list it. Used parts have a warranty of ${shop.warranty.used}, new parts ${shop.warranty.aftermarket} or more.`,
  },
  {
    icon: 'Truck',
    title: 'Fast Shipping',
    text: 'We ship from San Diego to anywhere in the United States. Each line over $100 ships free; others cost $15.',
  },
];

interface HomeViewProps {
  selector: ComponentProps<typeof VehicleSelector>;
  categories: readonly ShownCategory[];
  arrived: readonly ArrivedPart[];
  /** A field for a VIN. */
  vin: ReactNode;
  /** At the end of the page: the parts that the shopper has looked at. */
  recent: ReactNode;
}

const examples = ['2015 Civic front brake pads', 'left headlight F-150', '45022-SNA-A92'];

export function HomeView({ selector, categories, arrived, vin, recent }: HomeViewProps) {
  const shop = useShop();
  const { make, model, year } = selector.choices;
  return (
    <main className="mx-auto flex w-full max-w-page flex-col gap-10 px-gutter py-6 sm:gap-14 sm:py-10">
      <div className="grid gap-5 sm:gap-6">
        <div>
          <h1 className="text-4xl">Find New &amp; Used Auto Parts That Fit Your Car</h1>
          <p className="mt-2 max-w-prose text-lg text-muted lg:max-w-none">
            Tell us what you drive and what broke. We&apos;ll show you which parts we have, their condition,
            and their price.
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
          <section className="card p-4 sm:p-6">
            <h2 className="mb-4 text-xl">By car</h2>
            <VehicleSelector {...selector} />
          </section>
        </div>
        <TrustStrip />
      </div>
      <CategoryTiles categories={categories} />
      <JustArrived parts={arrived} />
      <HowItWorks />
      <ul className="grid gap-6 sm:grid-cols-3">
        {listFeatures(shop).map(({ icon, title, text }) => (
          <li key={title} className="border-t-2 border-ink pt-4">
            <h2 className="flex items-center gap-2 text-xl">
              <Icon name={icon} className="size-5 text-mark" /> {title}
            </h2>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <section className="card flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:p-6">
        <div className="mr-auto">
          <h2>Need help finding a part?</h2>
          <p className="mt-1 max-w-prose text-muted">
            Contact us, or tell us what to look for. We answer part requests within {shop.responseTime}.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/contact">Contact Us</ButtonLink>
          <ButtonLink to={formatRequestUrl({ make, model, year })}>Request a Part</ButtonLink>
        </div>
      </section>
      {recent}
    </main>
  );
}
