import { pauseBeforeRetry } from '#kit/retry-pause.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { SentLine } from '#core/yard/part-out/part-out-form.ts';
import { type Draft, dropDraft, dropPhoto, keepDraft, type PhotoDraft } from './draft.ts';

const TIMEOUT_MS = 120_000;

export interface SendDraft {
  carId: string;
  draft: Draft;
  /** The lines that are on the car. */
  lines: readonly SentLine[];
  photos: readonly PhotoDraft[];
  signal: AbortSignal;
  /** Says what is being done, or why nothing is sent at the moment. */
  onStatus: (status: string) => void;
}

/** The outcome. `refused` means that nothing was stored. `pictures` says which were refused. */
export type Sent =
  | { refused: ActionResult }
  | { message: string; note: string | undefined; pictures: string[] }
  | 'stopped';

/** Sends the lines, and then the photos one after the other, each again until an answer comes. */
export async function sendDraft({ carId, draft, lines, photos, signal, onStatus }: SendDraft): Promise<Sent> {
  const attempt = { signal, onStatus };
  let answer: ActionResult = { done: true };
  if (draft.sending !== 'photos') {
    onStatus(`Adding ${lines.length === 1 ? '1 part' : `${lines.length} parts`}`);
    const body = new FormData();
    body.set('parts', JSON.stringify({ listing: draft.listing, condition: draft.condition, lines }));
    const sent = await sendUntilAnswered(`/admin/vehicle-parts/${carId}`, body, attempt);
    if (!sent) return 'stopped';
    if (!sent.done) return { refused: sent };
    answer = sent;
    await keepDraft(carId, { ...draft, sending: 'photos' });
  }
  const pictures: string[] = [];
  for (const [place, { id, partId, name, content }] of photos.entries()) {
    onStatus(`Sending photo ${place + 1} of ${photos.length}`);
    const body = new FormData();
    body.set('id', id);
    body.set('picture', content, name);
    const sent = await sendUntilAnswered(`/admin/part/${partId}/pictures`, body, attempt);
    if (!sent) return 'stopped';
    if (!sent.done) pictures.push(`${name}: ${sent.message ?? 'it could not be added'}`);
    await dropPhoto(carId, id);
  }
  await dropDraft(carId);
  return { message: answer.message ?? 'All photos were added', note: answer.note, pictures };
}

/** Returns undefined if it was stopped. */
async function sendUntilAnswered(
  address: string,
  body: FormData,
  { signal, onStatus }: Pick<SendDraft, 'signal' | 'onStatus'>,
): Promise<ActionResult | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const response = await fetch(address, {
        method: 'POST',
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      if (response.redirected)
        onStatus("You're signed out. Sign in in another tab: everything is kept here, and sent then");
      else if (response.status === 413) return { done: false, message: 'This is too large to be sent.' };
      else if (response.status < 429 && response.status !== 409) return readAnswer(await response.json());
      else onStatus('The shop is busy. Everything is kept here, and sent again');
    } catch {
      if (signal.aborted) return undefined;
      onStatus('No connection. Everything is kept here, and sent when there is one');
    }
    const pause = pauseBeforeRetry(failures);
    signal.addEventListener('abort', pause.end, { once: true });
    await pause.over;
  }
  return undefined;
}

/** Something between the browser and the shop may answer in its own way. */
function readAnswer(answer: ActionResult): ActionResult {
  return typeof answer.done === 'boolean' ? answer : { done: false, message: 'The shop did not take it.' };
}
