import type { LegalTextVersion } from '#domain/legal-editor.ts';
import { BUILT_IN_VERSION, formatLegalDate } from '#domain/legal-page.ts';
import { Cell, HeaderCell, Row, Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useShop } from '#ui/use-shop.ts';

interface LegalTextVersionsProps {
  title: string;
  path: string;
  current: number;
  versions: LegalTextVersion[];
}

export function LegalTextVersions({ title, path, current, versions }: LegalTextVersionsProps) {
  const { timeZone } = useShop();
  return (
    <section aria-labelledby="legal-versions" className="mt-8">
      <h2 id="legal-versions" className="mb-3">
        Versions
      </h2>
      <Table label={`Versions of the ${title}`}>
        <thead>
          <Row>
            <HeaderCell>Version</HeaderCell>
            <HeaderCell>Date</HeaderCell>
            <HeaderCell>Published by</HeaderCell>
            <HeaderCell>Actions</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {versions.map(({ version, publishedAt, publishedBy }) => (
            <Row key={version}>
              <Cell heading className="whitespace-nowrap tabular-nums">
                {version}
                {version === current && ' (current)'}
              </Cell>
              <Cell className="whitespace-nowrap">{formatLegalDate(publishedAt, timeZone)}</Cell>
              <Cell>
                {version === BUILT_IN_VERSION
                  ? 'Built-in text'
                  : publishedBy?.trim() || 'An admin without a name'}
              </Cell>
              <Cell>
                <TextLink to={`${path}&version=${version}`} preventScrollReset>
                  View<span className="sr-only"> version {version}</span>
                </TextLink>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
