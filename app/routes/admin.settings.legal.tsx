import { data } from 'react-router';
import { isLegalPage } from '#domain/legal-page.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { readLegalEditor } from '#features/business/legal/edit-legal-text.server.ts';
import { LegalEditor } from '#features/business/legal/legal-editor.tsx';
import { SettingsFrame } from '#features/settings/settings-frame.tsx';
import type { Route } from './+types/admin.settings.legal.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const page = parameters.get('page') ?? 'terms';
  if (!isLegalPage(page)) throw data(null, { status: 404 });
  const opened = parameters.get('version');
  const editor = await asAdmin(context)((transaction) => readLegalEditor(transaction, page, opened));
  return { ...editor, key: `${page} ${opened}` };
}

export default function AdminLegalTexts({ loaderData: { key, ...editor } }: Route.ComponentProps) {
  return (
    <SettingsFrame page="legal">
      <LegalEditor key={key} {...editor} />
    </SettingsFrame>
  );
}
