import { onlyAdmins } from '#features/admin/only-admins.server.ts';
import { AdminFrame } from '#features/admin/admin-frame.tsx';
import type { Route } from './+types/admin.ts';

export const middleware: Route.MiddlewareFunction[] = [onlyAdmins];

/** Asked for on each way in, so that whoever is no admin is sent away then. */
export function loader() {
  return null;
}

export function meta() {
  return [{ title: 'Admin Panel | Partyard' }, { name: 'robots', content: 'noindex' }];
}

export default function Admin() {
  return <AdminFrame />;
}
