import { Icon } from '#ui/icons/icon.tsx';
import { business } from '#domain/business.ts';
import { shop } from '#domain/shop.ts';
import { ButtonLink } from '#ui/button-link.tsx';

const values = [
  {
    icon: 'ShieldCheck',
    title: 'Quality First',
    text: 'Every used part is cleaned, checked and graded before it is listed. What fails on the bench goes to scrap, not to you.',
  },
  {
    icon: 'BadgeDollarSign',
    title: 'Fair Pricing',
    text: 'One price for everybody, with tax and shipping shown before you pay. A worn part costs what a worn part is worth.',
  },
  {
    icon: 'MessagesSquare',
    title: 'Customer Service',
    text: `People who have held the part answer your questions. Part requests are answered within ${shop.responseTime}.`,
  },
] as const;

/** Spec §2, About. */
export function AboutView() {
  return (
    <main className="mx-auto flex w-full max-w-page flex-col gap-10 px-gutter py-8 sm:gap-14 sm:py-12">
      <div>
        <h1>About {shop.name}</h1>
        <p className="mt-2 max-w-prose text-lg text-muted">
          New and used car parts from {shop.city}, for people who fix their own cars and for those who fix
          them for others.
        </p>
        <dl className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
          {business.stats.map(({ figure, name }) => (
            <div
              key={name}
              className="flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-4 sm:p-6"
            >
              <dt className="text-muted">{name}</dt>
              <dd className="font-heading text-3xl leading-none font-semibold">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-12">
        <section className="grid max-w-prose content-start gap-3">
          <h2>Our Story</h2>
          <p>
            {shop.name} began more than ten years ago with one lift, one shelf and a neighbor&apos;s Civic
            that needed an alternator on a Saturday. The new one was a week away and cost more than the car
            was worth. The used one was in the yard across the street, and it ran for years.
          </p>
          <p>
            Since then the shelf has become two locations in the San Diego area. We take cars apart with care,
            test what comes out of them, and keep new OEM and aftermarket parts beside it for whatever should
            never be bought used.
          </p>
        </section>
        <section className="grid max-w-prose content-start gap-3">
          <h2>Our Mission</h2>
          <p>
            A car should not be given up for the want of one part. We help owners keep theirs on the road: by
            finding the part that fits, by saying plainly what condition it is in, and by asking a fair price
            for it.
          </p>
          <p>
            And if we do not have it, we look for it. A good part that is used again is also one that nobody
            had to make.
          </p>
        </section>
      </div>
      <section>
        <h2>What We Stand For</h2>
        <ul className="mt-4 grid gap-6 sm:grid-cols-3">
          {values.map(({ icon, title, text }) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <h3 className="flex items-center gap-2">
                <Icon name={icon} className="size-5 text-mark" /> {title}
              </h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 sm:flex-row sm:items-center sm:p-6">
        <div className="mr-auto">
          <h2>Come by, or write</h2>
          <p className="mt-1 text-muted">
            {shop.city}. {business.hours.map(({ days, open }) => `${days} ${open}`).join(', ')}.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/junkyard" variant="primary">
            Browse Parts
          </ButtonLink>
          <ButtonLink to="/contact">Contact Us</ButtonLink>
        </div>
      </section>
    </main>
  );
}
