import type { CardPart } from '#core/catalog/card-part.ts';
import type { PartNews } from '#core/live/live.ts';
import { isInStock } from '#core/catalog/part.ts';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { PictureNews } from '#core/catalog/ui/picture-news.tsx';

interface CardPictureProps {
  part: CardPart;
  news: PartNews;
  eager: boolean;
  outText?: string | undefined;
}

export function CardPicture({ part, news, eager, outText }: CardPictureProps) {
  const isFaded = !isInStock(part) && (news.stock ?? outText);
  return (
    <div className="part-picture">
      <PartPicture
        src={part.imageUrl}
        part={part}
        alt=""
        width={80}
        height={80}
        eager={eager}
        className={isFaded ? 'opacity-35' : ''}
      />
      <PictureNews part={part} news={news} outText={outText} />
    </div>
  );
}
