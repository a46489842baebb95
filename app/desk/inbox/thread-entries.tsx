import type { ReactNode } from 'react';
import { Ago } from '#core/values/ui/ago.tsx';
import { classNames } from '#kit/class-names.ts';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { entryTexts } from './inbox-texts.ts';
import { LinkedPartLine } from './linked-part.tsx';
import type { Thread, ThreadEntry } from '#core/inbox/read-thread.server.ts';

const looks: Record<ThreadEntry['kind'], string> = {
  answer: 'border-l-4 border-l-link bg-surface',
  reply: 'bg-surface',
  note: 'border-dashed bg-yellow-100 text-yellow-800',
  match: 'bg-green-100 text-green-800',
  closed: '',
  reopened: '',
};

interface ThreadEntriesProps {
  thread: Thread;
  entries: readonly ThreadEntry[];
  now: string;
}

/** Shows the whole thread, oldest first. */
export function ThreadEntries({ thread, entries, now }: ThreadEntriesProps) {
  const { name, text, title, receivedAt } = thread;
  return (
    <ol aria-label="Thread" className="grid gap-3">
      <Entry who={`${name} wrote`} at={receivedAt} now={now} look="bg-surface">
        <Text>{text ?? title}</Text>
      </Entry>
      {entries.map((entry) => (
        <Entry
          key={entry.id}
          who={describe(thread, entry)}
          at={entry.at}
          now={now}
          look={looks[entry.kind]}
          mail={entry.mail}
        >
          {entry.text !== null && <Text>{entry.text}</Text>}
          {entry.parts.length > 0 && (
            <ul className="mt-2 grid gap-2 text-ink">
              {entry.parts.map((part) => (
                <LinkedPartLine key={part.id} part={part} />
              ))}
            </ul>
          )}
        </Entry>
      ))}
    </ol>
  );
}

function describe({ name }: Thread, { kind, actor, mail }: ThreadEntry): string {
  switch (kind) {
    case 'reply':
      return `${name} replied (added by ${actor ?? 'the shop'})`;
    case 'note':
      return `Internal note of ${actor ?? 'the shop'}`;
    case 'match':
      return mail === null
        ? `${entryTexts.match}. ${name} got no email: the limit was reached`
        : `${entryTexts.match}. ${name} will get an email`;
    default:
      return `${actor ?? 'The shop'} ${entryTexts[kind]}`;
  }
}

interface EntryProps {
  who: string;
  at: string;
  now: string;
  look: string;
  mail?: ThreadEntry['mail'];
  children: ReactNode;
}

function Entry({ who, at, now, look, mail, children }: EntryProps) {
  return (
    <li className={classNames('rounded-lg', look && 'border border-line px-4 py-3', look)}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-semibold wrap-anywhere">{who}</span>
        <span className={look.includes('text-') ? undefined : 'text-muted'}>
          <Ago time={at} now={now} />
        </span>
      </p>
      {children}
      {mail && <MailState mail={mail} />}
    </li>
  );
}

function Text({ children }: { children: string }) {
  return <p className="mt-1.5 wrap-anywhere whitespace-pre-wrap">{children}</p>;
}

const mailTexts: Record<NonNullable<ThreadEntry['mail']>, { icon: IconName; text: string }> = {
  waiting: { icon: 'Clock', text: 'Email waiting to be sent' },
  sent: { icon: 'CircleCheck', text: 'Email sent' },
  failed: { icon: 'CircleAlert', text: 'Email not delivered. Check the address, or call them' },
};

function MailState({ mail }: { mail: NonNullable<ThreadEntry['mail']> }) {
  const { icon, text } = mailTexts[mail];
  return (
    <p className={classNames('mt-2 flex items-center gap-1.5 text-sm', mail === 'failed' && 'text-danger')}>
      <Icon name={icon} className="size-4 shrink-0" /> {text}
    </p>
  );
}
