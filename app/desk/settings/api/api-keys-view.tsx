import { type ReactNode, useState } from 'react';
import { type ApiKey, apiScopes } from '#core/api/api-key.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';

export function ApiKeysView({ keys, now }: { keys: ApiKey[]; now: string }) {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <section aria-labelledby="api-keys">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 id="api-keys">API keys</h2>
        <Button variant="primary" onClick={() => setCreating(true)}>
          <Icon name="Plus" /> Create key
        </Button>
      </div>
      <p className="mb-4 max-w-prose text-muted">
        Your other programs use a key to read and change parts and to read orders. What they can do is
        described in{' '}
        <a href="/api/v1/openapi.json" className="link">
          /api/v1/openapi.json
        </a>
        .
      </p>
      {keys.length === 0 && (
        <EmptyState title="No keys yet" icon="KeyRound" level={3}>
          Create one for each program, so that you can revoke them separately.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {keys.map((key) => (
          <KeyCard key={key.id} apiKey={key} now={now}>
            {key.revokedAt === null && (
              <Button size="small" aria-label={`Revoke the key ${key.name}`} onClick={() => setRevoking(key)}>
                Revoke
              </Button>
            )}
          </KeyCard>
        ))}
      </ul>
      {creating && <ApiKeyDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <ConfirmAction
          title={`Revoke the key ${revoking.name}?`}
          confirmLabel="Revoke key"
          busyLabel="Revoking..."
          fields={{ intent: 'revoke-key', id: revoking.id }}
          failure="Error revoking key"
          onClose={() => setRevoking(undefined)}
        >
          Programs that use it lose access right away. This can't be undone.
        </ConfirmAction>
      )}
    </section>
  );
}

interface KeyCardProps {
  apiKey: ApiKey;
  now: string;
  children: ReactNode;
}

function KeyCard({ apiKey, now, children }: KeyCardProps) {
  const { name, scopes, createdBy, createdAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <Card as="li" className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {revokedAt !== null && <Badge tone="bad">Revoked</Badge>}
        </p>
        <ul className="mt-0.5 text-sm">
          {scopes.map((scope) => (
            <li key={scope}>{apiScopes[scope]}</li>
          ))}
        </ul>
        <p className="mt-1 text-sm text-muted">
          Created <Ago time={createdAt} now={now} />
          {createdBy !== null && ` by ${createdBy}`}.{' '}
          {revokedAt !== null ? (
            <>
              Revoked <Ago time={revokedAt} now={now} />.
            </>
          ) : lastUsedAt === null ? (
            'Never used.'
          ) : (
            <>
              Last used <Ago time={lastUsedAt} now={now} />.
            </>
          )}
        </p>
      </div>
      <div className="shrink-0">{children}</div>
    </Card>
  );
}
