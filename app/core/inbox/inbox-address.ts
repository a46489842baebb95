import { choice, listAddress, type QueryOf, searchText } from '#core/values/list-address.ts';
import { formatReference, type InboxKind, type ThreadState } from './inbox.ts';

/** Name in addresses -> title. The first one is shown first. */
export const inboxViews = { open: 'Open', answered: 'Answered', closed: 'Closed', all: 'All' } as const;

export type InboxView = keyof typeof inboxViews;

export const SAVED_ANSWERS_PATH = '/admin/messages/saved-answers';

export const inboxPaths: Record<InboxKind, string> = {
  request: '/admin/requests',
  message: '/admin/messages',
};

export function stateOf(view: InboxView): ThreadState | null {
  return view === 'all' ? null : view;
}

const parameters = { view: choice(inboxViews), q: searchText() };

export const inboxLists = {
  request: listAddress(inboxPaths.request, parameters),
  message: listAddress(inboxPaths.message, parameters),
};

export type InboxQuery = QueryOf<typeof inboxLists.request>;

export function threadAddress(thread: { kind: InboxKind; number: number }): string {
  return `${inboxPaths[thread.kind]}/${formatReference(thread)}`;
}
