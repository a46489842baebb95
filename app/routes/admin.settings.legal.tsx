import { data } from 'react-router';
import { isLegalPage, parseLegalVersion } from '#domain/legal-page.ts';
import { LegalTextsView } from '#features/admin/legal-texts-view.tsx';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { readLegalEditor } from '#features/business/legal/publish-legal-text.server.ts';
import { SettingsFrame } from '#features/settings/settings-frame.tsx';
import type { Route } from './+types/admin.settings.legal.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const page = parameters.get('page') ?? 'terms';
  const asked = parameters.get('version');
  if (!isLegalPage(page)) throw data(null, { status: 404 });
  const version = asked === null ? undefined : parseLegalVersion(asked);
  const editor = await asAdmin(context)((transaction) => readLegalEditor(transaction, page, version));
  if (asked !== null && !editor.viewed) throw data(null, { status: 404 });
  return editor;
}

export default function AdminLegalTexts({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame page="legal">
      <LegalTextsView {...loaderData} />
    </SettingsFrame>
  );
}
