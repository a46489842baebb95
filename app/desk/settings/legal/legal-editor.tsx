import { useState } from 'react';
import {
  BUILT_IN_VERSION,
  formatLegalDate,
  legalPages,
  legalTitles,
  MAX_LEGAL_TEXT_LENGTH,
} from '#core/settings/legal-page.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { LeaveQuestion } from '#kit/leave-question.tsx';
import { Link } from '#kit/link.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { LegalTextResult, readLegalEditor } from './edit-legal-text.server.ts';
import { FormattedText } from '#core/legal/ui/formatted-text.tsx';

type LegalEditorProps = Awaited<ReturnType<typeof readLegalEditor>>;

const editorPath = (page: string) => `/admin/settings/legal?page=${page}`;

export function LegalEditor({ page, current, start, versions, placeholders }: LegalEditorProps) {
  const [body, setBody] = useState(start.body);
  const [seen, setSeen] = useState(current.version);
  const [intent, setIntent] = useState<'preview' | 'publish'>('preview');
  const [confirms, setConfirms] = useState(false);
  const action = useAction<LegalTextResult>({
    failure: intent === 'publish' ? 'Error publishing text' : 'Error showing preview',
    onSettled(answer) {
      if (answer.current !== undefined) setSeen(answer.current);
      setConfirms(false);
    },
  });
  const { busy, problem, result = { done: true, text: start.preview } } = action;
  const title = legalTitles[page];

  function send(next: typeof intent) {
    setIntent(next);
    action.send({ intent: next, page, body, seen: String(seen) });
  }

  return (
    <>
      <ScreenHead title="Legal pages" />
      <nav aria-label="Legal pages" className="mb-5 flex flex-wrap gap-2">
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
      {!result.done && (
        <Alert
          tone="danger"
          announce
          className="mb-4 wrap-anywhere"
          title={result.problems ? "This text can't be published" : problem}
        >
          {result.problems?.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </Alert>
      )}
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send('preview');
        }}
      >
        <TextArea
          label={`Text of the ${title}`}
          hint="Markdown without HTML: ## and ### for headings, - and 1. for lists, **bold**, *italic*, [link](/contact), tables with |."
          rows={20}
          maxLength={MAX_LEGAL_TEXT_LENGTH}
          spellCheck
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
        <details>
          <summary className="font-semibold">Placeholders for values from the settings</summary>
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm wrap-anywhere">
            {placeholders.map(({ name, value }) => (
              <div key={name} className="col-span-2 grid grid-cols-subgrid">
                <dt className="font-mono">{`{${name}}`}</dt>
                <dd className="text-muted">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            Preview
          </Button>
          <Button
            variant="primary"
            disabled={busy || body === current.body}
            onClick={() => setConfirms(true)}
          >
            Publish new version
          </Button>
        </div>
      </form>
      {result.done && result.text && result.text.length > 0 && (
        <section aria-label="Preview" className="mt-6">
          <p role="status" className="mb-2 font-semibold">
            Preview
          </p>
          <div className="card p-4 sm:p-6">
            <FormattedText text={result.text} />
          </div>
        </section>
      )}
      <Versions page={page} current={current} versions={versions} />
      <ConfirmDialog
        open={confirms}
        onOpenChange={(open) => !open && !busy && setConfirms(false)}
        title={`Publish this text as the ${title}?`}
        confirmLabel="Publish"
        variant="primary"
        busy={busy}
        onConfirm={() => send('publish')}
      >
        It goes live right away with today&apos;s date and applies to orders from now on. Earlier orders keep
        their version. A published version can&apos;t be changed or deleted.
      </ConfirmDialog>
      <LeaveQuestion hasChanges={body !== start.body && body !== current.body}>
        Your text has not been published.
      </LeaveQuestion>
    </>
  );
}

function Versions({ page, current, versions }: Pick<LegalEditorProps, 'page' | 'current' | 'versions'>) {
  const { timeZone } = useShop();
  return (
    <section aria-labelledby="legal-versions" className="mt-8">
      <h2 id="legal-versions" className="mb-3">
        Versions
      </h2>
      <ul className="grid gap-2">
        {versions.map(({ version, publishedAt, publishedBy }) => (
          <li key={version}>
            <TextLink to={`${editorPath(page)}&version=${version}`}>Version {version}</TextLink>
            {version === current.version && ' (current)'} of {formatLegalDate(publishedAt, timeZone)}
            {publishedBy && `, by ${publishedBy}`}
            {version === BUILT_IN_VERSION && ', built in'}
          </li>
        ))}
      </ul>
    </section>
  );
}
