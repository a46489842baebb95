import { useEffect, useRef, useState } from 'react';
import { pictureForWidth, pictureSources, type ShownPicture } from '../picture.ts';
import { classNames } from '#kit/class-names.ts';

interface PartPictureProps {
  src: string | null | undefined;
  alt: string;
  /** In CSS pixels. Both prevent a layout shift. */
  width: number;
  height: number;
  /** In pixels, of a stored picture, if it is known. */
  size?: ShownPicture['size'];
  /** Where the width changes with the page. */
  sizes?: string;
  eager?: boolean;
  fit?: 'contain' | 'cover';
  className?: string;
}

const placeholder = '/placeholder.svg';

/** Without a picture, or if it fails to load, shows a placeholder (Spec §8). */
export function PartPicture(props: PartPictureProps) {
  const { src, alt, width, height, size, sizes = `${width}px`, eager, fit, className } = props;
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const isShown = src && src !== brokenSrc;
  const sources = isShown ? pictureSources(src, size) : undefined;

  // It may have failed before hydration.
  useEffect(() => {
    if (src && image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);

  return (
    <img
      ref={image}
      // Before src, so that Safari loads only one size.
      sizes={sources && sizes}
      srcSet={sources}
      src={isShown ? pictureForWidth(src, width) : placeholder}
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
