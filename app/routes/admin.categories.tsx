import { CategoriesView } from '#features/admin/categories-view.tsx';
import { listCategories } from '#features/admin/list-parts.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import type { Route } from './+types/admin.categories.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: await asAdmin(context)(listCategories) };
}

export default function AdminCategories({ loaderData }: Route.ComponentProps) {
  return <CategoriesView {...loaderData} />;
}
