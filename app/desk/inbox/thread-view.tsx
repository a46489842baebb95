import { useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { formatReference, type ThreadReference } from '#core/inbox/inbox.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { SavedAnswer } from './check-saved-answer.ts';
import { ShowNews } from '#kit/list/show-news.tsx';
import { useNow } from '#kit/use-now.ts';
import { AnswerForm } from './answer-form.tsx';
import { inboxPaths, threadAddress } from '#core/inbox/inbox-address.ts';
import { kindTexts } from './inbox-texts.ts';
import { MoreActions } from './more-actions.tsx';
import type { Thread, ThreadEntry } from '#core/inbox/read-thread.server.ts';
import { StateBadge, StateOrClock } from './thread-badges.tsx';
import { ThreadEntries } from './thread-entries.tsx';
import { SameSender, ThreadFacts } from './thread-facts.tsx';

interface ThreadViewProps {
  thread: Thread;
  /** Number of the newest change before the thread was read. */
  asOf: number | undefined;
  savedAnswers: readonly SavedAnswer[];
  /** The open thread to answer after this one. */
  next: ThreadReference | null;
}

export function ThreadView({ thread, asOf, savedAnswers, next }: ThreadViewProps) {
  const { kind, title, vehicle, email, state, dueAt } = thread;
  const reference = formatReference(thread);
  const { entries, added } = useLatestEntries(thread, asOf);
  const now = useNow(thread.readAt);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  function show() {
    void revalidate();
    // The focused button is gone.
    heading.current?.focus();
  }

  return (
    <>
      <ScreenHead
        ref={heading}
        back={{ to: inboxPaths[kind], label: `All ${kindTexts[kind].many}` }}
        title={
          <span>
            <span className="text-muted tabular-nums">{reference}</span> {title}
            {vehicle && ` for ${vehicle}`}
          </span>
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge state={state} />
          {dueAt !== null && <StateOrClock state={state} dueAt={dueAt} now={now} />}
        </p>
        {next && (
          <ButtonLink to={threadAddress(next)} size="small" data-next>
            Next open {kindTexts[kind].one} <Icon name="ArrowRight" />
          </ButtonLink>
        )}
      </ScreenHead>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <ThreadFacts thread={thread} now={now} />
        <div className="grid gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <ThreadEntries thread={thread} entries={entries} now={now} />
          <ShowNews
            label={added > 0 ? `Show ${added} new ${added === 1 ? 'entry' : 'entries'}` : null}
            onShow={show}
            className="-my-3"
          />
          <AnswerForm
            reference={reference}
            email={email}
            lastAnswerId={thread.lastAnswerId}
            savedAnswers={savedAnswers}
            facts={{ name: thread.name || null, order: thread.order }}
          />
          <MoreActions state={state} />
        </div>
        <SameSender thread={thread} now={now} />
      </div>
    </>
  );
}

/** Returns the loaded entries with the newest state of their mails, and how many others have been added. */
function useLatestEntries(
  thread: Thread,
  asOf: number | undefined,
): { entries: readonly ThreadEntry[]; added: number } {
  const address = `/admin/inbox/${formatReference(thread)}`;
  const latest = useLatestFrom<Thread>(address, 'admin:inbox', thread, asOf);
  if (!latest) return { entries: thread.entries, added: 0 };
  const mails = new Map(latest.entries.map(({ id, mail }) => [id, mail]));
  return {
    entries: thread.entries.map((entry) => ({ ...entry, mail: mails.get(entry.id) ?? entry.mail })),
    added: latest.entries.length - thread.entries.length,
  };
}
