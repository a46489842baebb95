import { formatRequestUrl } from '#core/catalog/request-url.ts';
import type { Shop } from '#core/settings/shop.ts';
import type { VehicleChoices } from '#core/vehicles/vehicle.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { JustArrived } from './just-arrived.tsx';
import type { ArrivedPart, ShownCategory } from './shopfront.server.ts';

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

export interface ShopfrontProps {
  categories: readonly ShownCategory[];
  arrived: readonly ArrivedPart[];
  choices: VehicleChoices;
}

/** Shows the home page below the searches. */
export function Shopfront({ categories, arrived, choices: { make, model, year } }: ShopfrontProps) {
  const shop = useShop();
  return (
    <>
      <CategoryTiles categories={categories} />
      <JustArrived parts={arrived} />
      <HowItWorks />
      <ul className="grid gap-6 sm:grid-cols-3">
        {listFeatures(shop).map(({ icon, title, text }) => (
          <li key={title} className="border-t-2 border-ink pt-4">
            <h2 className="flex items-center gap-2 text-xl wrap-anywhere">
              <Icon name={icon} className="size-5 text-mark" /> {title}
            </h2>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <section className="card flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:p-6">
        <div className="mr-auto">
          <h2>Need help finding a part?</h2>
          <p className="mt-1 max-w-prose text-pretty text-muted">
            Contact us, or tell us what to look for. We answer part requests within {shop.responseTime}.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/contact">Contact us</ButtonLink>
          <ButtonLink to={formatRequestUrl({ make, model, year })}>Request a Part</ButtonLink>
        </div>
      </section>
    </>
  );
}
