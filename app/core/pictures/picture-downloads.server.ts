/** Downloads files of other sites. */
export interface PictureDownloads {
  /**
   * Fetches a file by https from public addresses only. Throws only if `stop` aborts. `problem` is for admins. `isFinal` means
   * that another attempt would not help.
   */
  fetch(
    address: string,
    limits: { maxBytes: number },
    stop: AbortSignal,
  ): Promise<{ content: Uint8Array<ArrayBuffer> } | { problem: string; isFinal: boolean }>;
}
