import type { TestProject } from 'vitest/node';
import { MUTATED_BUILD } from './mutated-build.ts';

export default function provide(project: TestProject) {
  project.provide('build', MUTATED_BUILD);
}
