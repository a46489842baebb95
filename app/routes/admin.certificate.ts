import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import { approveCertificate, revokeCertificate } from '#features/admin/sales-tax/certificates.server.ts';
import type { Route } from './+types/admin.certificate.ts';

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { method } = request;
  if (!isId(id) && (id !== 'new' || method === 'DELETE')) throw data(null, { status: 404 });
  const runAsAdmin = asAdmin(context);
  if (method === 'DELETE') {
    return respondWithResult(context, 'Error revoking certificate', () =>
      runAsAdmin((transaction) => revokeCertificate(transaction, id)),
    );
  }
  // Certificates never change.
  if (method !== 'POST' || id !== 'new') {
    throw data(null, { status: 405, headers: { Allow: id === 'new' ? 'POST' : 'DELETE' } });
  }
  return respondWithResult(context, 'Error approving certificate', async () => {
    const form = await request.formData().catch(() => new FormData());
    return runAsAdmin((transaction) => approveCertificate(transaction, Object.fromEntries(form)));
  });
}
