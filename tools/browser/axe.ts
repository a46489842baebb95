import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Axe = typeof import('axe-core');

/** This script defines `axe` in a page. The package's wrapper for Playwright takes twice the CPU time for each check. */
export const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
