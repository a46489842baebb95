import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

/** The notes on one part of a car. Texts are as they were typed. */
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

/** A browser may block its storage already when it is opened. */
async function orElse<Value, Other>(work: () => Promise<Value>, other: Other): Promise<Value | Other> {
  try {
    return await work();
  } catch {
    return other;
  }
}

/** Returns whether the browser has stored it. */
const isStored = (work: () => Promise<void>): Promise<boolean> =>
  orElse(async () => {
    await work();
    return true;
  }, false);

/** Returns undefined if there is none, or the browser's storage is blocked. */
export function loadDraft(carId: string): Promise<Draft | undefined> {
  return orElse(() => get<Draft>(draftKey(carId), drafts()), undefined);
}

/** Returns false if the browser's storage is blocked or full. */
export function keepDraft(carId: string, draft: Draft): Promise<boolean> {
  return isStored(() => set(draftKey(carId), draft, drafts()));
}

/** Lists the photos of a car that were not sent yet. */
export async function loadPhotos(carId: string): Promise<PhotoDraft[]> {
  const stored = await orElse(() => entries<string, PhotoDraft>(drafts()), []);
  return stored.filter(([key]) => key.startsWith(photoKey(carId, ''))).map(([, photo]) => photo);
}

/** Returns false if the browser's storage is blocked or full. */
export function keepPhoto(carId: string, photo: PhotoDraft): Promise<boolean> {
  return isStored(() => set(photoKey(carId, photo.id), photo, drafts()));
}

export async function dropPhoto(carId: string, id: string): Promise<void> {
  await orElse(() => del(photoKey(carId, id), drafts()), undefined);
}

/** Forgets a car and its photos. */
export async function dropDraft(carId: string): Promise<void> {
  for (const { id } of await loadPhotos(carId)) await dropPhoto(carId, id);
  await orElse(() => del(draftKey(carId), drafts()), undefined);
}

/** Lists the cars that wait in this browser. */
export async function listDrafts(): Promise<{ carId: string; title: string }[]> {
  const stored = await orElse(() => entries<string, Draft>(drafts()), []);
  return stored
    .filter(([key]) => key.startsWith('draft '))
    .map(([key, { title }]) => ({ carId: key.slice('draft '.length), title }));
}
