import { expect, test } from '../support/story.ts';

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

for (const path of ['/', '/junkyard']) {
  test(`what is added to ${path} leaves the styles of the rest as they are @long`, async ({
    page,
    browser,
  }) => {
    await page.goto(path);
    const elements = await page.evaluate(() => document.body.querySelectorAll('*').length);
    expect(elements).toBeGreaterThan(200);
    const add = () =>
      page.evaluate(() => {
        const list = document.createElement('div');
        list.append(document.createElement('a'), document.createElement('button'));
        document.querySelector('main')?.append(list);
        return getComputedStyle(list).color;
      });
    // The first one ends what the page still has to do.
    await add();
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await add();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    const counts = traceEvents.flatMap(({ name, args }) =>
      name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : [],
    );
    expect(counts.length).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThan(elements / 4);
  });
}
