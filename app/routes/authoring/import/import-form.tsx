import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "../page.module.css";
import type { ImportAnswer, importLoader } from "./import.server";
import { MadeDrafts, Receipt } from "./receipt";

/**
 * Form for the address or file of what was announced elsewhere: one event fills in a draft, of
 * several the author chooses.
 */
export function ImportForm({
  page,
  answer,
}: {
  page: Awaited<ReturnType<typeof importLoader>>;
  answer: ImportAnswer | undefined;
}) {
  const { t } = useText();
  const failure = answer?.message ? answer : undefined;
  if (answer?.made || page.receipt)
    return (
      <main id="main" className={`rd-wrap ${classes.page}`}>
        {answer?.made ? (
          <MadeDrafts made={answer.made} />
        ) : (
          page.receipt && (
            <Receipt
              receipt={page.receipt}
              failure={failure}
              taken={answer?.taken ?? null}
              answered={answer?.answered ?? []}
              picked={answer?.picked ?? []}
            />
          )
        )}
      </main>
    );
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <PageHead title={t("authoring:import.title")} lead={t("authoring:import.lead")} />
      {page.isGone && (
        <Alert tone="waiting" live="status">
          {t("authoring:import.receipt.gone")}
        </Alert>
      )}
      <Form
        name="import"
        action={paths.importEvent()}
        keeps="import"
        encType="multipart/form-data"
        failure={failure}
      >
        <TextField
          name="url"
          type="url"
          label={t("authoring:import.url")}
          help={t("authoring:import.urlHelp")}
          defaultValue={page.url}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
        />
        <TextField
          name="file"
          type="file"
          label={t("authoring:import.file")}
          help={t("authoring:import.fileHelp")}
          accept=".ics,.json,.jsonld,.html,.htm,.xml,.rss,.atom,text/calendar"
        />
        <FormBar
          submit={t("authoring:import.send")}
          intent="import"
          cancel={{ href: paths.createEvent(), label: t("authoring:import.blank") }}
        />
      </Form>
    </main>
  );
}
