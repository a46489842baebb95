import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { listCategories } from '#core/part-changes/list-parts.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { CategoriesView } from './categories-view.tsx';
import { deleteCategory } from './delete-category.server.ts';
import { renameCategory } from './rename-category.server.ts';
import type { Route } from './+types/categories.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: await asAdmin(context)(listCategories) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, name, new_name: newName, parts } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (name === undefined || name.includes('\0')) return refuseForm('Error changing category');
  if (intent === 'rename' && newName !== undefined)
    return answerAction(context, 'Error renaming category', () =>
      runAsAdmin((transaction) => renameCategory(transaction, { name, newName })),
    );
  const confirmed = Number(parts);
  if (intent !== 'delete' || !Number.isInteger(confirmed)) return refuseForm('Error deleting category');
  return answerAction(context, 'Error deleting category', () =>
    runAsAdmin((transaction) => deleteCategory(transaction, { name, confirmed })),
  );
}

export default function AdminCategories({ loaderData }: Route.ComponentProps) {
  return <CategoriesView {...loaderData} />;
}
