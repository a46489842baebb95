import { data } from 'react-router';
import { isLegalPage } from '#core/settings/legal-page.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import {
  legalTextRefusals,
  previewLegalText,
  publishLegalText,
  readLegalEditor,
} from './edit-legal-text.server.ts';
import { LegalEditor } from './legal-editor.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { type Accepts, FORM_TYPES } from '#core/values/accepts.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/legal.ts';

export const meta = panelPage('Legal texts');

/** Fits 40,000 characters of up to three bytes, sent as multipart/form-data. */
export const accepts: Accepts = { kilobytes: 128, types: FORM_TYPES };

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const page = parameters.get('page') ?? 'terms';
  if (!isLegalPage(page)) throw data(null, { status: 404 });
  const opened = parameters.get('version');
  const editor = await asAdmin(context)((transaction) => readLegalEditor(transaction, page, opened));
  return { ...editor, key: `${page} ${opened}` };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, page = '', body: sentBody = '', seen = '' } = await readFields(request);
  const failure = 'Error publishing text';
  if ((intent !== 'preview' && intent !== 'publish') || !isLegalPage(page)) return refuseForm(failure);
  // Browsers send forms with CRLF. PostgreSQL can't store NUL.
  const body = sentBody.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
  return answerAction(
    context,
    failure,
    () =>
      asAdmin(context)((transaction) =>
        intent === 'publish'
          ? publishLegalText(transaction, { page, body, seen })
          : previewLegalText(transaction, body),
      ),
    legalTextRefusals,
  );
}

export default function AdminLegalTexts({ loaderData: { key, ...editor } }: Route.ComponentProps) {
  return (
    <SettingsFrame>
      <LegalEditor key={key} {...editor} />
    </SettingsFrame>
  );
}
