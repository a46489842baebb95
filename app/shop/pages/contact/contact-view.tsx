import { Icon } from '#kit/icons/icon.tsx';
import type { ReactNode } from 'react';
import { contactTexts } from '#core/inbox/contact-message.ts';
import { Card } from '#kit/card.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ContactForm } from './contact-form.tsx';
import { SubmissionAlert, type SubmissionAlertProps } from '../submission-alert.tsx';
import { OpenNow } from '#core/settings/ui/open-now.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { formatHolidays, formatHours } from '#core/settings/opening-hours.ts';
import { emailLink, formatAddress, phoneLink } from '#core/settings/shop.ts';

const link = 'link wrap-anywhere';

export function ContactView({
  defaults,
  outcome,
}: {
  defaults: Partial<Record<string, string>>;
  outcome: SubmissionAlertProps['outcome'];
}) {
  const shop = useShop();
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 sm:py-12">
      <h1>Get in Touch</h1>
      <p className="mt-2 max-w-prose text-lg text-muted">
        Do you have a question about a part, an order, or a warranty? Write, call, or visit us. Looking for a
        part that isn&apos;t listed? <TextLink to="/request">Request it</TextLink>. Have you bought something?{' '}
        <TextLink to="/orders">Find your order</TextLink>.
      </p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card padding="roomy">
          <SubmissionAlert outcome={outcome} sent={contactTexts.sent} />
          <ContactForm defaults={defaults} />
        </Card>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <ContactMethod icon={<Icon name="Mail" />} title="Email">
            <a href={emailLink(shop)} className={link}>
              {shop.email}
            </a>
          </ContactMethod>
          <ContactMethod icon={<Icon name="Phone" />} title="Phone">
            <a href={phoneLink(shop)} className={link}>
              {shop.phone}
            </a>
          </ContactMethod>
          <ContactMethod icon={<Icon name="MapPin" />} title="Location">
            {shop.locations.length === 0 && <p>{shop.city}</p>}
            <ul className="grid gap-3">
              {shop.locations.map((location) => (
                <li key={location.name}>
                  <span className="font-semibold">{location.name}</span>
                  <address className="not-italic">{formatAddress(location)}</address>
                </li>
              ))}
            </ul>
          </ContactMethod>
          <ContactMethod icon={<Icon name="Clock" />} title="Business hours">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 tabular-nums">
              {formatHours(shop).map(({ days, open }) => (
                <div key={days} className="contents">
                  <dt>{days}</dt>
                  <dd className="text-right">{open}</dd>
                </div>
              ))}
            </dl>
            <OpenNow shop={shop} className="mt-2" />
            {shop.holidays.length > 0 && (
              <>
                <h3 className="mt-3 text-base">Holidays</h3>
                <dl className="mt-1 grid gap-1 text-sm">
                  {formatHolidays(shop).map(({ date, text }) => (
                    <div key={date}>
                      <dt className="inline">{date}: </dt>
                      <dd className="inline">{text}</dd>
                    </div>
                  ))}
                </dl>
              </>
            )}
          </ContactMethod>
        </div>
      </div>
    </main>
  );
}

function ContactMethod({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-2 flex items-center gap-2 text-lg [&_svg]:size-5 [&_svg]:text-mark">
        {icon} {title}
      </h2>
      {children}
    </Card>
  );
}
