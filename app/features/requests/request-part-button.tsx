import { type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Part } from '#domain/part.ts';
import { formatPartRequestUrl } from '#domain/request-url.ts';
import { ButtonLink } from '#ui/button-link.tsx';

type Dialog = typeof import('./request-dialog.tsx').RequestDialog;

let loading: Promise<Dialog> | undefined;

/** Fetches the dialog once for the whole page; after a failure the next touch tries again. */
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

/**
 * Opens the Request This Part dialog (Spec §2, Home). Its code comes at the first touch. Without script, in a new tab
 * or when it can't be had, this is a link to the request page.
 */
export function RequestPartButton({ part }: { part: Part }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ Dialog: Dialog; open: boolean }>();
  const address = formatPartRequestUrl(part);

  async function openDialog() {
    try {
      const Dialog = await load();
      setDialog({ Dialog, open: true });
    } catch {
      void navigate(address);
    }
  }

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void openDialog();
  }

  const prepare = () => void load().catch(() => undefined);
  return (
    <>
      <ButtonLink
        to={address}
        aria-haspopup="dialog"
        onClick={onClick}
        onPointerEnter={prepare}
        onFocus={prepare}
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
