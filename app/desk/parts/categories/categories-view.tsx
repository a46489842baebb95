import { startTransition, useState } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { useRevalidator } from 'react-router';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { RenameCategoryDialog } from './rename-category-dialog.tsx';

interface Category {
  name: string;
  parts: number;
}

export function CategoriesView({ categories }: { categories: Category[] }) {
  const [requested, setRequested] = useState<string>();
  const [deleting, setDeleting] = useState<Category>();
  const [renaming, setRenaming] = useState<string>();
  const { revalidate } = useRevalidator();
  // The dialog keeps its initial count.
  if (requested !== undefined && deleting?.name !== requested) {
    setDeleting({ name: requested, parts: categories.find(({ name }) => name === requested)?.parts ?? 0 });
  }

  /** Reloads the counts first: parts may have been added or deleted. */
  async function confirmDelete(name: string) {
    await revalidate();
    // The router renders new data in a transition. Open the dialog in the same one.
    startTransition(() => setRequested(name));
  }

  function close() {
    setRequested(undefined);
    setDeleting(undefined);
  }
  return (
    <>
      <ScreenHead title="Categories" />
      {categories.length === 0 ? (
        <EmptyState title="No categories found. Categories are created automatically when you add parts." />
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {categories.map(({ name, parts: count }) => (
            <Card
              key={name}
              as="li"
              padding="none"
              className="flex items-center justify-between gap-2 py-1 pr-1 pl-4"
            >
              <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <h2 className="text-lg break-words">{name}</h2>
                <p className="text-sm text-muted tabular-nums">{formatPartCount(count)}</p>
              </div>
              <div className="flex shrink-0">
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Rename ${name}`}
                  onClick={() => setRenaming(name)}
                >
                  <Icon name="Pencil" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Delete ${name}`}
                  onClick={() => void confirmDelete(name)}
                >
                  <Icon name="Trash2" />
                </Button>
              </div>
            </Card>
          ))}
        </ul>
      )}
      {deleting && (
        <DeleteCategory
          {...deleting}
          onClose={close}
          onMove={() => {
            close();
            setRenaming(deleting.name);
          }}
        />
      )}
      {renaming !== undefined && (
        <RenameCategoryDialog
          name={renaming}
          categories={categories.map(({ name }) => name)}
          onClose={() => setRenaming(undefined)}
        />
      )}
    </>
  );
}

interface DeleteCategoryProps extends Category {
  onClose: () => void;
  onMove: () => void;
}

function DeleteCategory({ name, parts, onClose, onMove }: DeleteCategoryProps) {
  return (
    <ConfirmAction
      title={
        parts === 0
          ? `Are you sure you want to remove the unused category "${name}"?`
          : `Delete the category "${name}"?`
      }
      confirmLabel={parts === 0 ? 'Remove category' : `Delete ${formatPartCount(parts)}`}
      fields={{ intent: 'delete', name, parts: String(parts) }}
      failure="Error deleting category"
      onClose={onClose}
    >
      {parts > 0 && (
        <>
          <p>
            {`The category "${name}" is used by ${formatPartCount(parts)}. Do you want to delete all of them? This can't be undone.`}
          </p>
          <Button className="mt-3" onClick={onMove}>
            Move them to another category
          </Button>
        </>
      )}
    </ConfirmAction>
  );
}
