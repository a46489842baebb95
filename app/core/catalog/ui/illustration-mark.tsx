import { isIllustration } from '../picture.ts';

/** Marks a picture that is a drawing, not a photo of this very part. */
export function IllustrationMark({ src }: { src: string }) {
  return isIllustration(src) && <small className="illustration">Illustration</small>;
}
