import { Pager } from "~/ui/pager";
import { useText } from "~/ui/text";

/** Links to the first, previous and next page. */
export function PageLinks({ start, previous = null, next }: { start: string | null; previous?: string | null; next: string | null }) {
  const { t } = useText();
  if (!start && !next) return null;
  return <Pager label={t("ingestion:runs.pages")} start={start} previous={previous} next={next} />;
}
