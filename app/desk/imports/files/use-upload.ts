import { useRef, useState } from 'react';
import { type Fields, type Outcome, useAction } from '#kit/form/use-action.ts';
import { uploadPieces } from './upload-pieces.ts';

interface Started extends Outcome {
  /** Import of the file, if the upload has started one. */
  id?: string;
}

export interface UploadOptions {
  failure: string;
  /** Says where the pieces of a started upload go, and which fields end it. */
  next: (started: Started) => { pieces: string; end: Fields };
  onDone?: (started: Started) => void;
}

/** Uploads a file: the screen's action makes room for it, its pieces are sent, and the action reads them. */
export function useUpload({ failure, next, onDone }: UploadOptions) {
  /** File whose pieces are sent when there is room for it. */
  const waiting = useRef<File>(undefined);
  const started = useRef<Started>({ done: false });
  const [percent, setPercent] = useState<number>();
  const [broken, setBroken] = useState<string>();
  const { errors, problem, send } = useAction<Started>({
    failure,
    hasAlert: true,
    onSettled({ done }) {
      if (!done) setPercent(undefined);
    },
    onDone(result) {
      if (waiting.current) return void sendPieces(waiting.current, result);
      setPercent(undefined);
      onDone?.(started.current);
    },
  });

  async function sendPieces(file: File, result: Started) {
    waiting.current = undefined;
    started.current = result;
    const { pieces, end } = next(result);
    const sent = await uploadPieces(file, { address: pieces, failure, onProgress: setPercent });
    if (sent.done) return send(end);
    setPercent(undefined);
    setBroken(sent.message);
  }

  const busy = percent !== undefined;
  return {
    busy,
    /** Undefined while nothing is uploaded. */
    percent,
    errors: busy ? {} : errors,
    problem: busy ? undefined : (broken ?? problem),
    /** Does nothing while busy. */
    start(file: File, fields: Fields): void {
      if (busy) return;
      waiting.current = file;
      setPercent(0);
      setBroken(undefined);
      send({ ...fields, name: file.name, bytes: String(file.size) });
    },
  };
}
