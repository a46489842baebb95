/** Says why a file can't be imported. The message is for the admin. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}
