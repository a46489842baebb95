import { useShop } from '#core/settings/ui/use-shop.ts';
import { listWorksheetFields } from '#core/yard/paper/worksheet.ts';
import type { VehiclePage } from '#core/yard/read-vehicle.server.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Button } from '#kit/button.tsx';
import { TextLink } from '#kit/text-link.tsx';

/** Shows what goes into DMV's form, in its order. A person copies it: the shop files nothing. */
export function WorksheetView({ car }: { car: VehiclePage }) {
  const { name } = useShop();
  const { values, purchase, paper } = car;
  const fields = listWorksheetFields({ values, seller: purchase?.seller ?? null });
  const { isRequired } = paper.notice;
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink to={`${VEHICLES_PATH}/${car.id}`}>Back to the car</TextLink>
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <h1 className="text-2xl">Worksheet for REG 42: {String(values.stock_number)}</h1>
      <p className="mt-2">
        {name}. To copy into DMV&apos;s Notice of Acquisition and Report of Vehicle To Be Dismantled. The shop
        files nothing. Check with your lawyer.
      </p>
      <p className="mt-2 font-semibold">
        {isRequired === null
          ? 'It is not decided whether a notice of acquisition is required'
          : isRequired
            ? 'A notice of acquisition is required'
            : 'No notice of acquisition is required'}
        {': '}
        {paper.notice.why}.
      </p>
      <table className="mt-6 w-full text-left print:text-sm">
        <thead>
          <tr className="border-b border-line-strong">
            <th scope="col" className="py-1.5 pr-3 whitespace-nowrap">
              Report
            </th>
            <th scope="col" className="py-1.5 pr-3 whitespace-nowrap">
              Notice
            </th>
            <th scope="col" className="py-1.5 pr-3 whitespace-nowrap">
              Field
            </th>
            <th scope="col" className="w-1/2 py-1.5">
              Value
            </th>
          </tr>
        </thead>
        <tbody className="align-top [&>tr]:border-b [&>tr]:border-line">
          {fields.map(({ report, notice, label, value }) => (
            <tr key={report}>
              <td className="py-2 print:py-1 pr-3 tabular-nums">{report}</td>
              <td className="py-2 print:py-1 pr-3 tabular-nums">{notice}</td>
              <th scope="row" className="py-2 print:py-1 pr-3 font-normal">
                {label}
              </th>
              <td className="py-2 print:py-1 font-semibold wrap-anywhere whitespace-pre-line">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-sm text-muted">
        Field numbers as in DMV&apos;s Dismantler&apos;s Handbook 3.040. Fill in the fields from 16 on by
        hand.
      </p>
    </main>
  );
}
