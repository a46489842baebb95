import type { TestProject } from 'vitest/node';
import { buildIfChanged } from '#server/build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    build: string;
  }
}

export default async function build(project: TestProject) {
  project.provide('build', await buildIfChanged((line) => console.log(line)));
}
