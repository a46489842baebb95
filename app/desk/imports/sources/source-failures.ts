/** Action on a scheduled import or one of its runs -> beginning of the message when it fails. */
export const sourceFailures = {
  save: 'Error saving the import',
  pause: 'Error saving the import',
  resume: 'Error saving the import',
  run: 'Error starting the import',
  'confirm-key': 'Error confirming the key',
  delete: 'Error deleting the import',
  'confirm-run': 'Error importing the file',
  'discard-run': 'Error discarding the file',
  'undo-run': 'Error undoing the import',
} as const;
