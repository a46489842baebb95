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
  threadFailures,
  type ThreadReference,
  type ThreadState,
} from '#core/inbox/inbox.ts';
import { findPlaceholder } from '../check-saved-answer.ts';
import { relativeTime } from '#core/values/relative-time.ts';
import type { ActionResult } from '#core/values/action-result.ts';

interface LockedThread {
  id: string;
  state: ThreadState;
}

/** The reason why an action is not done, for the person. `isText`: the text is what is wrong. */
type Refusal = { refused: string; isText?: boolean };

type Command = (
  transaction: Transaction<DB>,
  thread: LockedThread,
  form: FormData,
) => Promise<{ message: string } | Refusal>;

const commands: Record<ThreadAction, Command> = {
  answer: sendAnswer,
  async reply(transaction, thread, form) {
    const read = readText(form, 'paste what they wrote');
    if ('refused' in read) return read;
    await addEntry(transaction, thread, 'reply', read.text);
    await setState(transaction, thread, 'open');
    return { message: 'Reply added' };
  },
  async note(transaction, thread, form) {
    const read = readText(form, 'write something');
    if ('refused' in read) return read;
    await addEntry(transaction, thread, 'note', read.text);
    await setState(transaction, thread, thread.state);
    return { message: 'Note added' };
  },
  async close(transaction, thread) {
    if (thread.state === 'closed') return { refused: 'it is already closed' };
    await addEntry(transaction, thread, 'closed');
    await setState(transaction, thread, 'closed');
    return { message: 'Closed' };
  },
  async reopen(transaction, thread) {
    if (thread.state === 'open') return { refused: 'it is already open' };
    await addEntry(transaction, thread, 'reopened');
    await setState(transaction, thread, 'open');
    return { message: 'Reopened' };
  },
};

interface ActOnThread {
  reference: ThreadReference;
  action: ThreadAction;
  form: FormData;
}

/** Runs an action as the signed-in person. What is refused changes nothing. */
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
  const result = thread
    ? await commands[action](transaction, { id: thread.id, state: thread.state as ThreadState }, form)
    : { refused: `${formatReference(reference)} does not exist` };
  if (!thread || 'refused' in result) {
    const { refused, isText }: Refusal = 'refused' in result ? result : { refused: '' };
    const message = `${threadFailures[action]}: ${refused}`;
    return { done: false, message, ...(isText && { errors: { text: message } }) };
  }
  await logAdminAction(transaction, 'change_inbox', {
    resourceType: reference.kind === 'request' ? 'part_requests' : 'contact_messages',
    resourceId: thread.request_id ?? thread.message_id,
    reference: formatReference(reference),
    action,
  });
  return { done: true, ...result };
}

async function sendAnswer(
  transaction: Transaction<DB>,
  thread: LockedThread,
  form: FormData,
): Promise<{ message: string } | Refusal> {
  const read = readText(form, 'write an answer');
  if ('refused' in read) return read;
  const placeholder = findPlaceholder(read.text);
  if (placeholder !== undefined) return { refused: `replace ${placeholder} in the text`, isText: true };
  const ids = z.array(z.uuid()).max(MAX_PARTS_PER_ANSWER).safeParse(form.getAll('part'));
  if (!ids.success) return { refused: `choose up to ${MAX_PARTS_PER_ANSWER} parts` };
  const other = await findUnseenAnswer(transaction, thread, String(form.get('seen') ?? ''));
  if (other) return { refused: `${other}. Your text is kept: read the answer before you send another one` };
  const parts = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'part_name'])
    .where(sql<boolean>`id = any (${ids.data}::uuid[])`)
    .execute();
  const chosen = [...new Set(ids.data)].flatMap((id) => parts.find((part) => part.id === id) ?? []);
  if (chosen.length < new Set(ids.data).size) {
    return { refused: 'a part was deleted from the catalog. Remove it and choose another one' };
  }
  const entryId = await addEntry(transaction, thread, 'answer', read.text);
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
  return { message: 'Answer sent' };
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

function readText(form: FormData, missing: string): { text: string } | Refusal {
  const given = form.get('text');
  const text = (typeof given === 'string' ? given : '').replaceAll(/\r\n?/g, '\n').trim();
  if (text === '') return { refused: missing, isText: true };
  if (text.length > MAX_ENTRY_LENGTH) {
    return { refused: `use at most ${MAX_ENTRY_LENGTH} characters`, isText: true };
  }
  if (!/^[\P{Cc}\n\t]*$/u.test(text)) return { refused: 'use plain text', isText: true };
  return { text };
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

/** An open thread keeps its promise: the first one that the sender still waits for. */
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
