import { data, type RouterContextProvider } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { type InboxKind, parseReference, type ThreadReference } from '#core/inbox/inbox.ts';
import { readNextOpen } from '#core/inbox/read-next-open.server.ts';
import { readThread } from '#core/inbox/read-thread.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { listSavedAnswers } from '../saved-answers.server.ts';

/** Reads the reference of an address. @throws a 404 response if it names no thread of this kind. */
export function readReference(text: string, kind: InboxKind): ThreadReference {
  const reference = parseReference(text);
  if (reference?.kind !== kind) throw data(null, { status: 404 });
  return reference;
}

/** Reads the screen of a request or a message. @throws a 404 response if there is none. */
export async function readThreadScreen(context: Readonly<RouterContextProvider>, reference: ThreadReference) {
  const asOf = context.get(changesContext).newest;
  const { business } = context.get(settingsContext);
  return asStaff(context)(async (transaction) => {
    const thread = await readThread(transaction, reference, business);
    if (!thread) throw data(null, { status: 404 });
    return {
      asOf,
      thread,
      next: await readNextOpen(transaction, reference),
      savedAnswers: await listSavedAnswers(transaction),
    };
  });
}
