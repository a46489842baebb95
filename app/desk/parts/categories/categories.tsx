import { CategoriesView } from './categories-view.tsx';
import { listCategories } from '#core/part-changes/list-parts.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import type { Route } from './+types/categories.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: await asAdmin(context)(listCategories) };
}

export default function AdminCategories({ loaderData }: Route.ComponentProps) {
  return <CategoriesView {...loaderData} />;
}
