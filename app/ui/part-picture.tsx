import { useEffect, useRef, useState } from 'react';
import { pictureForWidth } from '#domain/picture.ts';
import { classNames } from './class-names.ts';

interface PartPictureProps {
  src: string | null | undefined;
  alt: string;
  /** In CSS pixels; both together keep the place free until the picture is there. */
  width: number;
  height: number;
  /** The first pictures of a page, which are seen at once. */
  eager?: boolean;
  /** `cover` fills the box and may crop; `contain` shows the whole part. */
  fit?: 'contain' | 'cover';
  className?: string;
}

const placeholder = '/placeholder.svg';

/** A part's picture, or the placeholder when there is none or it can't be loaded (Spec §8). */
export function PartPicture({ src, alt, width, height, eager, fit, className }: PartPictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const shown = src && src !== brokenSrc ? pictureForWidth(src, width) : placeholder;

  // The server's page may have failed to load it before this code listened.
  useEffect(() => {
    if (src && image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);

  return (
    <img
      ref={image}
      src={shown}
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
