import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
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

/** Largest scale, relative to the size that fits the window. */
const MAX_SCALE = 4;

const steps: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Pixels that an arrow key moves an enlarged picture. */
const STEP = 120;

/** The scale, and the point of the picture in the middle of the window, from 0 to 1. */
const whole = { scale: 1, x: 0.5, y: 0.5 };

/** Shows large pictures over the whole window. The browser's own dialog handles Esc and returns the focus. */
export function PictureZoom({ pictures, at, onClose }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const slides = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(at);
  const [view, setView] = useState(whole);
  const { scale } = view;
  const last = pictures.length - 1;

  useLayoutEffect(() => {
    dialog.current?.showModal();
    slides.current?.scrollTo({ left: at * slides.current.clientWidth, behavior: 'instant' });
  }, [at]);

  useLayoutEffect(() => {
    const slide = slides.current?.children[current];
    slide?.scrollTo({
      left: view.x * slide.scrollWidth - slide.clientWidth / 2,
      top: view.y * slide.scrollHeight - slide.clientHeight / 2,
      behavior: 'instant',
    });
  }, [view, current]);

  function arrive(to: number) {
    if (to === current) return;
    setCurrent(to);
    setView(whole);
  }

  function go(to: number) {
    if (to < 0 || to > last || !slides.current) return;
    arrive(to);
    slides.current.scrollTo({ left: to * slides.current.clientWidth });
  }

  /** Moves a point of the window to its middle. Without one, the middle stays. */
  function enlarge(to: number, point?: Pick<MouseEvent, 'clientX' | 'clientY'>) {
    const slide = slides.current?.children[current];
    if (!slide || to < 1 || to > MAX_SCALE) return;
    const { clientX, clientY } = point ?? {
      clientX: slide.clientWidth / 2,
      clientY: slide.clientHeight / 2,
    };
    setView({
      scale: to,
      x: (slide.scrollLeft + clientX) / slide.scrollWidth,
      y: (slide.scrollTop + clientY) / slide.scrollHeight,
    });
  }

  function onDoubleClick(event: MouseEvent) {
    if (event.target instanceof HTMLImageElement) enlarge(scale === 1 ? 2 : 1, event);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = steps[event.key] ?? [0, 0];
    if (x === 0 && y === 0 && !['+', '=', '-'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === '-') enlarge(scale - 1);
    else if (x === 0 && y === 0) enlarge(scale + 1);
    else if (scale === 1) go(current + x);
    else slides.current?.children[current]?.scrollBy({ left: x * STEP, top: y * STEP });
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Pictures"
      className="zoom"
      onClose={onClose}
      {...{ onKeyDown, onDoubleClick }}
    >
      <ul
        ref={slides}
        // Keys and screen readers can scroll it too.
        tabIndex={0}
        aria-label="Large pictures"
        className="slides h-full"
        onScrollEnd={({ currentTarget, target }) => {
          if (target === currentTarget)
            arrive(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth));
        }}
      >
        {pictures.map(({ address, size, alt }, index) => (
          <li key={address} className="relative h-full touch-manipulation overflow-auto overscroll-contain">
            <img
              src={address}
              srcSet={pictureSources(address, size)}
              sizes={`${index === current ? scale * 100 : 100}vw`}
              alt={alt}
              width={size?.width}
              height={size?.height}
              loading="lazy"
              className="size-full max-w-none object-contain"
              style={index === current ? { width: `${scale * 100}%`, height: `${scale * 100}%` } : undefined}
            />
            <IllustrationMark src={address} />
          </li>
        ))}
      </ul>
      <ZoomButton icon="X" label="Close" className="top-2 right-2" onClick={() => dialog.current?.close()} />
      <ZoomButton
        icon="ZoomOut"
        label="Zoom out"
        className="right-15 bottom-2"
        isOff={scale === 1}
        onClick={() => enlarge(scale - 1)}
      />
      <ZoomButton
        icon="ZoomIn"
        label="Zoom in"
        className="right-2 bottom-2"
        isOff={scale === MAX_SCALE}
        onClick={() => enlarge(scale + 1)}
      />
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
        {scale > 1 && `, ${scale}×`}
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
