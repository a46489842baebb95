import type { ReactNode } from 'react';
import { isIllustration } from '../picture.ts';

/** Lies on a picture. */
export function PictureMark({ children }: { children: ReactNode }) {
  return <small className="picture-mark">{children}</small>;
}

/** Marks a picture that is a drawing, not a photo of this very part. */
export function IllustrationMark({ src }: { src: string }) {
  return isIllustration(src) && <PictureMark>Illustration</PictureMark>;
}
