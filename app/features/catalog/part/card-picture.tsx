import type { PartNews } from '#domain/live.ts';
import { isInStock, type Part } from '#domain/part.ts';
import { IllustrationMark } from '#ui/illustration-mark.tsx';
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
    <div className="part-picture">
      <PartPicture
        src={part.imageUrl}
        alt=""
        width={320}
        height={240}
        eager={eager}
        className={isFaded ? 'opacity-35' : ''}
      />
      <IllustrationMark src={part.imageUrl} />
      <PictureNews part={part} news={news} outText={outText} />
    </div>
  );
}
