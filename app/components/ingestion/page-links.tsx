import page from "../admin/admin-page.module.css";
import { Link } from "../link";
import { useText } from "../text";

/** Where a list goes on, and back to its beginning. */
export function PageLinks({ start, next }: { start: string | null; next: string | null }) {
  const { t } = useText();
  if (!start && !next) return null;
  return (
    <nav className={page.pages} aria-label={t("ingestion:runs.pages")}>
      {start && (
        <Link className="rd-link" to={start}>
          {t("ingestion:runs.first")}
        </Link>
      )}
      {next && (
        <Link className="rd-link" to={next}>
          {t("ingestion:runs.next")}
        </Link>
      )}
    </nav>
  );
}
