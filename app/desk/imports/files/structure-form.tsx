import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { classNames } from '#kit/class-names.ts';
import { Select } from '#kit/select.tsx';
import { Table } from '#kit/table.tsx';
import { useAction } from '#kit/form/use-action.ts';
import type { Encoding, Separator } from '#core/imports/files/detect-text.ts';
import type { FileLook } from '#core/imports/files/structure.ts';
import { importFailures } from './import-failures.ts';

const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows, Western (1252)',
  'windows-1250': 'Windows, Central European (1250)',
  'windows-1251': 'Windows, Cyrillic (1251)',
  macintosh: 'Mac Roman',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
};

const separatorNames: Record<Separator, string> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Vertical bars |',
};

const LINES_SHOWN = 12;

interface StructureFormProps {
  look: FileLook;
  /** True if the columns were hardly recognized, so the structure may be wrong. */
  isDoubtful: boolean;
}

/** Shows the beginning of a file as it was read, and lets a person change how it is read. */
export function StructureForm({ look, isDoubtful }: StructureFormProps) {
  const { busy, problem, send } = useAction({ failure: importFailures['read-again'], hasAlert: true });
  const { structure, sheets, lines } = look;
  const { sheet, encoding, separator, heading, headingLines } = structure;
  const shown = lines.slice(
    0,
    Math.max(LINES_SHOWN, lines.findIndex(({ line }) => line === heading) + LINES_SHOWN / 2),
  );
  const isUsual = heading === lines[0]?.line && headingLines === 1 && sheets.length < 2;
  return (
    <details className="mb-5 rounded-md border border-line bg-surface" open={isDoubtful || !isUsual}>
      <summary className="cursor-pointer px-4 py-3">
        <span className="font-semibold">How the file is read</span>{' '}
        <span className="text-sm text-muted">{describeStructure(look)}</span>
      </summary>
      <form
        className="grid gap-4 border-t border-line p-4"
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget), document.activeElement ?? undefined);
        }}
      >
        <input type="hidden" name="intent" value="read-again" />
        <Preview lines={shown} heading={heading} headingLines={headingLines} />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {sheet !== null && (
            <Select label="Sheet" name="sheet" defaultValue={sheet}>
              {sheets.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
          {separator !== null && (
            <Select label="Columns are separated by" name="separator" defaultValue={separator}>
              {Object.entries(separatorNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          {encoding !== null && (
            <Select label="Encoding" name="encoding" defaultValue={encoding}>
              {Object.entries(encodingNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          <Select label="Headings" name="heading" defaultValue={heading}>
            {lines.map(({ line }) => (
              <option key={line} value={line}>
                Line {line}
              </option>
            ))}
            <option value={0}>None: the first line is a part</option>
          </Select>
          <Select label="Headings take" name="headingLines" defaultValue={headingLines}>
            <option value={1}>One line</option>
            <option value={2}>Two lines</option>
          </Select>
        </div>
        {problem && <Alert tone="danger" title={problem} announce />}
        <div>
          <Button type="submit" busy={busy}>
            Read the file again
          </Button>
        </div>
      </form>
    </details>
  );
}

function describeStructure({ structure, sheets }: FileLook): string {
  const { sheet, encoding, separator, heading, headingLines } = structure;
  return [
    sheet !== null && (sheets.length > 1 ? `sheet ${sheet} of ${sheets.length}` : `sheet ${sheet}`),
    separator !== null && separatorNames[separator].toLowerCase(),
    encoding !== null && encodingNames[encoding],
    heading === 0 ? 'no headings' : `headings on line ${heading}${headingLines === 2 ? ' and the next' : ''}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function Preview({
  lines,
  heading,
  headingLines,
}: { lines: FileLook['lines'] } & Pick<FileLook['structure'], 'heading' | 'headingLines'>) {
  const place = lines.findIndex(({ line }) => line === heading);
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  return (
    <Table label="The file's first lines" className="text-xs">
      <tbody>
        {lines.map(({ line, cells }, index) => {
          const isHeading = place !== -1 && index >= place && index < place + headingLines;
          return (
            <tr
              key={line}
              className={classNames(
                'border-b border-line last:border-b-0',
                isHeading && 'bg-sunken font-semibold',
                index < place && 'text-muted',
              )}
            >
              <th scope="row" className="px-2 py-1 text-right font-normal text-muted tabular-nums">
                {line}
              </th>
              {index < place && cells.slice(1).every((cell) => cell === '') ? (
                <td colSpan={width} className="px-2 py-1">
                  {cells[0]}
                </td>
              ) : (
                Array.from({ length: width }, (_, column) => (
                  <td key={column} className="max-w-48 truncate px-2 py-1 whitespace-nowrap">
                    {cells[column]}
                  </td>
                ))
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
