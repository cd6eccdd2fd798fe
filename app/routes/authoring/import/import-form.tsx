import { paths } from "~/lib/paths";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "../page.module.css";
import type { ImportAnswer } from "./import.server";
import { MadeDrafts, Receipt } from "./receipt";

/**
 * Form for the address or file of what was announced elsewhere: one event fills in a draft, of
 * several the author chooses.
 */
export function ImportForm({ answer }: { answer: ImportAnswer | undefined }) {
  const { t } = useText();
  const failure = answer?.message ? answer : undefined;
  if (answer?.made || answer?.receipt)
    return (
      <main id="main" className={`rd-wrap ${classes.page}`}>
        {answer.made ? (
          <MadeDrafts made={answer.made} />
        ) : (
          answer.receipt && <Receipt receipt={answer.receipt} failure={failure} />
        )}
      </main>
    );
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <PageHead title={t("authoring:import.title")} lead={t("authoring:import.lead")} />
      <Form name="import" keeps="import" encType="multipart/form-data" failure={failure}>
        <TextField
          name="url"
          type="url"
          label={t("authoring:import.url")}
          help={t("authoring:import.urlHelp")}
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
          accept=".ics,text/calendar"
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
