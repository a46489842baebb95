import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { approveCertificate, revokeCertificate } from './certificates.server.ts';
import type { Route } from './+types/certificate.ts';

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
