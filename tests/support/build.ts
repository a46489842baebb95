import { buildIfChanged } from '#server/build.ts';

export default async function build() {
  await buildIfChanged((line) => console.log(line));
}
