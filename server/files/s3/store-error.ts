/** A failure of the store of files. Its message names the store's own code. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** The store's code, such as NoSuchKey, or the network's, such as ECONNREFUSED. */
  readonly code: string;
  /** True if the same request may succeed later. */
  readonly isTemporary: boolean;
  /** The region where the store says that the bucket is. */
  readonly region: string | undefined;

  constructor(
    code: string,
    message: string,
    options: { isTemporary: boolean; region?: string | undefined; cause?: unknown },
  ) {
    super(`${code}: ${message}`, { cause: options.cause });
    this.code = code;
    this.isTemporary = options.isTemporary;
    this.region = options.region;
  }
}
