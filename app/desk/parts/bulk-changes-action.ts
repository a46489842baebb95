import { listAddress } from '#core/values/list-address.ts';

/** Screen whose action starts, undoes and stops changes of many parts. */
export const BULK_CHANGES_PATH = '/admin/bulk-changes';

export const bulkChangesList = listAddress(BULK_CHANGES_PATH, {});

/** Begins the message when it fails. */
export const bulkFailures = {
  start: 'Error changing parts',
  rename: 'Error renaming',
  undo: 'Error undoing the change',
  stop: 'Error stopping the change',
} as const;
