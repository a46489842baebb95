import { useEffect, useRef, useState } from 'react';
import {
  drawingAddress,
  type DrawnPart,
  isUnpictured,
  pictureForWidth,
  PLACEHOLDER,
  pictureSources,
  type ShownPicture,
} from '../picture.ts';
import { classNames } from '#kit/class-names.ts';

interface PartPictureProps {
  src: string | null | undefined;
  /** The part to draw if there is no picture. */
  part?: DrawnPart;
  alt: string;
  /** CSS pixels. Both prevent a layout shift. */
  width: number;
  height: number;
  /** Pixels of a stored picture, if known. */
  size?: ShownPicture['size'];
  /** Needed if the width changes with the page. */
  sizes?: string;
  eager?: boolean;
  fit?: 'contain' | 'cover';
  className?: string;
}

/** Shows a placeholder if there is nothing to show, or if it fails to load (Spec §8). */
export function PartPicture(props: PartPictureProps) {
  const { part, alt, width, height, size, sizes = `${width}px`, eager, fit, className } = props;
  const src = part && isUnpictured(props.src) ? drawingAddress(part) : props.src;
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const isShown = src && src !== brokenSrc;
  const sources = isShown ? pictureSources(src, size) : undefined;

  // The picture may have failed before hydration.
  useEffect(() => {
    if (src && image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);

  return (
    <img
      ref={image}
      // Safari loads only one size if this comes before src.
      sizes={sources && sizes}
      srcSet={sources}
      src={isShown ? pictureForWidth(src, width) : PLACEHOLDER}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => src && setBrokenSrc(src)}
      className={classNames('bg-picture', fit === 'cover' ? 'object-cover' : 'object-contain', className)}
    />
  );
}
