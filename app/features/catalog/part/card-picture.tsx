import type { PartNews } from '#domain/live.ts';
import { isInStock, type Part } from '#domain/part.ts';
import { PartPicture } from '#ui/part-picture.tsx';
import { PictureNews } from './picture-news.tsx';

interface CardPictureProps {
  part: Part;
  news: PartNews;
  eager: boolean;
  outText?: string | undefined;
}

export function CardPicture({ part, news, eager, outText }: CardPictureProps) {
  const isFaded = !isInStock(part) && (news.stock ?? outText);
  return (
    <div className="relative border-b border-line bg-picture">
      <PartPicture
        src={part.imageUrl}
        alt=""
        width={320}
        height={240}
        eager={eager}
        className={`aspect-4/3 h-auto w-full ${isFaded ? 'opacity-35' : ''}`}
      />
      <PictureNews part={part} news={news} outText={outText} />
    </div>
  );
}
