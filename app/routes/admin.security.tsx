import { SecurityView } from '#features/admin/security-view.tsx';

/** Asked for on each way in, so that whoever is no admin is sent away then. */
export function loader() {
  return null;
}

export default function AdminSecurity() {
  return <SecurityView />;
}
