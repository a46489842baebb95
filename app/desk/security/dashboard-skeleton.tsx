import { Card } from '#kit/card.tsx';
import { Skeleton } from '#kit/skeleton.tsx';

/** Is as large as the dashboard. */
export function DashboardSkeleton() {
  return (
    <div aria-busy>
      <Skeleton className="mb-5 h-24" />
      <div className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <Card key={place}>
            <Skeleton className="h-4 w-20 max-w-full" />
            <Skeleton className="mt-2 h-8 w-12" />
            <Skeleton className="mt-2 h-4 w-24 max-w-full" />
          </Card>
        ))}
      </div>
      <p role="status" className="py-12 text-center text-muted">
        Loading security audit logs...
      </p>
    </div>
  );
}
