import { data } from 'react-router';
import { isLegalPage } from '#core/settings/legal-page.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { previewLegalText, publishLegalText } from './edit-legal-text.server.ts';
import type { Route } from './+types/legal-text.ts';

export async function action({ request, params: { page }, context }: Route.ActionArgs) {
  if (!isLegalPage(page)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error publishing text', async () => {
    const form = await request.formData().catch(() => new FormData());
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    // Browsers send forms with CRLF. PostgreSQL can't store NUL.
    const body = text('body').replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
    return asAdmin(context)((transaction) =>
      text('intent') === 'publish'
        ? publishLegalText(transaction, { page, body, seen: text('seen') })
        : previewLegalText(transaction, body),
    );
  });
}
