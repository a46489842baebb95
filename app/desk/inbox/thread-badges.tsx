import { stateLabels, type ThreadState } from '#core/inbox/inbox.ts';
import { urgencies, type Urgency } from '#core/inbox/part-request.ts';
import { Badge } from '#kit/badge.tsx';
import { AnswerDue } from './answer-due.tsx';
import { stateTones, urgencyTones } from './inbox-texts.ts';

export function StateBadge({ state }: { state: ThreadState }) {
  return <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>;
}

export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  const label = urgencies.find(({ value }) => value === urgency)?.label;
  return <Badge tone={urgencyTones[urgency]}>{label}</Badge>;
}

export function MatchBadge({ matches }: { matches: number }) {
  if (matches === 0) return null;
  return <Badge tone="good">{matches === 1 ? 'Part in stock' : `${matches} parts in stock`}</Badge>;
}

/** Shows the clock while the sender waits, else the state. */
export function StateOrClock({
  state,
  dueAt,
  now,
}: {
  state: ThreadState;
  dueAt: string | null;
  now: string;
}) {
  return dueAt === null ? <StateBadge state={state} /> : <AnswerDue dueAt={dueAt} now={now} />;
}
