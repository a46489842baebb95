import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { Alert } from '#kit/alert.tsx';
import { Badge, ConditionBadge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import { Pagination } from '#kit/pagination.tsx';
import { BarChart } from '#kit/bar-chart.tsx';
import { Progress } from '#kit/progress.tsx';
import { Skeleton } from '#kit/skeleton.tsx';
import { SamplePart } from './sample-part.tsx';
import { SampleTable } from './sample-table.tsx';
import { Cluster, Section } from './section.tsx';

const days = [3, 0, 5, 8, 2, 6, 4].map((value, index) => {
  const label = `Mar ${index + 1}`;
  return { label, name: label, value };
});
const conditions = ['green', 'blue', 'yellow', 'orange', 'red', 'gray'];

const drawnParts = [
  { name: 'Right Rear Door', condition: 'Good' },
  { name: '17-Inch Alloy Wheel', condition: 'Excellent' },
];

export function Content() {
  return (
    <>
      <Section title="Badges" about="The class of a condition comes from the database.">
        <Cluster>
          <Badge tone="good">In Stock</Badge>
          <Badge tone="bad">Out of Stock</Badge>
          <Badge tone="warning">Low Stock</Badge>
          <Badge tone="info">Admin</Badge>
          <Badge>pending</Badge>
        </Cluster>
        <div className="mt-3">
          <Cluster>
            {conditions.map((color) => (
              <ConditionBadge key={color} colorClass={`bg-${color}-100 text-${color}-800`}>
                {color}
              </ConditionBadge>
            ))}
            <ConditionBadge colorClass="hidden">unknown class</ConditionBadge>
          </Cluster>
        </div>
      </Section>
      <Section
        title="Cards and pictures"
        about="White, with a border and no shadow. Pictures cause no layout shift."
      >
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <SamplePart name="Front brake pad set" cents={8999} stock={12} />
          <SamplePart
            name="Remanufactured alternator with pulley and regulator, 130 A, for automatic transmission"
            cents={123450}
            stock={3}
            oem="31100-5A2-A02-RM-0000-LONG-NUMBER-77120"
          />
          <SamplePart name="Headlight, left" cents={15900} stock={0} />
          <Card as="li" padding="none">
            <Skeleton className="aspect-4/3 rounded-b-none" />
            <div className="space-y-3 p-4">
              <Skeleton className="h-6 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
              <p className="text-sm text-muted">Loading...</p>
            </div>
          </Card>
        </ul>
      </Section>
      <Section title="Table" about="Scrolls horizontally, also by keyboard.">
        <SampleTable />
      </Section>
      <Section title="Chart" about="Up to 14 bars have their values, more only the highest one.">
        <BarChart
          title="Orders by day"
          bars={days}
          format={String}
          none="No order was paid in this period."
        />
      </Section>
      <Section title="Pagination">
        <div className="space-y-4">
          <Pagination
            page={6}
            pageCount={40}
            href={(page) => `?page=${page}`}
            label="Results, in the middle"
          />
          <Pagination page={1} pageCount={3} href={(page) => `?page=${page}`} label="Results, at the start" />
        </div>
      </Section>
      <Section title="Drawings">
        <div className="flex flex-wrap items-end gap-4">
          {drawnParts.map((part) =>
            [64, 96, 320].map((width) => (
              <PartPicture
                key={`${part.name} ${width}`}
                src={null}
                part={part}
                alt=""
                width={width}
                height={(width * 3) / 4}
                className="rounded-md border border-line"
              />
            )),
          )}
          <PartPicture
            src="/no-such-photo.jpg"
            alt=""
            width={96}
            height={72}
            className="rounded-md border border-line"
          />
        </div>
      </Section>
      <Section title="Alerts and progress">
        <div className="space-y-3">
          <Alert title="How it works">Every change of a part is written to the audit log.</Alert>
          <Alert tone="success">Request Submitted! We'll start looking for this part right away.</Alert>
          <Alert tone="warning" title="Low stock">
            Three parts are about to run out.
          </Alert>
          <Alert tone="danger">Invalid login credentials. Please try again.</Alert>
        </div>
        <div className="mt-6 max-w-md">
          <Progress label="Crawling RockAuto catalog... 60%" value={60} />
        </div>
      </Section>
      <Section title="Nothing and failure">
        <div className="grid gap-4 lg:grid-cols-2">
          <EmptyState title="No parts found" level={3} action={<Button>Clear Filters</Button>}>
            Please adjust your search criteria and try again
          </EmptyState>
          <EmptyState title="Your Cart is Empty" level={3} drawing="cart" />
          <EmptyState title="Page Not Found" level={3} drawing="search" />
          <ErrorState
            title="Error Loading Parts"
            level={3}
            requestId="01JD2Z7Q4"
            action={<ButtonLink to="/junkyard">Try again</ButtonLink>}
          >
            Failed to load parts
          </ErrorState>
        </div>
      </Section>
    </>
  );
}
