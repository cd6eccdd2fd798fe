import { Pager } from "~/ui/pager";
import { useText } from "~/ui/text";

/** Links to the first, previous and next page. */
export function PageLinks(pages: {
  start: string | null;
  previous: string | null;
  next: string | null;
  total: string | null;
}) {
  const { t } = useText();
  return <Pager label={t("ingestion:runs.pages")} {...pages} />;
}
