import { data } from 'react-router';
import { isLegalPage } from '#core/settings/legal-page.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readLegalEditor } from './edit-legal-text.server.ts';
import { LegalEditor } from './legal-editor.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import type { Route } from './+types/legal.ts';

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
