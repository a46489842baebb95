import { formatPartCount } from '#core/catalog/part-count.ts';
import { Link } from '#kit/link.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { Drawing } from './drawing.tsx';
import type { ShownCategory } from './shopfront.server.ts';

export function CategoryTiles({ categories }: { categories: readonly ShownCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <section id="categories">
      <div className="shelf-head">
        <h2>Shop by category</h2>
        <TextLink to="/junkyard">All parts</TextLink>
      </div>
      <ul className="tiles">
        {categories.map(({ name, parts, drawing }) => (
          <li key={name}>
            <Link to={`/junkyard?${new URLSearchParams({ category: name })}`} className="tile">
              <Drawing name={drawing} width={44} height={44} />
              <span className="min-w-0">
                <span className="tile-name block">{name}</span>
                <span className="tile-note">{formatPartCount(parts)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
