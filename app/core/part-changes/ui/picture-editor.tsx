import { useLayoutEffect, useRef, useState } from 'react';
import { MAX_PICTURES } from '#core/catalog/picture.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Spinner } from '#kit/spinner.tsx';
import type { Upload } from './picture-sync.ts';
import { PictureItem } from './picture-item.tsx';
import type { Pictures } from './use-pictures.ts';

/** Orders, describes, removes and puts back the uploaded pictures of a part or car. */
export function PictureEditor({ pictures: edited }: { pictures: Pictures }) {
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useRef<string>(undefined);
  const [dragged, setDragged] = useState<string>();
  const { pictures, uploads, kept, trouble, pending } = edited;

  // A moved element loses the focus, and a replaced one too.
  useLayoutEffect(() => {
    if (!focusOn.current) return;
    list.current?.querySelector<HTMLElement>(`[data-control="${focusOn.current}"]`)?.focus();
    focusOn.current = undefined;
  });

  return (
    <div data-saved-at-once>
      {trouble && (
        <Alert tone="warning" announce title={trouble} className="mb-3">
          <Button size="small" className="mt-1" onClick={edited.retry}>
            Try again now
          </Button>
        </Alert>
      )}
      <ol ref={list} aria-label="Pictures" className="grid gap-3 md:grid-cols-2">
        {pictures.map((picture) => (
          <PictureItem
            key={picture.id}
            picture={picture}
            place={kept.indexOf(picture)}
            count={kept.length}
            canBeIllustration={edited.of === 'part'}
            isDragged={dragged === picture.id}
            onMove={(to, control) => {
              edited.move(picture.id, to);
              focusOn.current = `${control} ${picture.id}`;
            }}
            onDrag={(isDragging) => setDragged(isDragging ? picture.id : undefined)}
            onDragOver={() => {
              if (dragged && dragged !== picture.id) edited.move(dragged, kept.indexOf(picture));
            }}
            onChange={(change) => {
              edited.change(picture.id, change);
              if (change.removed !== undefined)
                focusOn.current = `${change.removed ? 'undo' : 'remove'} ${picture.id}`;
            }}
          />
        ))}
        {uploads.map((upload) => (
          <UploadItem key={upload.id} upload={upload} onDiscard={() => edited.discard(upload.id)} />
        ))}
      </ol>
      <p className="mt-2 text-sm text-muted">
        {kept.length > 0 &&
          `${kept.length} of ${MAX_PICTURES}. The first one is shown ${edited.of === 'part' ? 'on cards and ' : ''}in lists. `}
        {pending ? 'Saving pictures...' : kept.length > 0 && 'Pictures are saved.'}
      </p>
      <p role="status" className="sr-only">
        {edited.message}
      </p>
    </div>
  );
}

function UploadItem({
  upload: { preview, name, problem },
  onDiscard,
}: {
  upload: Upload;
  onDiscard: () => void;
}) {
  return (
    <li className="flex min-h-24 gap-3 rounded-md border border-dashed border-line-strong p-2">
      {preview && (
        <img
          src={preview}
          alt=""
          width={96}
          height={72}
          className="h-18 w-24 rounded-sm bg-picture object-contain"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{name}</p>
        {problem ? (
          <>
            <p role="alert" className="text-sm font-medium text-danger">
              {problem}
            </p>
            <Button size="small" className="mt-1" onClick={onDiscard}>
              Dismiss
            </Button>
          </>
        ) : (
          <p className="mt-1 flex items-center gap-2 text-sm text-muted">
            <Spinner /> Sending...
          </p>
        )}
      </div>
    </li>
  );
}
