import { expect, test } from 'vitest';
import { redactLinks } from './redact-links.ts';

test.each([
  'Front Brake Pads',
  'Bumper, front 1/2',
  'Civic 1.8',
  "Owner's manual",
  '45022-TR3-A01',
  'A.C. Compressor',
  'No. 5',
])('%s is quoted', (text) => expect(redactLinks(text)).toBe(text));

test.each([
  'http://casino.example',
  'hTTps://casino.example/x',
  'casino.example',
  'Visit CASINO.COM now',
  'www.casino',
  'casino．example',
  'win@casino',
  't.me/casino',
  'casino。example',
  'hxxp:/​/casino dot com //x',
  'w\u200Bww casino',
])('%s is replaced', (text) => expect(redactLinks(text)).toBe('(as you wrote it)'));
