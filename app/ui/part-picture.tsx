import { useEffect, useRef, useState } from 'react';
import { pictureForWidth } from '#domain/picture.ts';
import { classNames } from './class-names.ts';

interface PartPictureProps {
  src: string | null | undefined;
  alt: string;
  /** In CSS pixels. Both prevent a layout shift. */
  width: number;
  height: number;
  eager?: boolean;
  fit?: 'contain' | 'cover';
  className?: string;
}

const placeholder = '/placeholder.svg';

/** Without a picture, or if it fails to load, shows a placeholder (Spec §8). */
export function PartPicture({ src, alt, width, height, eager, fit, className }: PartPictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const shown = src && src !== brokenSrc ? pictureForWidth(src, width) : placeholder;

  // It may have failed before hydration.
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
