import type { EntryKind, InboxKind, ThreadState } from '#core/inbox/inbox.ts';
import type { Urgency } from '#core/inbox/part-request.ts';
import type { BadgeTone } from '#kit/badge.tsx';

export const kindTexts: Record<
  InboxKind,
  { title: string; one: string; many: string; search: string; placeholder: string; subject: string }
> = {
  request: {
    title: 'Requests',
    one: 'request',
    many: 'requests',
    search: 'Search requests',
    placeholder: 'Search by name, email, phone, part, vehicle or number...',
    subject: 'Part',
  },
  message: {
    title: 'Messages',
    one: 'message',
    many: 'messages',
    search: 'Search messages',
    placeholder: 'Search by name, email, subject, text or number...',
    subject: 'Subject',
  },
};

export const stateTones: Record<ThreadState, BadgeTone> = {
  open: 'info',
  answered: 'good',
  closed: 'neutral',
};

export const urgencyTones: Record<Urgency, BadgeTone> = { low: 'outline', medium: 'neutral', high: 'bad' };

/** Says what someone did. */
export const entryTexts: Record<EntryKind, string> = {
  answer: 'answered',
  reply: 'added a reply',
  note: 'wrote a note',
  closed: 'closed it',
  reopened: 'reopened it',
  match: 'In stock now',
};
