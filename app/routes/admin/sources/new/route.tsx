import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { DryRun, SourceForm } from "../source-form";
import type { DryRunAnswer } from "../source-form-answer.server";
import { newSourceAction, newSourcePage } from "./new-source.server";

interface NewSourceProps {
  page: Awaited<ReturnType<typeof newSourcePage>>;
  answer: FormFailure | DryRunAnswer | undefined;
}

/** Page `/admin/sources/new`: an address finds out the rest, with a dry run; all can be changed. */
function NewSource({ page, answer }: NewSourceProps) {
  const { t } = useText();
  const isDryRun = answer !== undefined && "dryRun" in answer;
  // A rejected form of all fields, not of the address alone.
  const isTyped = answer !== undefined && !isDryRun && Boolean(answer.values.kind);
  return (
    <main id="main">
      <PageHead title={t("sources:new")} lead={t("sources:lead")} />
      <div className="rd-stack rd-gap-lg">
        <Form name="address" failure={isDryRun || isTyped ? undefined : answer} keeps="address">
          <input type="hidden" name="city" value={page.fields.city} />
          <TextField
            name="url"
            label={t("sources:form.url")}
            help={t("sources:guess.help")}
            defaultValue={isDryRun ? answer.values.url : page.fields.url}
            maxLength={1_000}
            dir="ltr"
            inputMode="url"
            need="required"
          />
          <FormBar submit={t("sources:guess.look")} intent="look" isQuiet={isDryRun} />
        </Form>
        {isDryRun && <DryRun view={answer.dryRun} />}
        <Fold
          key={String(isDryRun)}
          title={t(isDryRun && answer.reasons ? "sources:guess.found" : "sources:guess.byHand")}
          open={isDryRun || isTyped}
          isFramed
        >
          <SourceForm
            key={isDryRun ? answer.values.url : ""}
            fields={isDryRun ? answer.values : page.fields}
            options={page.options}
            reasons={isDryRun ? answer.reasons : null}
            cancel={paths.adminSources()}
            failure={isTyped ? answer : undefined}
          />
        </Fold>
      </div>
    </main>
  );
}

export const handle = page({
  permission: "ingestion:manage",
  crumb: "common:crumb.newSource",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return newSourcePage(context, new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await newSourceAction(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function NewSourceRoute() {
  return (
    <NewSource page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
