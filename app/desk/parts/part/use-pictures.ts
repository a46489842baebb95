import { useEffect, useMemo, useState } from 'react';
import { MAX_PICTURES } from '#core/catalog/picture.ts';
import type { AdminPicture } from '#core/part-changes/admin-picture.ts';
import { type EditedPicture, PictureSync, type PicturesState, type Upload } from './picture-sync.ts';
import { shrinkPhoto } from '#core/pictures/ui/shrink-photo.ts';

/** Keeps the pictures of a part in its dialog. Saves each change at once. */
export function usePictures(partId: string, initial: AdminPicture[]) {
  const [state, setState] = useState<PicturesState>({ pictures: initial, uploads: [], pending: false });
  const [message, setMessage] = useState('');
  const sync = useMemo(() => new PictureSync(partId, initial, setState), [partId, initial]);
  useEffect(() => {
    sync.resume();
    return () => sync.pause();
  }, [sync]);
  const { pictures, uploads } = state;
  const kept = pictures.filter(({ removed }) => !removed);
  const room = MAX_PICTURES - kept.length - uploads.filter(({ problem }) => problem === undefined).length;

  return {
    ...state,
    kept,
    /** Screen readers announce it. */
    message,
    async add(files: File[]): Promise<void> {
      setMessage(
        files.length > room
          ? `A part can have up to ${MAX_PICTURES} pictures.`
          : `Adding ${files.length === 1 ? 'a picture' : `${files.length} pictures`}`,
      );
      for (const file of files.slice(0, Math.max(0, room))) {
        const upload: Upload = { id: crypto.randomUUID(), name: file.name, ...(await shrinkPhoto(file)) };
        sync.add([upload]);
      }
    },
    discard: (id: string) => sync.discard(id),
    retry: () => sync.retry(),
    change(id: string, change: Partial<EditedPicture>): void {
      sync.change(pictures.map((picture) => (picture.id === id ? { ...picture, ...change } : picture)));
    },
    /** Moves a picture to a place among those that are not removed. */
    move(id: string, to: number): void {
      const moved = kept.find((picture) => picture.id === id);
      if (!moved || to < 0 || to >= kept.length) return;
      const others = kept.filter((picture) => picture !== moved);
      const removed = pictures.filter((picture) => picture.removed);
      sync.change([...others.slice(0, to), moved, ...others.slice(to), ...removed]);
      setMessage(`Picture is now ${to + 1} of ${kept.length}`);
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;
