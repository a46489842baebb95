/** A part request or a contact message. */
export type InboxKind = 'request' | 'message';

export type ThreadState = 'open' | 'answered' | 'closed';

export const stateLabels: Record<ThreadState, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

export type EntryKind = 'answer' | 'reply' | 'note' | 'closed' | 'reopened' | 'match';

/** Actions of staff on a thread. Their forms send these names. */
export const threadActions = ['answer', 'reply', 'note', 'close', 'reopen'] as const;

export type ThreadAction = (typeof threadActions)[number];

/** The first words of the message when an action fails. */
export const threadFailures: Record<ThreadAction, string> = {
  answer: 'Error sending the answer',
  reply: 'Error adding the reply',
  note: 'Error adding the note',
  close: 'Error closing',
  reopen: 'Error reopening',
};

/** Characters. */
export const MAX_ENTRY_LENGTH = 10_000;

export const MAX_PARTS_PER_ANSWER = 10;

const prefixes: Record<InboxKind, string> = { request: 'REQ', message: 'MSG' };

export interface ThreadReference {
  kind: InboxKind;
  number: number;
}

/** Formats the number of a thread as people say it: 'REQ-1042', 'MSG-1377'. */
export function formatReference({ kind, number }: { kind: InboxKind; number: number | string }): string {
  return `${prefixes[kind]}-${number}`;
}

/** Reads 'REQ-1042' or 'msg 1377'. Returns undefined for anything else. */
export function parseReference(text: string): ThreadReference | undefined {
  const [, prefix = '', digits = ''] = /^(req|msg)[\s-]?(\d{4,12})$/i.exec(text.trim()) ?? [];
  if (!digits) return undefined;
  return { kind: prefix.toLowerCase() === 'req' ? 'request' : 'message', number: Number(digits) };
}
