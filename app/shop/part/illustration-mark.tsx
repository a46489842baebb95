import { isIllustration } from '#core/catalog/picture.ts';

/** Lies over a picture that is a drawing, not this very piece. */
export function IllustrationMark({ src }: { src: string | null }) {
  return isIllustration(src) && <small className="illustration">Illustration</small>;
}
