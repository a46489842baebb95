import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import type { Story, StoryEntry } from '#core/orders/read-order-story.server.ts';
import { Section } from '#core/orders/ui/section.tsx';

interface OrderStoryProps {
  story: Story;
  page: number;
  /** Returns the address of a page of the history. */
  addressOf: (page: number) => string;
}

/** Shows what happened to the order, newest first. */
export function OrderStory({ story, page, addressOf }: OrderStoryProps) {
  return (
    <Section title="History">
      <ol className="divide-y divide-line">
        {story.entries.map((entry) => (
          <li key={entry.key} className="py-2.5 first:pt-0 last:pb-0">
            <p className={entry.isNote ? 'whitespace-pre-line wrap-anywhere' : 'wrap-anywhere'}>
              {entry.isNote && <Badge>Note</Badge>} {entry.isUndone ? <s>{entry.text}</s> : entry.text}{' '}
              {entry.isUndone && <Badge>Undone</Badge>} {entry.mail && <MailBadge mail={entry.mail} />}
            </p>
            <p className="text-sm text-muted">
              {entry.who}, <ExactTime time={entry.at} />
            </p>
          </li>
        ))}
      </ol>
      <Pages
        previous={page > 1 ? addressOf(page - 1) : null}
        next={story.hasOlder ? addressOf(page + 1) : null}
      />
    </Section>
  );
}

const mailLooks: Record<NonNullable<StoryEntry['mail']>['state'], { tone: BadgeTone; text: string }> = {
  waiting: { tone: 'neutral', text: 'Email waiting' },
  sent: { tone: 'good', text: 'Email sent' },
  failed: { tone: 'bad', text: 'Email failed' },
};

function MailBadge({ mail: { state, at } }: { mail: NonNullable<StoryEntry['mail']> }) {
  const { tone, text } = mailLooks[state];
  return (
    <span className="sm:whitespace-nowrap">
      <Badge tone={tone}>{text}</Badge>{' '}
      <span className="text-sm text-muted">
        <ExactTime time={at} />
      </span>
    </span>
  );
}
