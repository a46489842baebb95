/** Begins the message when a file can't be uploaded. */
export const UPLOAD_FAILURE = 'Error importing the file';

/** Action on an import -> beginning of the message when it fails. */
export const importFailures = {
  'read-again': 'Error reading the file',
  correct: 'Error importing the file',
  check: 'Error importing the file',
  map: 'Error importing the file',
  name: 'Error saving the names',
  apply: 'Error importing the file',
  stop: 'Error stopping the import',
  undo: 'Error undoing the import',
  zip: 'Error adding the pictures',
  'add-pictures': 'Error adding the pictures',
  'retry-pictures': 'Error adding the pictures',
  discard: 'Error discarding the import',
  reopen: 'Error opening the import',
} as const;
