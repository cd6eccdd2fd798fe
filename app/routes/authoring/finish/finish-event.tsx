import { VerifyNotice } from "~/components/verify-notice/verify-notice";
import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Form } from "~/ui/form";
import { ActionBar, FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import { MachineMark } from "../event-form/form-fields";
import { DuplicateNotice } from "../event-form/form-notices";
import { PreviewPane } from "../event-form/preview-pane";
import classes from "./finish-event.module.css";
import type { finishLoader } from "./finish-event.server";

type FinishView = Awaited<ReturnType<typeof finishLoader>>;

/** A draft as it will look, the texts of the other language, and what may be added. */
export function FinishEvent({
  page,
  failure,
}: {
  page: FinishView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const { language, handedOver, isOwn } = page;
  const isMarked = page.texts.some(({ isMachine }) => isMachine);
  const isEditable = !(handedOver && isOwn);
  const isSendable = isEditable && !page.verification;
  // Missing fields come before fields to confirm.
  const main = page.isComplete ? "submit" : page.isDraftable ? "draft" : "hand-over";
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <PageHead title={t("authoring:finish.title")} lead={t("authoring:finish.lead")} />
      <VerifyNotice notice={page.verification} opensTab />
      <DuplicateNotice duplicates={page.duplicates} />
      <div className={classes.columns}>
        <Form
          name="finish"
          keeps={`finish ${page.version}`}
          failure={failure}
          className={classes.form ?? ""}
        >
          <input type="hidden" name="version" value={page.version} />
          {/* Default button for Enter. */}
          <button
            type="submit"
            name="intent"
            value={`save:${language}`}
            className="rd-hidden"
            tabIndex={-1}
            aria-hidden="true"
          />
          {handedOver && isOwn ? (
            <Alert
              icon="language"
              action={
                <SubmitButton intent="take-back" variant="default" size="sm">
                  {t("authoring:handOver.takeBack")}
                </SubmitButton>
              }
            >
              {t(`authoring:handOver.waits.${handedOver}`)}
            </Alert>
          ) : (
            <Section
              id="language"
              title={t(`authoring:finish.language.${language}`)}
              lead={t(
                language === "en"
                  ? "authoring:finish.languageLead"
                  : "authoring:finish.persianLead",
              )}
            >
              <div className="rd-stack">
                {page.texts.map(({ path, original, text, isMachine, isLong, max }) => {
                  const common = {
                    name: path,
                    label: t(`authoring:field.${path}`),
                    help: original && !isLong ? original : undefined,
                    lang: language,
                    dir: language === "fa" ? ("rtl" as const) : ("ltr" as const),
                    defaultValue: text,
                    maxLength: max,
                    below: isMachine && <MachineMark />,
                  };
                  return isLong ? (
                    <TextArea key={path} {...common} rows={6} />
                  ) : (
                    <TextField key={path} {...common} autoComplete="off" />
                  );
                })}
                {isMarked && <p className="rd-quiet">{t("authoring:machine.help")}</p>}
              </div>
            </Section>
          )}
          {isEditable && (
            <ActionBar>
              {isMarked && (
                <SubmitButton intent={`confirm:${language}`} variant="default" icon="check">
                  {t("authoring:machine.confirmAll")}
                </SubmitButton>
              )}
              {page.isDraftable && main !== "draft" && (
                <SubmitButton intent={`draft:${language}`} variant="default" icon="wand">
                  {t(`authoring:drafting.${language}`)}
                </SubmitButton>
              )}
              {isSendable && page.mayHandOver && main !== "hand-over" && (
                <SubmitButton intent={`hand-over:${language}`} variant="default" icon="language">
                  {t(`authoring:handOver.${language}`)}
                </SubmitButton>
              )}
              {isSendable && main !== "submit" && (
                <SubmitButton intent="submit" variant="default" icon="send">
                  {t("authoring:finish.sendOwn")}
                </SubmitButton>
              )}
            </ActionBar>
          )}
          <Section id="more" title={t("authoring:finish.more")}>
            <ul className={classes.additions}>
              {page.additions.map(({ part, label, href }) => (
                <li key={part}>
                  <Link className="rd-link" to={href}>
                    {label}
                  </Link>
                </li>
              ))}
              <li>
                <Link className="rd-link" to={paths.editEvent(page.id)}>
                  {t("authoring:finish.whole")}
                </Link>
              </li>
            </ul>
          </Section>
          {isSendable && !(main === "hand-over" && !page.mayHandOver) && (
            <FormBar
              submit={t(
                main === "submit"
                  ? "authoring:finish.send"
                  : main === "draft"
                    ? `authoring:drafting.${language}`
                    : `authoring:handOver.${language}`,
              )}
              intent={main === "submit" ? main : `${main}:${language}`}
              isSticky
              note={t(
                page.isComplete
                  ? "authoring:finish.sendNote"
                  : `authoring:finish.missing.${language}`,
              )}
            />
          )}
        </Form>
        <PreviewPane preview={page.preview} picture={null} isOpen />
      </div>
    </main>
  );
}
