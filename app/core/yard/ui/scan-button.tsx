import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogBody } from '#kit/dialog.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { documentMayScan } from './load-scan-page.ts';
import { scanCode } from './scan-code.ts';

interface ScanButtonProps {
  /** Names what is scanned: 'VIN'. */
  what: string;
  /** Returns what the field gets from a code, or undefined if the code is not meant. */
  read: (text: string) => string | undefined;
  /** Finds the field that is filled. */
  field: () => HTMLInputElement | null | undefined;
  className?: string;
}

/** Fills a field by the camera. Only the pages of `mayScan` may use it. */
export function ScanButton({ what, read, field, className }: ScanButtonProps) {
  const [isOpen, setIsOpen] = useState(false);

  function fill(text: string) {
    setIsOpen(false);
    const input = field();
    if (!input) return;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <>
      <Button className={className} onClick={() => setIsOpen(true)}>
        <Icon name="Camera" /> Scan<span className="sr-only"> the {what}</span>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Scan the ${what}`}
        description="Hold the code in front of the camera."
        returnFocusTo={() => field() ?? null}
      >
        <DialogBody>
          {documentMayScan() ? (
            <Viewfinder read={read} onFound={fill} onHide={() => setIsOpen(false)} />
          ) : (
            <LoadAgain />
          )}
        </DialogBody>
      </Dialog>
    </>
  );
}

/** For a page that was reached from one that may not scan. */
function LoadAgain() {
  return (
    <Alert tone="info" title="The page must be loaded again before it can use the camera" announce>
      <p className="mb-3">Save first what you have changed.</p>
      <Button onClick={() => location.reload()}>Load again</Button>
    </Alert>
  );
}

interface ViewfinderProps {
  read: (text: string) => string | undefined;
  onFound: (text: string) => void;
  /** The page is hidden: the camera must not run then. */
  onHide: () => void;
}

function Viewfinder({ read, onFound, onHide }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const onRead = useEffectEvent(read);
  const onText = useEffectEvent(onFound);
  const onHidden = useEffectEvent(onHide);

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    if (!video.current) return undefined;
    scanCode({ video: video.current, read: (text) => onRead(text), signal }).then(
      (text) => text !== undefined && onText(text),
      (error: unknown) => !signal.aborted && setProblem(describeProblem(error)),
    );
    document.addEventListener('visibilitychange', () => document.hidden && onHidden(), { signal });
    return () => ending.abort();
  }, []);

  if (problem !== undefined) return <Alert tone="danger" title={problem} announce />;
  return (
    // It shows the camera: there is nothing to hear.
    <video
      ref={video}
      muted
      playsInline
      aria-label="Picture of the camera"
      className="aspect-video w-full rounded-md bg-sunken object-cover"
    />
  );
}

function describeProblem(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'NotAllowedError')
    return 'The camera may not be used. Allow it for this site in the settings of the browser, or type the text.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'This device has no camera. Please type the text.';
  if (name === 'SecurityError') return 'The camera needs an address with https. Please type the text.';
  return 'Scanning does not work now. Another app may use the camera, or the connection is lost. Please try again, or type the text.';
}
