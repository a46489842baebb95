import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ShownPicture } from '../picture.ts';
import { pictureSources } from '../picture.ts';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { IllustrationMark } from './illustration-mark.tsx';

export interface PictureZoomProps {
  pictures: (ShownPicture & { alt: string })[];
  /** The index of the picture to begin with. */
  at: number;
  onClose: () => void;
}

/** Shows large pictures over the whole window. The browser's own dialog handles Esc and returns the focus. */
export function PictureZoom({ pictures, at, onClose }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const slides = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(at);
  const last = pictures.length - 1;

  useLayoutEffect(() => {
    dialog.current?.showModal();
    slides.current?.scrollTo({ left: at * slides.current.clientWidth, behavior: 'instant' });
  }, [at]);

  function go(to: number) {
    if (to < 0 || to > last || !slides.current) return;
    setCurrent(to);
    slides.current.scrollTo({ left: to * slides.current.clientWidth });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(current + step);
  }

  return (
    <dialog ref={dialog} aria-label="Pictures" className="zoom" onClose={onClose} onKeyDown={onKeyDown}>
      <ul
        ref={slides}
        // Keys and screen readers can scroll it too.
        tabIndex={0}
        aria-label="Large pictures"
        className="slides h-full"
        onScrollEnd={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setCurrent(Math.round(scrollLeft / clientWidth))
        }
      >
        {pictures.map(({ address, size, alt }) => (
          <li key={address} className="relative h-full">
            <img
              src={address}
              srcSet={pictureSources(address, size)}
              sizes="100vw"
              alt={alt}
              width={size?.width}
              height={size?.height}
              loading="lazy"
              className="size-full object-contain"
            />
            <IllustrationMark src={address} />
          </li>
        ))}
      </ul>
      <ZoomButton icon="X" label="Close" className="top-2 right-2" onClick={() => dialog.current?.close()} />
      {last > 0 && (
        <>
          <ZoomButton
            icon="ChevronLeft"
            label="Previous picture"
            className="top-1/2 left-2 -translate-y-1/2"
            isOff={current === 0}
            onClick={() => go(current - 1)}
          />
          <ZoomButton
            icon="ChevronRight"
            label="Next picture"
            className="top-1/2 right-2 -translate-y-1/2"
            isOff={current === last}
            onClick={() => go(current + 1)}
          />
        </>
      )}
      <p
        role="status"
        className="absolute top-2 left-2 rounded-md bg-surface px-3 py-2.5 text-sm font-semibold"
      >
        Picture {current + 1} of {last + 1}
      </p>
    </dialog>
  );
}

interface ZoomButtonProps {
  icon: IconName;
  label: string;
  className: string;
  /** A button that is off keeps the focus. */
  isOff?: boolean;
  onClick: () => void;
}

function ZoomButton({ icon, label, className, isOff, onClick }: ZoomButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onClick}
      className={`absolute grid size-11 place-items-center rounded-md border border-line bg-surface text-ink hover:bg-hover aria-disabled:text-faint ${className}`}
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}
