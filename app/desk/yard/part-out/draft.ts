import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

/** What was noted of one part of a car. Texts are as they were typed. */
export interface LineDraft {
  /** Becomes the id of the part, so that a repeated line adds it once. */
  id: string;
  mark: 'good' | 'damaged' | 'missing';
  /** Undefined as long as the proposed price stays. */
  price?: string;
  damage: string;
  note: string;
}

/** A car that is being parted out. It stays in this browser until the shop has stored everything. */
export interface Draft {
  /** Example: 'Y1001, 2003 Honda Accord'. */
  title: string;
  listing: 'shown' | 'hidden';
  condition: string;
  /** By the key of the line. */
  lines: Record<string, LineDraft>;
  /** Keys of lines that were added to the usual ones. */
  more: string[];
  /** 'lines' and then 'photos' are to be sent. Undefined while somebody works on it. */
  sending?: 'lines' | 'photos';
}

export interface PhotoDraft {
  /** Becomes the id of the picture. */
  id: string;
  /** The id of the part. */
  partId: string;
  name: string;
  content: Blob;
}

let store: UseStore | undefined;

/** A browser that blocks its storage keeps drafts only while the page is open. */
const drafts = () => (store ??= createStore('partyard', 'drafts'));

const draftKey = (carId: string) => `draft ${carId}`;
const photoKey = (carId: string, photoId: string) => `photo ${carId} ${photoId}`;

const ignoreBlocked = () => undefined;

/** Returns undefined if there is none, or the browser's storage is blocked. */
export function loadDraft(carId: string): Promise<Draft | undefined> {
  return get<Draft>(draftKey(carId), drafts()).catch(ignoreBlocked);
}

export async function keepDraft(carId: string, draft: Draft): Promise<void> {
  await set(draftKey(carId), draft, drafts()).catch(ignoreBlocked);
}

/** Lists the photos of a car that were not sent yet, in the order of the ids of their parts. */
export async function loadPhotos(carId: string): Promise<PhotoDraft[]> {
  const stored = await entries<string, unknown>(drafts()).catch(() => []);
  return stored
    .filter(([key]) => key.startsWith(photoKey(carId, '')))
    .map(([, photo]) => photo as PhotoDraft);
}

export async function keepPhoto(carId: string, photo: PhotoDraft): Promise<void> {
  await set(photoKey(carId, photo.id), photo, drafts()).catch(ignoreBlocked);
}

export async function dropPhoto(carId: string, id: string): Promise<void> {
  await del(photoKey(carId, id), drafts()).catch(ignoreBlocked);
}

/** Forgets a car and its photos. */
export async function dropDraft(carId: string): Promise<void> {
  for (const { id } of await loadPhotos(carId)) await dropPhoto(carId, id);
  await del(draftKey(carId), drafts()).catch(ignoreBlocked);
}

/** Lists the cars that wait in this browser. */
export async function listDrafts(): Promise<{ carId: string; title: string }[]> {
  const stored = await entries<string, unknown>(drafts()).catch(() => []);
  return stored
    .filter(([key]) => key.startsWith('draft '))
    .map(([key, draft]) => ({ carId: key.slice('draft '.length), title: (draft as Draft).title }));
}
