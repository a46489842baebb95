import { pauseBeforeRetry } from '#kit/retry-pause.ts';
import type { AdminPicture, PicturesResult } from '../admin-picture.ts';

/** A removed picture stays in the list, where it can be put back. */
export type EditedPicture = AdminPicture & { removed?: boolean };

export interface Upload {
  /** Becomes the picture's id, so that a repeated upload adds it once. */
  id: string;
  name: string;
  content: Blob;
  preview?: string | undefined;
  /** Reason why the shop refuses it. Sending it again does not help. */
  problem?: string;
}

export interface PicturesState {
  pictures: EditedPicture[];
  uploads: Upload[];
  /** Reason why nothing is sent at the moment. Everything is kept and sent again. */
  trouble?: string | undefined;
  /** True if something is not stored yet. */
  pending: boolean;
}

const TIMEOUT_MS = 120_000;

/** Typing and dragging change pictures often. */
const CHANGE_DELAY_MS = 500;

/** Sends pictures and their changes one after the other, and again until they are stored. */
export class PictureSync {
  #state: PicturesState;
  #changed = false;
  #running = false;
  #failures = 0;
  #isPaused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | undefined;
  readonly #address: string;
  readonly #listener: (state: PicturesState) => void;

  constructor(address: string, pictures: AdminPicture[], listener: (state: PicturesState) => void) {
    this.#address = address;
    this.#state = { pictures, uploads: [], pending: false };
    this.#listener = listener;
  }

  add(uploads: Upload[]): void {
    this.#update({ uploads: [...this.#state.uploads, ...uploads] });
    void this.#run();
  }

  discard(id: string): void {
    this.#update({ uploads: this.#state.uploads.filter((upload) => upload.id !== id) });
  }

  change(pictures: EditedPicture[]): void {
    this.#changed = true;
    this.#update({ pictures });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), CHANGE_DELAY_MS);
  }

  resume(): void {
    this.#isPaused = false;
    void this.#run();
  }

  /** Is called when the dialog was closed. */
  pause(): void {
    this.#isPaused = true;
    this.#wake?.();
  }

  /** Tries again at once. */
  retry(): void {
    this.#wake?.();
  }

  #update(state: Partial<PicturesState>): void {
    this.#state = { ...this.#state, ...state };
    this.#state.pending =
      this.#changed || this.#running || this.#state.uploads.some(({ problem }) => problem === undefined);
    this.#listener(this.#state);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    while (!this.#isPaused) {
      const upload = this.#state.uploads.find(({ problem }) => problem === undefined);
      if (!this.#changed && !upload) break;
      const isDone = this.#changed ? await this.#sendChanges() : upload && (await this.#sendUpload(upload));
      if (isDone) {
        this.#failures = 0;
        if (this.#state.trouble) this.#update({ trouble: undefined });
      } else {
        await this.#wait();
      }
    }
    this.#running = false;
    this.#update({});
  }

  async #sendChanges(): Promise<boolean> {
    this.#changed = false;
    const body = new FormData();
    const changes = this.#state.pictures.map(({ id, alt, isIllustration, removed = false }) => ({
      id,
      alt,
      isIllustration,
      removed,
    }));
    body.set('pictures', JSON.stringify(changes));
    const sent = await this.#send(body);
    if (sent === undefined) {
      this.#changed = true;
      return false;
    }
    if (!sent.done) this.#update({ trouble: sent.message });
    return true;
  }

  async #sendUpload(upload: Upload): Promise<boolean> {
    const { id, content, name } = upload;
    const body = new FormData();
    body.set('id', id);
    body.set('picture', content, name);
    const sent = await this.#send(body);
    if (sent === undefined) return false;
    const { pictures, uploads } = this.#state;
    if (sent.done) {
      // Others may have added pictures too.
      const isNew = (picture: AdminPicture) => pictures.every((each) => each.id !== picture.id);
      const added = (sent.pictures ?? []).filter(isNew);
      this.#update({
        pictures: [...pictures, ...added],
        uploads: uploads.filter((each) => each.id !== id),
      });
    } else {
      const refused = { ...upload, problem: sent.message ?? 'This picture could not be added.' };
      this.#update({ uploads: uploads.map((each) => (each.id === id ? refused : each)) });
    }
    return true;
  }

  /** Undefined means that it has to be sent again. */
  async #send(body: FormData): Promise<PicturesResult | undefined> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(this.#address, { method: 'POST', body, signal });
      if (response.redirected) {
        this.#update({ trouble: "You're signed out. Sign in in another tab; your pictures are kept here." });
        return undefined;
      }
      if (response.status === 413)
        return { done: false, message: 'The picture must not be larger than 10 MB.' };
      const result = (await response.json()) as PicturesResult;
      if (response.status < 429 && response.status !== 409) return result;
      this.#update({ trouble: result.message });
    } catch {
      this.#update({ trouble: 'The connection failed. Unsaved pictures are kept here and sent again.' });
    }
    return undefined;
  }

  async #wait(): Promise<void> {
    const pause = pauseBeforeRetry(this.#failures);
    this.#failures += 1;
    this.#wake = pause.end;
    await pause.over;
    this.#wake = undefined;
  }
}
