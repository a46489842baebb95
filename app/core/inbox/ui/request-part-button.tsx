import { type ComponentProps, type MouseEvent, useState } from 'react';
import { useNavigate } from '#kit/offline.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { formatPartRequestUrl } from '#core/catalog/request-url.ts';
import { ButtonLink } from '#kit/button-link.tsx';

type Dialog = typeof import('./request-dialog.tsx').RequestDialog;

let loading: Promise<Dialog> | undefined;

function load(): Promise<Dialog> {
  loading ??= import('./request-dialog.tsx').then(
    (module) => module.RequestDialog,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

interface RequestPartButtonProps {
  part: CardPart;
  variant?: ComponentProps<typeof ButtonLink>['variant'];
}

/** Opens a dialog, whose code loads on demand. It is a link to the form in a new tab, and if the code can't load. */
export function RequestPartButton({ part, variant }: RequestPartButtonProps) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ Dialog: Dialog; open: boolean }>();
  const url = formatPartRequestUrl(part);

  async function openDialog() {
    try {
      const Dialog = await load();
      setDialog({ Dialog, open: true });
    } catch {
      void navigate(url);
    }
  }

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void openDialog();
  }

  const preload = () => void load().catch(() => undefined);
  return (
    <>
      <ButtonLink
        to={url}
        variant={variant}
        aria-haspopup="dialog"
        onClick={onClick}
        onPointerEnter={preload}
        onFocus={preload}
      >
        Request Part
      </ButtonLink>
      {dialog && (
        <dialog.Dialog
          part={part}
          open={dialog.open}
          onOpenChange={(open) => setDialog({ ...dialog, open })}
        />
      )}
    </>
  );
}
