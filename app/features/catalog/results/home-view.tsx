import { Icon } from '#ui/icons/icon.tsx';
import type { IconName } from '#ui/icons/icon-names.ts';
import type { ComponentProps } from 'react';
import { formatRequestUrl } from '#domain/request-url.ts';
import { shop } from '#domain/shop.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { VehicleSelector } from '#features/catalog/vehicles/vehicle-selector.tsx';

const features: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'Search',
    title: 'Easy Search',
    text: 'Four steps from your car to the shelf: make, model, year and the part of the car that needs help.',
  },
  {
    icon: 'BadgeCheck',
    title: 'Quality Guaranteed',
    text: `Each used part is checked and graded before it is listed. Used parts carry ${shop.warranty.used} of warranty, new ones ${shop.warranty.aftermarket} or more.`,
  },
  {
    icon: 'Truck',
    title: 'Fast Shipping',
    text: 'Shipped from San Diego. Free for every line above $100, $15 below it, anywhere in the United States.',
  },
];

/** The front door: what the shop is, and the way to a part (Spec §2, Home). */
export function HomeView(selector: ComponentProps<typeof VehicleSelector>) {
  const { make, model, year } = selector.choices;
  return (
    <main className="mx-auto flex w-full max-w-page flex-col gap-10 px-gutter py-8 sm:gap-14 sm:py-14">
      <section>
        <div className="mb-6 flex items-end gap-10">
          <div className="mr-auto">
            <h1 className="max-w-3xl text-4xl">Find New &amp; Used Auto Parts That Fit Your Car</h1>
            <p className="mt-3 max-w-prose text-lg text-muted">
              Tell us what you drive and what broke. We show what is on the shelf, in what condition and at
              what price.
            </p>
          </div>
          <FromTheShelf />
        </div>
        <VehicleSelector {...selector} />
      </section>
      <ul className="grid gap-6 sm:grid-cols-3">
        {features.map(({ icon, title, text }) => (
          <li key={title} className="border-t-2 border-ink pt-4">
            <h2 className="flex items-center gap-2 text-xl">
              <Icon name={icon} className="size-5 text-mark" /> {title}
            </h2>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 sm:flex-row sm:items-center sm:p-6">
        <div className="mr-auto">
          <h2>Need help finding a part?</h2>
          <p className="mt-1 max-w-prose text-muted">
            Ask at the counter, or tell us what to look for. Part requests are answered within{' '}
            {shop.responseTime}.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/contact">Contact Us</ButtonLink>
          <ButtonLink to={formatRequestUrl({ make, model, year })}>Request a Part</ButtonLink>
        </div>
      </section>
    </main>
  );
}

/** Three pictures from the shelf, where there is room for them. They say nothing that the words don't. */
function FromTheShelf() {
  return (
    <div aria-hidden className="hidden shrink-0 gap-3 lg:flex">
      {['brake-rotor', 'alternator', 'headlight-assembly'].map((picture) => (
        <img
          key={picture}
          src={`/parts/${picture}.svg`}
          alt=""
          width={160}
          height={120}
          className="rounded-lg border border-line bg-picture"
        />
      ))}
    </div>
  );
}
