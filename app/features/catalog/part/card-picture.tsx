import type { CardPart } from '#domain/card-part.ts';
import type { PartNews } from '#domain/live.ts';
import { isInStock } from '#domain/part.ts';
import { isIllustration } from '#domain/picture.ts';
import { PartPicture } from '#ui/part-picture.tsx';
import { PictureNews } from './picture-news.tsx';

interface CardPictureProps {
  part: CardPart;
  news: PartNews;
  eager: boolean;
  outText?: string | undefined;
}

export function CardPicture({ part, news, eager, outText }: CardPictureProps) {
  const isFaded = !isInStock(part) && (news.stock ?? outText);
  return (
    <div className="part-picture" data-mark={isIllustration(part.imageUrl) ? 'Illustration' : undefined}>
      <PartPicture
        src={part.imageUrl}
        alt=""
        width={320}
        height={240}
        eager={eager}
        className={isFaded ? 'opacity-35' : ''}
      />
      <PictureNews part={part} news={news} outText={outText} />
    </div>
  );
}
