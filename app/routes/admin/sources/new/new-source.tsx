import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { DryRun, SourceForm } from "../source-form";
import type { DryRunAnswer } from "../source-form-answer.server";
import type { newSourcePage } from "./new-source.server";

interface NewSourceProps {
  page: Awaited<ReturnType<typeof newSourcePage>>;
  answer: FormFailure | DryRunAnswer | undefined;
}

/** Page `/admin/sources/new`: the form of a new source and its dry run. */
export function NewSource({ page, answer }: NewSourceProps) {
  const { t } = useText();
  const isDryRun = answer !== undefined && "dryRun" in answer;
  return (
    <main id="main">
      <PageHead title={t("sources:new")} lead={t("sources:lead")} />
      {isDryRun && <DryRun view={answer.dryRun} />}
      <SourceForm
        fields={isDryRun ? answer.values : page.fields}
        options={page.options}
        cancel={paths.adminSources()}
        failure={isDryRun ? undefined : answer}
      />
    </main>
  );
}
