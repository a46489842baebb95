import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { OwnWait } from './own-waits.server.ts';

/** Shows the parts that the signed-in user waits for. */
export function OwnWaits({ waits }: { waits: readonly OwnWait[] }) {
  const { timeZone } = useShop();
  const { sending, send } = useAction({ failure: 'Failed to end these emails' });
  const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  if (waits.length === 0) return null;
  return (
    <section aria-labelledby="own-waits" className="mt-8">
      <h2 id="own-waits" className="mb-4">
        Back-in-Stock Emails
      </h2>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {waits.map(({ id, partId, part, isConfirmed, askedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <TextLink to={`/part/${partId}`} className="wrap-anywhere">
                  {part}
                </TextLink>
                <span className="block text-sm text-muted">
                  {isConfirmed ? 'Since' : 'Not confirmed yet: please check your email. Since'}{' '}
                  <time dateTime={askedAt.toISOString()}>{dateFormat.format(askedAt)}</time>
                </span>
              </span>
              <form
                method="post"
                onSubmit={(event) => {
                  event.preventDefault();
                  send({ intent: 'end-wait', id }, event.currentTarget);
                }}
              >
                <input type="hidden" name="intent" value="end-wait" />
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  size="small"
                  busy={sending?.id === id}
                  aria-label={`Stop back-in-stock emails: ${part}`}
                >
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
