import { useState } from 'react';
import type { ListPage } from '#core/platform/list-page.server.ts';
import { formatDollars } from '#core/values/money.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { AssistantsHead } from '../assistants-head.tsx';
import { platformsList } from '../assistants-pages.ts';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import type { PlatformRow } from './list-platforms.server.ts';

interface PlatformsViewProps {
  /** False if assistants can't shop here. */
  isOpen: boolean;
  siteUrl: string;
  /** Time of the server. */
  now: string;
  list: ListPage<PlatformRow>;
}

const SETTINGS = '/admin/settings?page=assistants';

export function PlatformsView({ isOpen, siteUrl, now, list }: PlatformsViewProps) {
  const [isChangingKey, setChangingKey] = useState(false);
  const action = useAction({ failure: 'Error changing the settings' });
  return (
    <>
      <AssistantsHead
        shown={platformsList.path}
        introduction="Platforms whose assistants search your parts and prepare purchases for people, such as ChatGPT and Gemini. Those that came last are first."
      >
        <Button size="small" onClick={() => setChangingKey(true)}>
          Change signing key
        </Button>
      </AssistantsHead>
      {!isOpen && (
        <Alert tone="warning" className="mb-4" title="Assistants can't shop here right now">
          Each of their requests is refused. <TextLink to={SETTINGS}>Turn them on in the settings</TextLink>
        </Alert>
      )}
      <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm wrap-anywhere">
        {isOpen && (
          <li>
            Assistants can shop here. <TextLink to={SETTINGS}>Settings</TextLink>
          </li>
        )}
        <Address name="Your profile" address={`${siteUrl}/.well-known/ucp`} />
        <Address name="In words" address={`${siteUrl}/llms.txt`} />
      </ul>
      {list.rows.length === 0 ? (
        <EmptyState title="No assistant has come yet" icon="MessagesSquare">
          They find your shop by the address of its profile. Nothing has to be registered.
        </EmptyState>
      ) : (
        <ListTable label="Platforms" columns={listColumns(now, action)} rows={list.rows} />
      )}
      <Pages
        previous={list.previous && platformsList.write({ before: list.previous })}
        next={list.next && platformsList.write({ after: list.next })}
      />
      {isChangingKey && <ChangeKeyDialog onClose={() => setChangingKey(false)} />}
    </>
  );
}

function Address({ name, address }: { name: string; address: string }) {
  return (
    <li>
      {name}:{' '}
      <a href={address} className="link">
        {address}
      </a>
    </li>
  );
}

function listColumns(now: string, action: ActionButtonProps['action']): Column<PlatformRow>[] {
  return [
    {
      label: 'Platform',
      card: 'title',
      className: 'min-w-48 wrap-anywhere',
      cell: ({ host, profileUrl }) => (
        <>
          <p>{host}</p>
          <p className="text-sm font-normal text-muted">{profileUrl}</p>
        </>
      ),
    },
    {
      label: 'State',
      card: 'corner',
      cell: ({ hasSigned, refusedBy }) => (
        <span className="flex flex-wrap gap-1.5">
          {refusedBy.length > 0 && <Badge tone="bad">Refused</Badge>}
          {hasSigned ? <Badge tone="good">Signs</Badge> : <Badge>Not signed</Badge>}
        </span>
      ),
    },
    {
      label: 'Last 7 days',
      card: 'body',
      cell: ({ carts, checkouts }) => (
        <p>
          {count(carts, 'cart')}, {count(checkouts, 'checkout')}
          <span className="lg:hidden"> in 7 days</span>
        </p>
      ),
    },
    {
      label: 'Last 90 days',
      card: 'body',
      cell: ({ orders, cents, missed }) => (
        <>
          <p>
            {count(orders, 'paid order')}
            {orders > 0 && `, ${formatDollars(cents)}`}
            <span className="lg:hidden"> in 90 days</span>
          </p>
          {missed > 0 && (
            <p className="text-sm text-muted">
              {missed === 1 ? '1 search' : `${missed.toLocaleString('en-US')} searches`} without a result
            </p>
          )}
        </>
      ),
    },
    {
      label: 'Seen',
      card: 'body',
      cell: ({ firstSeen, lastSeen }) => (
        <p className="max-lg:text-sm max-lg:text-muted">
          <span className="lg:hidden">Seen: </span>
          <Ago time={lastSeen} now={now} />, first <Ago time={firstSeen} now={now} />
        </p>
      ),
    },
    {
      label: 'Service',
      card: 'body',
      cell: ({ host, refusedBy }) => {
        const isRefused = refusedBy.length > 0;
        const label = isRefused ? 'Serve again' : 'Refuse';
        return (
          <ActionButton
            action={action}
            fields={{ intent: isRefused ? 'serve' : 'refuse', host }}
            size="small"
            className="max-lg:mt-2"
            aria-label={`${label}: ${host}`}
          >
            {label}
          </ActionButton>
        );
      },
    },
  ];
}

function count(number: number, of: string): string {
  return `${number.toLocaleString('en-US')} ${of}${number === 1 ? '' : 's'}`;
}
