import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  type EntryKind,
  formatReference,
  MAX_PARTS_PER_ANSWER,
  MAX_ENTRY_LENGTH,
  type ThreadAction,
  type ThreadReference,
  type ThreadState,
} from '#core/inbox/inbox.ts';
import { findPlaceholder } from '../check-saved-answer.ts';
import { relativeTime } from '#core/values/relative-time.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

interface LockedThread {
  id: string;
  state: ThreadState;
}

/** Returns the message for staff. @throws {Refused} */
type Command = (transaction: Transaction<DB>, thread: LockedThread, form: FormData) => Promise<string>;

const commands: Record<ThreadAction, Command> = {
  answer: sendAnswer,
  async reply(transaction, thread, form) {
    await addEntry(transaction, thread, 'reply', readText(form, 'paste what they wrote'));
    await setState(transaction, thread, 'open');
    return 'Reply added';
  },
  async note(transaction, thread, form) {
    await addEntry(transaction, thread, 'note', readText(form, 'write something'));
    await setState(transaction, thread, thread.state);
    return 'Note added';
  },
  async close(transaction, thread) {
    if (thread.state === 'closed') throw new Refused('it is already closed');
    await addEntry(transaction, thread, 'closed');
    await setState(transaction, thread, 'closed');
    return 'Closed';
  },
  async reopen(transaction, thread) {
    if (thread.state === 'open') throw new Refused('it is already open');
    await addEntry(transaction, thread, 'reopened');
    await setState(transaction, thread, 'open');
    return 'Reopened';
  },
};

interface ActOnThread {
  reference: ThreadReference;
  action: ThreadAction;
  form: FormData;
}

/** Runs an action as the signed-in person. @throws {Refused} */
export async function actOnThread(
  transaction: Transaction<DB>,
  { reference, action, form }: ActOnThread,
): Promise<ActionResult> {
  const thread = await transaction
    .selectFrom('inbox_threads')
    .select(['id', 'state', 'request_id', 'message_id'])
    .where('kind', '=', reference.kind)
    .where('number', '=', String(reference.number))
    .forUpdate()
    .executeTakeFirst();
  if (!thread) throw new Refused(`${formatReference(reference)} does not exist`);
  const locked = { id: thread.id, state: thread.state as ThreadState };
  const message = await commands[action](transaction, locked, form);
  await logAdminAction(transaction, 'change_inbox', {
    resourceType: reference.kind === 'request' ? 'part_requests' : 'contact_messages',
    resourceId: thread.request_id ?? thread.message_id,
    reference: formatReference(reference),
    action,
  });
  return { done: true, message };
}

async function sendAnswer(
  transaction: Transaction<DB>,
  thread: LockedThread,
  form: FormData,
): Promise<string> {
  const text = readText(form, 'write an answer');
  const placeholder = findPlaceholder(text);
  if (placeholder !== undefined) throw new Refused(`replace ${placeholder} in the text`, 'text');
  const ids = z.array(z.uuid()).max(MAX_PARTS_PER_ANSWER).safeParse(form.getAll('part'));
  if (!ids.success) throw new Refused(`choose up to ${MAX_PARTS_PER_ANSWER} parts`);
  const other = await findUnseenAnswer(transaction, thread, String(form.get('seen') ?? ''));
  if (other) throw new Refused(`${other}. Your text is kept: read the answer before you send another one`);
  const parts = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'part_name'])
    .where(sql<boolean>`id = any (${ids.data}::uuid[])`)
    .execute();
  const chosen = [...new Set(ids.data)].flatMap((id) => parts.find((part) => part.id === id) ?? []);
  if (chosen.length < new Set(ids.data).size) {
    throw new Refused('a part was deleted from the catalog. Remove it and choose another one');
  }
  const entryId = await addEntry(transaction, thread, 'answer', text);
  if (chosen.length > 0) {
    await transaction
      .insertInto('inbox_parts')
      .values(
        chosen.map(({ id, part_name: name }, position) => ({
          entry_id: entryId,
          part_id: id,
          position,
          part_name: name.slice(0, 1000),
        })),
      )
      .execute();
  }
  await setState(transaction, thread, 'answered');
  return 'Answer sent';
}

/** Says who answered since the person has loaded the thread. */
async function findUnseenAnswer(
  transaction: Transaction<DB>,
  thread: LockedThread,
  seen: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; at: Date; name: string | null }>`
    select entry.id, entry.at, names.name
    from inbox_entries as entry left join lateral staff_names(array[entry.actor]) as names on true
    where thread_id = ${thread.id} and kind = 'answer' order by entry.id desc limit 1`.execute(transaction);
  const [last] = rows;
  if (!last || last.id === seen) return undefined;
  return `${last.name ?? 'A colleague'} answered ${relativeTime(last.at.toISOString(), new Date().toISOString())}`;
}

function readText(form: FormData, missing: string): string {
  const given = form.get('text');
  const text = (typeof given === 'string' ? given : '').replaceAll(/\r\n?/g, '\n').trim();
  if (text === '') throw new Refused(missing, 'text');
  if (text.length > MAX_ENTRY_LENGTH) throw new Refused(`use at most ${MAX_ENTRY_LENGTH} characters`, 'text');
  if (!/^[\P{Cc}\n\t]*$/u.test(text)) throw new Refused('use plain text', 'text');
  return text;
}

async function addEntry(
  transaction: Transaction<DB>,
  thread: LockedThread,
  kind: EntryKind,
  text: string | null = null,
): Promise<string> {
  const { id } = await transaction
    .insertInto('inbox_entries')
    .values({ thread_id: thread.id, kind, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the state. An open thread keeps its promise: the first one that the sender still waits for. */
async function setState(
  transaction: Transaction<DB>,
  thread: LockedThread,
  state: ThreadState,
): Promise<void> {
  await transaction
    .updateTable('inbox_threads')
    .set({
      state,
      changed_at: sql<Date>`now()`,
      waiting_since: state === 'open' ? sql<Date>`coalesce(waiting_since, now())` : null,
    })
    .where('id', '=', thread.id)
    .execute();
}
