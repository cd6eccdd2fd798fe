import * as v from "valibot";

/**
 * The shape of every list (decisions.md §12): pages are fetched by the cursor of the one before.
 */
export const listJson = <Item extends v.GenericSchema>(ref: string, item: Item) =>
  v.pipe(
    v.object({ items: v.array(item), nextCursor: v.nullable(v.string()), hasMore: v.boolean() }),
    v.metadata({ ref }),
  );

/** A list that has everything on its first page. */
export const wholeList = <Item>(items: Item[]) => ({ items, nextCursor: null, hasMore: false });
