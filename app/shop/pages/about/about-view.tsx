import type { AboutTexts } from '#core/settings/about-texts.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { OpenNow } from '#core/settings/ui/open-now.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { formatHours } from '#core/settings/opening-hours.ts';
import type { Shop } from '#core/settings/shop.ts';

const listValues = (shop: Shop) => [
  {
    icon: 'ShieldCheck' as const,
    title: 'Quality First',
    text: 'Every used part is cleaned, checked and graded before it is listed. We scrap the parts that fail.',
  },
  {
    icon: 'BadgeDollarSign' as const,
    title: 'Fair Pricing',
    text: 'The same price for every customer, with tax and shipping shown before you pay. Worn parts cost less.',
  },
  {
    icon: 'MessagesSquare' as const,
    title: 'Customer Service',
    text: `Your questions are answered by people who know the part. We answer part requests within ${shop.responseTime}.`,
  },
];

export function AboutView({ story, stats }: AboutTexts) {
  const shop = useShop();
  return (
    <main className="mx-auto flex w-full max-w-page flex-col gap-10 px-gutter py-8 sm:gap-14 sm:py-12">
      <div>
        <h1>About {shop.name}</h1>
        <p className="mt-2 max-w-prose text-lg text-muted">
          New and used car parts from {shop.city}, for drivers who fix their own cars and for repair shops.
        </p>
        {stats.length > 0 && (
          <dl className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
            {stats.map(({ figure, name }) => (
              <div
                key={name}
                className="flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-4 sm:p-6"
              >
                <dt className="text-muted">{name}</dt>
                <dd className="font-heading text-3xl leading-none font-semibold">{figure}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-12">
        {story !== '' && (
          <section className="grid max-w-prose content-start gap-3">
            <h2>Our Story</h2>
            {story.split('\n\n').map((paragraph) => (
              <p key={paragraph} className="whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </section>
        )}
        <section className="grid max-w-prose content-start gap-3">
          <h2>Our Mission</h2>
          <p>
            No car should be scrapped for one missing part. We help owners keep their cars on the road: we
            find the part that fits, describe its condition honestly, and sell it at a fair price.
          </p>
          <p>
            If we don&apos;t have the part, we&apos;ll look for it. Reusing a good part also saves making a
            new one.
          </p>
        </section>
      </div>
      <section>
        <h2>Our values</h2>
        <ul className="mt-4 grid gap-6 sm:grid-cols-3">
          {listValues(shop).map(({ icon, title, text }) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <h3 className="flex items-center gap-2">
                <Icon name={icon} className="size-5 text-mark" /> {title}
              </h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {shop.locations.length > 0 && (
        <section>
          <h2>Our locations</h2>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {shop.locations.map((location) => (
              <li key={location.name} className="rounded-lg border border-line bg-surface p-4 sm:p-5">
                <h3>{location.name}</h3>
                <address className="mt-1 text-muted not-italic">
                  {location.street}
                  <br />
                  {location.city}, {location.state} {location.zip}
                </address>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 sm:flex-row sm:items-center sm:p-6">
        <div className="mr-auto">
          <h2>Visit or contact us</h2>
          <p className="mt-1 text-muted">
            {shop.city}.{' '}
            {formatHours(shop)
              .map(({ days, open }) => `${days} ${open}`)
              .join(', ')}
            .
          </p>
          <OpenNow shop={shop} className="mt-1" />
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/junkyard" variant="primary">
            Browse Parts
          </ButtonLink>
          <ButtonLink to="/contact">Contact us</ButtonLink>
        </div>
      </section>
    </main>
  );
}
