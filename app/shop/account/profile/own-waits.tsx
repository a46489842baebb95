import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { OwnCarWait } from './own-car-waits.server.ts';
import type { OwnWait } from './own-waits.server.ts';

/** Shows the parts that the signed-in user waits for. */
export function OwnWaits({ waits }: { waits: readonly OwnWait[] }) {
  return (
    <WaitList
      title="Back-in-stock emails"
      intent="end-wait"
      stop="Stop back-in-stock emails"
      waits={waits.map(({ part, partId, ...wait }) => ({ ...wait, name: part, to: `/part/${partId}` }))}
    />
  );
}

/** Shows the cars that the signed-in user waits for. */
export function OwnCarWaits({ waits }: { waits: readonly OwnCarWait[] }) {
  return (
    <WaitList
      title="Emails when a car comes in"
      intent="end-car-wait"
      stop="Stop emails about cars"
      waits={waits.map(({ car, ...wait }) => ({ ...wait, name: car }))}
    />
  );
}

interface WaitListProps {
  title: string;
  /** The form's intent. */
  intent: string;
  /** Says what the button does, before the name of the wait. */
  stop: string;
  waits: readonly { id: string; name: string; to?: string; isConfirmed: boolean; askedAt: Date }[];
}

function WaitList({ title, intent, stop, waits }: WaitListProps) {
  const { timeZone } = useShop();
  const { sending, send } = useAction({ failure: 'Failed to end these emails' });
  const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  if (waits.length === 0) return null;
  return (
    <section aria-labelledby={`own-${intent}`} className="mt-8">
      <h2 id={`own-${intent}`} className="mb-4">
        {title}
      </h2>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {waits.map(({ id, name, to, isConfirmed, askedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-0 flex-1 basis-48">
                {to === undefined ? (
                  <span className="wrap-anywhere">{name}</span>
                ) : (
                  <TextLink to={to} className="wrap-anywhere">
                    {name}
                  </TextLink>
                )}
                <span className="block text-sm text-muted">
                  {isConfirmed ? 'Since' : 'Not confirmed yet: please check your email. Since'}{' '}
                  <time dateTime={askedAt.toISOString()}>{dateFormat.format(askedAt)}</time>
                </span>
              </span>
              <form
                method="post"
                onSubmit={(event) => {
                  event.preventDefault();
                  send({ intent, id }, event.currentTarget);
                }}
              >
                <input type="hidden" name="intent" value={intent} />
                <input type="hidden" name="id" value={id} />
                <Button type="submit" size="small" busy={sending?.id === id} aria-label={`${stop}: ${name}`}>
                  End
                </Button>
              </form>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
