import { type ComponentType, type MouseEvent, useRef, useState } from 'react';
import { type DrawnPart, isUnpictured, type ShownPicture } from '../picture.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { IllustrationMark } from './illustration-mark.tsx';
import { PartPicture } from './part-picture.tsx';
import type { PictureZoomProps } from './picture-zoom.tsx';

interface PictureGalleryProps {
  pictures: ShownPicture[];
  /** Describes a picture without a text of its own. */
  name: string;
  /** A part is drawn if there is no photo. */
  part?: DrawnPart;
  /** Address of the drawing of anything else. */
  drawing?: string;
}

const mainSize = '(min-width: 64rem) 44rem, 100vw';

/** Works without JavaScript too: shoppers swipe by scrolling and enlarge by links. */
export function PictureGallery({ pictures, name, part, drawing }: PictureGalleryProps) {
  const slides = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoom, setZoom] = useState<{ at: number; View: ComponentType<PictureZoomProps> }>();
  const shown = pictures.filter(({ address }) => !isUnpictured(address));
  const hasSeveral = shown.length > 1;
  const described = shown.map(({ address, size, alt }, index) => ({
    address,
    size,
    alt: `${alt ?? name}${hasSeveral ? `, photo ${index + 1} of ${shown.length}` : ''}`,
  }));

  async function enlarge(event: MouseEvent, at: number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget as HTMLAnchorElement;
    try {
      const { PictureZoom } = await import('./picture-zoom.tsx');
      setZoom({ at, View: PictureZoom });
    } catch {
      window.location.assign(href);
    }
  }

  function show(event: MouseEvent, at: number) {
    event.preventDefault();
    slides.current?.scrollTo({ left: at * slides.current.clientWidth });
  }

  if (described.length === 0) {
    return (
      <div className="self-start overflow-hidden rounded-lg border border-line bg-picture">
        <PartPicture
          src={drawing}
          {...(part && { part })}
          alt={`Drawing: ${name}`}
          width={320}
          height={240}
          eager
          className="h-44 w-full p-2 sm:h-60"
        />
        <p className="border-t border-line bg-surface text-center text-xs text-muted">No photo yet</p>
      </div>
    );
  }
  return (
    <div className="min-w-0">
      <ul
        ref={slides}
        className="slides rounded-lg border border-line"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setCurrent(Math.round(scrollLeft / clientWidth))
        }
      >
        {described.map(({ address, alt, size }, index) => {
          const picture = (
            <PartPicture
              src={address}
              alt={alt}
              width={800}
              height={600}
              size={size}
              sizes={mainSize}
              eager={index === 0}
              className="aspect-4/3 h-auto w-full"
            />
          );
          return (
            <li key={address} id={`picture-${index + 1}`} className="relative">
              {address.startsWith('data:') ? (
                picture
              ) : (
                <a
                  href={address}
                  aria-label={`Enlarge ${alt}`}
                  onClick={(event) => void enlarge(event, index)}
                >
                  {picture}
                  <Icon name="ZoomIn" className="zoom-hint" />
                </a>
              )}
              <IllustrationMark src={address} />
            </li>
          );
        })}
      </ul>
      {hasSeveral && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {described.map(({ address, size }, index) => (
            <li key={address}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={`Picture ${index + 1} of ${described.length}`}
                aria-current={index === current || undefined}
                onClick={(event) => show(event, index)}
                className="block rounded-md border-2 border-line aria-current:border-link"
              >
                <PartPicture
                  src={address}
                  alt=""
                  width={72}
                  height={54}
                  size={size}
                  className="h-13.5 w-18 rounded-sm"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {zoom && <zoom.View pictures={described} at={zoom.at} onClose={() => setZoom(undefined)} />}
    </div>
  );
}
