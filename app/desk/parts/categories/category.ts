import { data } from 'react-router';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { renameCategory } from './rename-category.server.ts';
import { deleteCategory, MorePartsThanConfirmed } from './delete-category.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import type { Route } from './+types/category.ts';

/** Renames a category, or deletes it, unless it has more than `parts` parts. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method === 'POST') {
    return respondWithResult(context, 'Error renaming category', async (): Promise<ActionResult> => {
      const form = await request.formData().catch(() => new FormData());
      const name = form.get('name');
      const newName = form.get('new_name');
      if (typeof name !== 'string' || name.includes('\0') || typeof newName !== 'string') {
        return { done: false, message: 'Error renaming category: the name is missing' };
      }
      return asAdmin(context)((transaction) => renameCategory(transaction, { name, newName }));
    });
  }
  if (request.method !== 'DELETE') throw data(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
  return respondWithResult(context, 'Error deleting category', async (): Promise<ActionResult> => {
    const form = await request.formData().catch(() => new FormData());
    const name = form.get('name');
    const confirmed = Number(form.get('parts') ?? Number.NaN);
    if (typeof name !== 'string' || name.includes('\0') || !Number.isInteger(confirmed)) {
      return { done: false, message: 'Error deleting category: the name or the number of parts is missing' };
    }
    try {
      return await asAdmin(context)((transaction) => deleteCategory(transaction, { name, confirmed }));
    } catch (error) {
      if (!(error instanceof MorePartsThanConfirmed)) throw error;
      return { done: false, message: `Error deleting category: ${error.message}` };
    }
  });
}
