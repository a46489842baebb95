import { useState } from 'react';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { SettingsHistory, SettingsVersion } from '#core/settings/read-settings-page.server.ts';

export function SettingsHistory({ history: { versions, newest, older } }: { history: SettingsHistory }) {
  const [restoring, setRestoring] = useState<number>();
  return (
    <div className="grid gap-4">
      <ol className="grid gap-3">
        {versions.map((version) => (
          <Card key={version.version} as="li" className="grid gap-3">
            <VersionCard version={version} />
            {version.version !== newest && (
              <Button
                size="small"
                className="justify-self-start"
                aria-label={`Restore this version: ${version.version}`}
                onClick={() => setRestoring(version.version)}
              >
                Restore this version
              </Button>
            )}
          </Card>
        ))}
      </ol>
      {older !== null && (
        <ButtonLink to={`/admin/settings?page=history&before=${older}`} className="justify-self-start">
          Older versions
        </ButtonLink>
      )}
      {restoring !== undefined && (
        <ConfirmAction
          title={`Restore version ${restoring}?`}
          variant="primary"
          confirmLabel="Restore version"
          busyLabel="Restoring..."
          fields={{ intent: 'restore', version: String(restoring), seenVersion: String(newest) }}
          failure="Error restoring settings"
          onClose={() => setRestoring(undefined)}
        >
          All settings become what they were in this version. The current ones stay in the history.
        </ConfirmAction>
      )}
    </div>
  );
}

function VersionCard({ version: { version, at, by, changes, changeCount } }: { version: SettingsVersion }) {
  const { timeZone } = useShop();
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <div className="min-w-0">
      <h2>Version {version}</h2>
      <p className="text-sm text-muted">
        <time dateTime={at}>{time.format(new Date(at))}</time>, {by ?? 'on the server'}
      </p>
      {version === 1 && <p className="mt-2">The shop&apos;s first settings.</p>}
      {changes.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {changes.map(({ field, before, after }) => (
            <li key={field} className="min-w-0 wrap-anywhere">
              {field}: <del className="text-muted">{before}</del> <span aria-hidden>→</span>{' '}
              <ins>{after}</ins>
            </li>
          ))}
        </ul>
      )}
      {changeCount > changes.length && (
        <p className="text-sm text-muted">And {changeCount - changes.length} more.</p>
      )}
    </div>
  );
}
