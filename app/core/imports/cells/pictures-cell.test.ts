import { expect, test } from 'vitest';
import { readPicturesCell } from './pictures-cell.ts';

test.each([
  [
    'https://a.example/1.jpg,https://a.example/w_1,h_2/2',
    ['https://a.example/1.jpg', 'https://a.example/w_1,h_2/2'],
  ],
  [
    'https://a.example/1.jpg; https://a.example/2.jpg',
    ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
  ],
  ['https://a.example/ä|http://b.example/2', ['https://a.example/%C3%A4', 'http://b.example/2']],
  ['hood left.jpg, C:\\pictures\\hood.PNG;../x/y.webp', ['hood left.jpg', 'hood.PNG', 'y.webp']],
  ['hood.jpg hood-2.jpg', ['hood.jpg', 'hood-2.jpg']],
  ['https://a.example/1.jpg,w_2 hood left.jpg', ['https://a.example/1.jpg,w_2', 'hood left.jpg']],
  ['/parts/hood.svg https://a.example/1', ['/parts/hood.svg', 'https://a.example/1']],
])('%s', (cell, value) => {
  expect(readPicturesCell(cell, 'https://shop.example')).toEqual({ value });
});
