import { Icon } from '#kit/icons/icon.tsx';
import { partRequestTexts } from '#core/inbox/part-request.ts';
import { Card } from '#kit/card.tsx';
import { RequestForm, type RequestFormProps } from './request-form.tsx';
import { SubmissionAlert, type SubmissionAlertProps } from '../submission-alert.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { phoneLink, type Shop } from '#core/settings/shop.ts';

const listPromises = (shop: Shop) =>
  [
    {
      icon: 'Clock',
      text: `We answer within ${shop.responseTime}, with a price, or tell you we can't find it.`,
    },
    { icon: 'Search', text: 'We check our own stock, our partner yards, and the manufacturers.' },
    { icon: 'ShieldCheck', text: 'Requests are free, with no obligation to buy.' },
  ] as const;

export function RequestView({
  outcome,
  ...form
}: RequestFormProps & { outcome: SubmissionAlertProps['outcome'] }) {
  const shop = useShop();
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 sm:py-12">
      <h1>Request a Part</h1>
      <p className="mt-2 max-w-prose text-lg text-muted">
        Can&apos;t find a part? Tell us which part and which car, and we&apos;ll look for it.
      </p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card padding="roomy">
          <SubmissionAlert outcome={outcome} sent={partRequestTexts.sent} />
          <RequestForm {...form} />
        </Card>
        <aside className="grid gap-4">
          <h2>How requests work</h2>
          <ul className="grid gap-3">
            {listPromises(shop).map(({ icon, text }) => (
              <li key={text} className="flex gap-3">
                <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-mark" /> {text}
              </li>
            ))}
          </ul>
          <p className="text-muted">
            In a hurry? Call us:{' '}
            <a href={phoneLink(shop)} className="link whitespace-nowrap">
              {shop.phone}
            </a>
          </p>
        </aside>
      </div>
    </main>
  );
}
