import type { CandidatesAnswer } from "~/routes/admin/ingestion/candidates-action.server";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { CandidateFilters, CandidateList } from "../candidate-list";
import type { CandidatesView } from "./candidates.server";

/** Page `/admin/ai-ingestion/candidates`: candidates of all runs. */
export function Candidates({
  view,
  answer,
}: {
  view: CandidatesView;
  answer: CandidatesAnswer | null;
}) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("ingestion:candidates.title")} lead={t("ingestion:candidates.lead")} />
      <CandidateFilters filters={view.filters} />
      <CandidateList list={view.list} answer={answer} showsRun />
    </main>
  );
}
