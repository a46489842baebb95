import { useEffect, useMemo, useState } from 'react';
import { MAX_PICTURES } from '#core/catalog/picture.ts';
import type { AdminPicture } from '../admin-picture.ts';
import { type EditedPicture, PictureSync, type PicturesState, type Upload } from './picture-sync.ts';
import { shrinkPhoto } from './shrink-photo.ts';

interface KeptPictures {
  /** Where pictures and their changes are sent. */
  address: string;
  /** Pictures as they were loaded. */
  initial: AdminPicture[];
  of: 'part' | 'car';
}

/** Keeps the pictures of a part or car. Saves each change at once. */
export function usePictures({ address, initial, of }: KeptPictures) {
  const [state, setState] = useState<PicturesState>({ pictures: initial, uploads: [], pending: false });
  const [message, setMessage] = useState('');
  const sync = useMemo(() => new PictureSync(address, initial, setState), [address, initial]);
  useEffect(() => {
    sync.resume();
    return () => sync.pause();
  }, [sync]);
  const { pictures, uploads } = state;
  const kept = pictures.filter(({ removed }) => !removed);
  const room = MAX_PICTURES - kept.length - uploads.filter(({ problem }) => problem === undefined).length;

  return {
    ...state,
    of,
    kept,
    /** Screen readers announce it. */
    message,
    async add(files: File[]): Promise<void> {
      setMessage(
        files.length > room
          ? `A ${of} can have up to ${MAX_PICTURES} pictures.`
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
