import { formatAnswerClock } from '#core/inbox/answer-time.ts';
import { exactTime } from '#core/values/relative-time.ts';
import { classNames } from '#kit/class-names.ts';
import { Icon } from '#kit/icons/icon.tsx';

/** Shows the clock of an open thread. It takes the same space whatever it says. */
export function AnswerDue({ dueAt, now }: { dueAt: string; now: string }) {
  const { text, isOverdue, isUrgent } = formatAnswerClock(dueAt, now);
  return (
    <time
      dateTime={dueAt}
      title={exactTime(dueAt)}
      className={classNames(
        'inline-flex min-w-34 items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums',
        isOverdue ? 'text-danger' : isUrgent ? 'text-ink' : 'text-muted',
      )}
    >
      <Icon name={isOverdue ? 'CircleAlert' : 'Clock'} className="size-4 shrink-0" />
      {text}
    </time>
  );
}
