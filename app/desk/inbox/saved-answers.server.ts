import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  MAX_SAVED_ANSWER_LENGTH,
  MAX_SAVED_ANSWER_TITLE,
  MAX_SAVED_ANSWERS,
  type SavedAnswer,
} from './check-saved-answer.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

export const savedAnswerRefusals = {
  saved_answers_title_key: 'another saved answer has this title',
  saved_answers_count: `there are ${MAX_SAVED_ANSWERS} saved answers already. Delete one first`,
};

/** Lists saved answers by title, as the signed-in person. */
export function listSavedAnswers(transaction: Transaction<DB>): Promise<SavedAnswer[]> {
  return transaction
    .selectFrom('saved_answers')
    .select(['id', 'title', 'text'])
    .orderBy((eb) => eb.fn('lower', ['title']))
    .limit(MAX_SAVED_ANSWERS)
    .execute();
}

interface SaveAnswer {
  /** A UUID, or 'new'. */
  id: string;
  title: string | undefined;
  text: string | undefined;
}

/** Adds a saved answer, or changes one. */
export async function saveAnswer(
  transaction: Transaction<DB>,
  { id, ...sent }: SaveAnswer,
): Promise<ActionResult> {
  const title = readText(sent.title).replaceAll(/\s+/g, ' ');
  const text = readText(sent.text);
  const errors = {
    ...findProblem('title', title, MAX_SAVED_ANSWER_TITLE),
    ...findProblem('text', text, MAX_SAVED_ANSWER_LENGTH),
  };
  if (Object.keys(errors).length > 0) return { done: false, errors };
  const saved =
    id === 'new'
      ? await transaction
          .insertInto('saved_answers')
          .values({ title, text })
          .returning('id')
          .executeTakeFirst()
      : await transaction
          .updateTable('saved_answers')
          .set({ title, text })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
  if (!saved) throw new Refused('someone has deleted it. Copy your text');
  await logAdminAction(transaction, 'save_answer', {
    resourceType: 'saved_answers',
    resourceId: saved.id,
    title,
  });
  return { done: true, message: 'Answer saved' };
}

/** Does nothing if it is deleted already. */
export async function deleteSavedAnswer(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const deleted = await transaction
    .deleteFrom('saved_answers')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  if (deleted) {
    await logAdminAction(transaction, 'delete_saved_answer', {
      resourceType: 'saved_answers',
      resourceId: id,
      title: deleted.title,
    });
  }
  return { done: true, message: 'Saved answer deleted' };
}

function readText(sent = ''): string {
  return sent.replaceAll(/\r\n?/g, '\n').trim();
}

function findProblem(field: 'title' | 'text', text: string, max: number): Record<string, string> {
  if (text === '') return { [field]: `Please enter a ${field}` };
  if (text.length > max) return { [field]: `At most ${max.toLocaleString('en-US')} characters` };
  return /^[\P{Cc}\n\t]*$/u.test(text) ? {} : { [field]: 'Use plain text' };
}
