import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusFirstError } from '#kit/form/focus-first-error.ts';
import { useNavigate } from '#kit/offline.ts';
import { showToast } from '#kit/show-toast.ts';
import { shrinkPhoto } from '#core/part-changes/ui/shrink-photo.ts';
import type { SentLine } from '#core/yard/part-out/part-out-form.ts';
import type { PartOut } from '#core/yard/part-out/part-out.server.ts';
import { proposePrice } from '#core/yard/part-out/propose-price.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import {
  type Draft,
  dropPhoto,
  keepDraft,
  keepPhoto,
  type LineDraft,
  loadDraft,
  loadPhotos,
  type PhotoDraft,
} from './draft.ts';
import { sendDraft } from './send-draft.ts';

interface UsePartOut {
  id: string;
  car: PartOut;
  /** The condition of the parts as long as no one chose another. */
  condition: string;
}

/** Keeps what was noted of a car in the browser's database at each change, and sends it once. */
export function usePartOut({ id, car, condition }: UsePartOut) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>();
  const [photos, setPhotos] = useState<PhotoDraft[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [status, setStatus] = useState('');
  /** Photos that are made smaller. */
  const [preparing, setPreparing] = useState(0);
  const [isKept, setIsKept] = useState(true);
  const latest = useRef<Draft>(undefined);
  const sending = useRef<AbortController>(undefined);

  const change = useCallback(
    (edit: (draft: Draft) => Draft) => {
      if (!latest.current || latest.current.sending) return;
      latest.current = edit(latest.current);
      setDraft(latest.current);
      void keepDraft(id, latest.current).then(setIsKept);
    },
    [id],
  );

  const editLine = useCallback(
    (key: string, edit: Partial<LineDraft>) =>
      change((now) => ({ ...now, lines: { ...now.lines, [key]: { ...lineAt(now, key), ...edit } } })),
    [change],
  );

  async function send(asked: Draft, taken: readonly PhotoDraft[]) {
    sending.current?.abort();
    const aborter = new AbortController();
    sending.current = aborter;
    const sent = { ...asked, sending: asked.sending ?? 'lines' } as const;
    latest.current = sent;
    setDraft(sent);
    setProblem(undefined);
    setErrors({});
    await keepDraft(id, sent);
    const lines = listSent(sent);
    const ids = new Set(lines.map((line) => line.id));
    const outcome = await sendDraft({
      carId: id,
      draft: sent,
      lines,
      photos: sent.sending === 'photos' ? taken : taken.filter(({ partId }) => ids.has(partId)),
      signal: aborter.signal,
      onStatus: setStatus,
    });
    if (outcome === 'stopped') return;
    setStatus('');
    if ('refused' in outcome) {
      const { sending: _, ...open } = sent;
      latest.current = open;
      setDraft(open);
      await keepDraft(id, open);
      setErrors(outcome.refused.errors ?? {});
      const count = Object.keys(outcome.refused.errors ?? {}).length;
      setProblem(
        count === 0
          ? outcome.refused.message
          : `Nothing was added: ${count === 1 ? 'a part is' : `${count} parts are`} not right yet.`,
      );
      return;
    }
    const { message, note, pictures } = outcome;
    void showToast({
      title: message,
      description: [note, ...pictures].filter(Boolean).join(' ') || undefined,
      kind: pictures.length > 0 ? 'error' : 'success',
    });
    void navigate(`${VEHICLES_PATH}/${id}`);
  }

  const begin = useEffectEvent((kept: Draft | undefined, stored: PhotoDraft[]) => {
    const title = [car.stockNumber, car.title].filter(Boolean).join(', ');
    const begun = kept ?? { title, listing: 'shown', condition, lines: {}, more: [] };
    latest.current = begun.sending ? begun : withAllLines(begun, car);
    setDraft(latest.current);
    setPhotos(stored);
    if (begun.sending) void send(begun, stored);
  });

  useEffect(() => {
    if (problem !== undefined) focusFirstError();
  }, [problem]);

  useEffect(() => {
    let isGone = false;
    void (async () => {
      const kept = await loadDraft(id);
      const stored = await loadPhotos(id);
      if (!isGone) begin(kept, stored);
    })();
    return () => {
      isGone = true;
      sending.current?.abort();
    };
  }, [id]);

  return {
    /** Undefined until the browser's database was read. */
    draft,
    photos,
    /** The id of a line's part -> what is wrong. */
    errors,
    problem,
    /** Says what is being sent. Empty if nothing is. */
    status,
    /** False if the browser can't keep what was noted. */
    isKept,
    /** True while photos are made smaller: they would not be sent. */
    isPreparing: preparing > 0,
    change,
    editLine,
    addLine: (key: string) =>
      change((now) => ({
        ...now,
        more: [...now.more, key],
        lines: { ...now.lines, [key]: lineAt(now, key) },
      })),
    async addPhotos(partId: string, files: readonly File[]): Promise<void> {
      // The ids of the lines are kept with the photos that name them.
      change((now) => ({ ...now }));
      setPreparing((before) => before + files.length);
      for (const file of files) {
        const { content } = await shrinkPhoto(file);
        const photo = { id: crypto.randomUUID(), partId, name: file.name, content };
        if (!(await keepPhoto(id, photo))) setIsKept(false);
        setPhotos((before) => [...before, photo]);
        setPreparing((before) => before - 1);
      }
    },
    removePhotos(partId: string): void {
      for (const photo of photos) if (photo.partId === partId) void dropPhoto(id, photo.id);
      setPhotos((before) => before.filter((photo) => photo.partId !== partId));
    },
    /** Goes back to the lines, if they could not be sent. */
    stop(): void {
      sending.current?.abort();
      if (latest.current?.sending !== 'lines') return;
      const { sending: _, ...open } = latest.current;
      latest.current = open;
      setDraft(open);
      setStatus('');
      void keepDraft(id, open);
    },
    send: () => {
      if (!latest.current || latest.current.sending) return;
      void send(withPrices(latest.current, car), photos);
    },
  };
}

export type PartOutDraft = ReturnType<typeof usePartOut>;

function lineAt(draft: Draft, key: string): LineDraft {
  return draft.lines[key] ?? { id: crypto.randomUUID(), mark: 'good', damage: '', note: '' };
}

/** Takes the lines that the car has by now. Those that were added to it meanwhile are left out. */
function withAllLines(draft: Draft, car: PartOut): Draft {
  const more = draft.more.filter((key) => car.others.some((line) => line.key === key));
  const keys = [...car.lines.map(({ key }) => key), ...more];
  return { ...draft, more, lines: Object.fromEntries(keys.map((key) => [key, lineAt(draft, key)])) };
}

/** Takes the proposed prices that no one changed. They would differ if the lines were sent again later. */
function withPrices(draft: Draft, car: PartOut): Draft {
  const lines: Draft['lines'] = {};
  for (const [key, line] of Object.entries(draft.lines))
    lines[key] = { ...line, price: line.price ?? proposePrice(car.prices[key]) };
  return { ...draft, lines };
}

/** Lists what is on the car, as the shop takes it. */
function listSent({ lines }: Draft): SentLine[] {
  return Object.entries(lines)
    .filter(([, { mark }]) => mark !== 'missing')
    .map(([key, { id, mark, price = '', damage, note }]) => ({
      id,
      key,
      price,
      damage: mark === 'damaged' ? damage : '',
      note,
    }));
}
