import { importLimits } from '#core/imports/files/import-limits.ts';
import type { ActionResult } from '#core/values/action-result.ts';

const RETRIES = 3;

interface UploadPieces {
  /** Lacks the place of the piece. */
  address: string;
  failure: string;
  onProgress: (percent: number) => void;
}

/** Uploads a file in pieces, so that a connection that breaks repeats only one. */
export async function uploadPieces(
  file: File,
  { address, failure, onProgress }: UploadPieces,
): Promise<ActionResult> {
  const { pieceBytes } = importLimits;
  for (let place = 0; place * pieceBytes < file.size; place += 1) {
    const piece = file.slice(place * pieceBytes, (place + 1) * pieceBytes);
    const result = await sendPiece(`${address}/${place}`, piece, failure);
    if (!result.done) return result;
    onProgress(Math.min(100, Math.round((((place + 1) * pieceBytes) / file.size) * 100)));
  }
  return { done: true };
}

async function sendPiece(address: string, piece: Blob, failure: string): Promise<ActionResult> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(address, {
        method: 'POST',
        body: piece,
        headers: { 'Content-Type': 'application/octet-stream' },
      });
      return (await response.json()) as ActionResult;
    } catch {
      if (tries === RETRIES)
        return { done: false, message: `${failure}: the connection failed, or the file was changed` };
    }
  }
}
