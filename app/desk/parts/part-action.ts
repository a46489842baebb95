/** Returns where forms about a part are sent. `id` is 'new' for one that is added. */
export const partAction = (id: string) => `/admin/part/${id}`;

/** Begins the message when it fails. */
export const partFailures = {
  save: 'Error saving part',
  delete: 'Error deleting part',
  'mark-sold': 'Error marking as sold',
} as const;
