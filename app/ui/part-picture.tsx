import { useEffect, useRef, useState } from 'react';
import { pictureForWidth } from '#domain/picture.ts';
import { classNames } from './class-names.ts';

interface PartPictureProps {
  src: string | null | undefined;
  alt: string;
  /** In CSS pixels; both prevent a layout shift. */
  width: number;
  height: number;
  eager?: boolean;
  fit?: 'contain' | 'cover';
  className?: string;
}

const placeholder = '/placeholder.svg';

/** Shows the placeholder when there is no picture or it fails to load (Spec §8). */
export function PartPicture({ src, alt, width, height, eager, fit, className }: PartPictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const shown = src && src !== brokenSrc ? pictureForWidth(src, width) : placeholder;

  // The picture may have failed to load before hydration.
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
