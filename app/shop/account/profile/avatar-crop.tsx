import { type ReactNode, useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { AVATAR_MIN } from '#core/accounts/account.ts';
import { moveSquare, scaleSquare, type Square } from './avatar-crop.ts';
import { Button } from '#kit/button.tsx';

/** One step is this share of the circle's size. */
const STEP = 0.1;

interface AvatarCropProps {
  picture: HTMLImageElement;
  square: Square;
  onChange: (square: Square) => void;
  disabled: boolean;
}

export function AvatarCrop({ picture, square, onChange, disabled }: AvatarCropProps) {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const [displayWidth, setDisplayWidth] = useState(width);
  const size = { width, height };
  const minSize = Math.ceil((AVATAR_MIN * displayWidth) / width);
  const buttons: [label: string, icon: ReactNode, next: () => Square][] = [
    ['Zoom in', <Icon name="ZoomIn" key="in" />, () => scaleSquare(square, 1 - STEP, size)],
    ['Zoom out', <Icon name="ZoomOut" key="out" />, () => scaleSquare(square, 1 / (1 - STEP), size)],
    ['Move left', <Icon name="ArrowLeft" key="left" />, () => moveSquare(square, -STEP, 0, size)],
    ['Move right', <Icon name="ArrowRight" key="right" />, () => moveSquare(square, STEP, 0, size)],
    ['Move up', <Icon name="ArrowUp" key="up" />, () => moveSquare(square, 0, -STEP, size)],
    ['Move down', <Icon name="ArrowDown" key="down" />, () => moveSquare(square, 0, STEP, size)],
  ];
  return (
    <div className="flex flex-col items-center gap-3">
      <ReactCrop
        circularCrop
        keepSelection
        aspect={1}
        minWidth={minSize}
        minHeight={minSize}
        disabled={disabled}
        crop={{
          unit: '%',
          x: (square.x / width) * 100,
          y: (square.y / height) * 100,
          width: (square.size / width) * 100,
          height: (square.size / height) * 100,
        }}
        onChange={(_, percent) =>
          onChange({
            x: (percent.x / 100) * width,
            y: (percent.y / 100) * height,
            size: Math.max(AVATAR_MIN, (percent.width / 100) * width),
          })
        }
        ariaLabels={{
          cropArea: 'Crop area. Move it with the arrow keys: Shift moves it 10 pixels, Ctrl 100.',
          nwDragHandle: 'Resize from the top left',
          nDragHandle: 'Resize from the top',
          neDragHandle: 'Resize from the top right',
          eDragHandle: 'Resize from the right',
          seDragHandle: 'Resize from the bottom right',
          sDragHandle: 'Resize from the bottom',
          swDragHandle: 'Resize from the bottom left',
          wDragHandle: 'Resize from the left',
        }}
      >
        <img
          src={picture.src}
          alt="The chosen file"
          className="max-h-[50vh]"
          onLoad={({ currentTarget }) => setDisplayWidth(currentTarget.width)}
        />
      </ReactCrop>
      <div role="group" aria-label="Part of the picture" className="flex flex-wrap justify-center gap-1">
        {buttons.map(([label, icon, next]) => (
          <Button
            key={label}
            variant="quiet"
            size="icon"
            aria-label={label}
            disabled={disabled}
            onClick={() => onChange(next())}
          >
            {icon}
          </Button>
        ))}
      </div>
    </div>
  );
}
