import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useNavigate } from '#ui/offline.ts';
import type { LegalEditor, LegalTextResult } from '#domain/legal-editor.ts';
import { formatLegalDate, legalPages, legalTitles } from '#domain/legal-page.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type BlockedNavigation, LeaveGuard } from '#ui/leave-guard.tsx';
import { Link } from '#ui/link.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextLink } from '#ui/text-link.tsx';
import { useShop } from '#ui/use-shop.ts';
import { sendAction } from '#ui/actions/action-result.ts';
import { LegalTextForm } from './legal-text-form.tsx';
import { LegalTextVersions } from './legal-text-versions.tsx';

const editorPath = (page: string) => `/admin/settings/legal?page=${page}`;

/** What is typed stays while the admin looks at another page or version. */
type Drafts = Partial<Record<string, { body: string; seen: number }>>;

export function LegalTextsView({ page, version, body, versions, viewed, placeholders }: LegalEditor) {
  const { timeZone } = useShop();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [publishing, setPublishing] = useState<{ body: string; seen: number }>();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<LegalTextResult & { page: string }>();
  const [leaving, setLeaving] = useState<BlockedNavigation>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const draft = drafts[page] ?? { body, seen: version };
  const shown = result?.page === page ? result : undefined;
  const title = legalTitles[page];

  function edit(next: string) {
    // A text that was changed back follows the stored one again.
    setDrafts({ ...drafts, [page]: next === body ? undefined : { ...draft, body: next } });
  }

  async function send(intent: 'preview' | 'publish', sent: { body: string; seen: number }) {
    setBusy(true);
    const form = new FormData();
    form.set('intent', intent);
    form.set('body', sent.body);
    form.set('seen', String(sent.seen));
    const failure = intent === 'publish' ? 'Error publishing text' : 'Error showing preview';
    const next: LegalTextResult = await sendAction<LegalTextResult>(`/admin/legal-text/${page}`, {
      body: form,
      failure,
    });
    setResult({ ...next, page });
    setBusy(false);
    setPublishing(undefined);
    if (intent === 'publish' && next.done) {
      setDrafts({ ...drafts, [page]: undefined });
      setResult(undefined);
      if (viewed) await navigate(editorPath(page), { preventScrollReset: true });
      else await revalidate();
    }
    if (next.current !== undefined) {
      setDrafts({ ...drafts, [page]: { body: sent.body, seen: next.current } });
      await revalidate();
    }
    if (next.message) await showToast({ title: next.message, kind: next.done ? 'success' : 'error' });
  }

  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Legal pages
      </h2>
      <nav aria-label="Legal pages" className="mt-3 mb-6 flex flex-wrap gap-2">
        {legalPages.map((name) => (
          <Link
            key={name}
            to={editorPath(name)}
            preventScrollReset
            aria-current={name === page ? 'page' : undefined}
            className="button button-secondary button-medium aria-[current=page]:border-action aria-[current=page]:bg-sunken"
          >
            {legalTitles[name]}
          </Link>
        ))}
      </nav>
      <Problems result={shown} />
      {viewed ? (
        <section aria-label={`Version ${viewed.version}`}>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <p>
              This is version {viewed.version}, of {formatLegalDate(viewed.publishedAt, timeZone)}.{' '}
              <TextLink to={editorPath(page)} preventScrollReset>
                Back to the current text
              </TextLink>
            </p>
            {viewed.version !== version && (
              <Button onClick={() => setPublishing({ body: viewed.body, seen: version })}>
                Restore as a new version
              </Button>
            )}
          </div>
          <Preview text={viewed.text} />
        </section>
      ) : (
        <>
          <LegalTextForm
            title={title}
            body={draft.body}
            busy={busy}
            changed={draft.body !== body}
            placeholders={placeholders}
            onChange={edit}
            onPreview={() => void send('preview', draft)}
            onPublish={() => setPublishing(draft)}
          />
          {shown?.done && shown.text && (
            <section aria-label="Preview" className="mt-6">
              <p role="status" className="mb-2 font-semibold">
                Preview
              </p>
              <Preview text={shown.text} />
            </section>
          )}
        </>
      )}
      <LegalTextVersions title={title} path={editorPath(page)} current={version} versions={versions} />
      <ConfirmDialog
        open={publishing !== undefined}
        onOpenChange={(open) => !open && !busy && setPublishing(undefined)}
        title={`Publish this text as the ${title}?`}
        confirmLabel="Publish"
        variant="primary"
        busy={busy}
        onConfirm={() => publishing && void send('publish', publishing)}
      >
        It goes live right away with today&apos;s date and applies to orders from now on. Earlier orders keep
        their version. A published version can&apos;t be changed or deleted.
      </ConfirmDialog>
      <LeaveGuard
        links="to-pages"
        hasChanges={() => Object.values(drafts).some(Boolean)}
        onLeave={setLeaving}
      />
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => {
          if (!open) leaving?.reset();
          setLeaving(undefined);
        }}
        title="Discard your changes?"
        confirmLabel="Discard Changes"
        cancelLabel="Keep Editing"
        returnFocusTo={heading}
        onConfirm={() => {
          setLeaving(undefined);
          leaving?.proceed();
        }}
      >
        Your text has not been published.
      </ConfirmDialog>
    </>
  );
}

function Preview({ text }: Pick<Required<LegalTextResult>, 'text'>) {
  return (
    <div className="card p-4 sm:p-6">
      <RichText text={text} />
    </div>
  );
}

function Problems({ result }: { result: LegalTextResult | undefined }) {
  if (!result || result.done) return null;
  const { problems = [], message } = result;
  return (
    <Alert
      tone="danger"
      announce
      className="mb-4"
      title={problems.length > 0 ? "This text can't be published" : message}
    >
      {problems.length > 0 && (
        <ul className="list-disc pl-5 wrap-anywhere">
          {problems.map(({ line, message: reason }) => (
            <li key={`${line} ${reason}`}>{line === null ? reason : `Line ${line}: ${reason}`}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
