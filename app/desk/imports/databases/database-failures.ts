/** Action on a database of ids -> beginning of the message when it fails. */
export const databaseFailures = {
  start: 'Error uploading the database',
  read: 'Error uploading the database',
  delete: 'Error deleting the database',
  forget: 'Error removing the name',
} as const;
