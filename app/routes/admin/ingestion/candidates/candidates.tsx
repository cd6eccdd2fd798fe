import page from "~/components/admin/admin-page.module.css";
import { useText } from "~/ui/text";
import { CandidateFilters, CandidateList } from "../candidate-list";
import type { CandidatesAnswerView, CandidatesView } from "../ingestion-view";

/** /admin/ai-ingestion/candidates: what waits of all runs. */
export function Candidates({ view, answer }: { view: CandidatesView; answer: CandidatesAnswerView | null }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("ingestion:candidates.title")}</h1>
        <p>{t("ingestion:candidates.lead")}</p>
      </header>
      <CandidateFilters filters={view.filters} />
      <CandidateList list={view.list} answer={answer} showsRun />
    </main>
  );
}
