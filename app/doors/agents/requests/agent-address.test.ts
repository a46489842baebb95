import { expect, test } from 'vitest';
import { AgentProblem } from '../operation.ts';
import { readAgentAddress } from './agent-address.ts';

const URL = 'https://platform.example/profile.json';

test.each([
  [`profile="${URL}"`, undefined],
  [`name="a, b";v=1, profile="${URL}";x`, undefined],
  [null, URL],
  [`profile="${URL}"`, URL],
])('%s and %s name the profile', (header, meta) => expect(readAgentAddress(header, meta)).toBe(URL));

test.each([
  [null, undefined],
  ['', undefined],
  [URL, undefined],
  [`profile=${URL}`, undefined],
  ['profile=token', undefined],
  ['profile', undefined],
  [`profile=("${URL}")`, undefined],
  [`profile="${URL}`, undefined],
  [`Profile="${URL}"`, undefined],
  [`profile="${URL}"`, 'https://other.example/profile.json'],
  [null, 7],
])('%s and %s do not', (header, meta) => {
  expect(() => readAgentAddress(header, meta)).toThrow(AgentProblem);
});
