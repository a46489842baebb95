import { Alert } from '#kit/alert.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { formatLines } from '#core/imports/files/describe-change.ts';
import type { PartImport } from '#core/imports/files/list-part-changes.server.ts';

interface FindingsProps extends Pick<ActionButtonProps, 'action'> {
  row: Pick<PartImport, 'findings' | 'hidden' | 'reasons'>;
}

/** Shows what looks wrong in a checked file, with a click that corrects a whole column, and why lines are rejected. */
export function FindingsOfCheck({ action, row: { findings, hidden, reasons } }: FindingsProps) {
  return (
    <>
      {findings.map(({ text, remedy }) => (
        <Alert key={text} tone="warning" title={text} className="mb-4">
          {remedy && (
            <ActionButton
              action={action}
              fields={{ intent: 'correct', remedy: remedy.name }}
              className="mt-2"
            >
              {remedy.label}
            </ActionButton>
          )}
        </Alert>
      ))}
      {hidden > 0 && (
        <p className="mb-4 text-sm">
          {formatPartCount(hidden)} {hidden === 1 ? 'comes' : 'come'} hidden, until you show{' '}
          {hidden === 1 ? 'it' : 'them'}.
        </p>
      )}
      {reasons.length > 0 && (
        <section aria-labelledby="rejected" className="mb-4 max-w-prose">
          <h2 id="rejected" className="mb-1 text-base">
            Why lines are rejected
          </h2>
          <ul className="text-sm">
            {reasons.map(({ reason, lines }) => (
              <li key={reason} className="wrap-anywhere">
                <span className="text-muted tabular-nums">{formatLines(lines)}:</span> {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
