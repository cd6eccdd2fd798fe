import { useLocation, useNavigation } from "@remix-run/react";
import { Fragment, type ReactNode, useCallback, useEffect, useState } from "react";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { SubmissionAllowancePanel } from "~/components/submission-allowance-panel/submission-allowance-panel";
import { VerifyNotice } from "~/components/verify-notice/verify-notice";
import { formStateOf } from "~/lib/event/event-form-fields";
import { SCHEDULE_STEP } from "~/lib/event/schedule-inputs";
import { RESTORE_EVENT } from "~/lib/pages/unsaved-input";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { FailureSummary } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Form, Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import type { EventFormView } from "./event-form.server";
import type { EventFormAnswer } from "./event-form-action.server";
import { FORM, FormProvider } from "./form-context";
import {
  CopyNotice,
  DuplicateNotice,
  HandedOverNotice,
  ImportNotice,
  NewerNotice,
  ReasonNotice,
} from "./form-notices";
import {
  MediaSection,
  OrganizerSection,
  PriceSection,
  TopicsSection,
  WhereSection,
  WordsSection,
} from "./form-sections";
import { PracticalSection } from "./practical-section";
import { PreviewPane } from "./preview-pane";
import { WhenSection } from "./schedule-section";
import { type SaveState, useLiveForm } from "./use-live-form";

interface ActionProps {
  intent: string;
  isMain?: boolean;
  /** Action URL, if it differs from the form's. */
  action?: string;
  children: ReactNode;
}

function Action({ intent, isMain = false, action, children }: ActionProps) {
  const navigation = useNavigation();
  const isBusy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;
  return (
    <Button
      intent={intent}
      formAction={action}
      variant={isMain ? undefined : "default"}
      loading={isBusy}
    >
      {children}
    </Button>
  );
}

interface FormActionsProps {
  page: Pick<EventFormView, "state" | "publishesEdits" | "verification">;
  /** Action URL of the preview button, with the fragment of the preview. */
  previewAction: string;
  children?: ReactNode;
}

/** Buttons available in the event's state. */
function FormActions({ page, previewAction, children }: FormActionsProps) {
  const { t } = useText();
  const { state, publishesEdits, verification } = page;
  const isPublic =
    state.kind === "submitted" && (state.status === "approved" || state.status === "flagged");
  const isUnsubmitted =
    state.kind === "draft" || state.status === "rejected" || state.status === "draft";
  return (
    <div className={`${classes.actions} rd-row`} data-bottom-bar="wide">
      {isPublic ? (
        <Action intent="save" isMain>
          {t(publishesEdits ? "authoring:action.save" : "authoring:action.saveForReview")}
        </Action>
      ) : isUnsubmitted ? (
        !verification && (
          <Action intent="submit" isMain>
            {t(
              state.kind === "submitted" ? "authoring:action.resubmit" : "authoring:action.submit",
            )}
          </Action>
        )
      ) : (
        <Action intent="save" isMain>
          {t("authoring:action.save")}
        </Action>
      )}
      {isUnsubmitted && (
        <Action intent={state.kind === "draft" ? "draft" : "save"} isMain={verification !== null}>
          {t(
            state.kind === "draft" || state.status === "draft"
              ? "authoring:action.draft"
              : "authoring:action.save",
          )}
        </Action>
      )}
      <Action intent="preview" action={previewAction}>
        {t("authoring:action.preview")}
      </Action>
      {(isPublic && !publishesEdits) || state.kind === "draft" ? (
        <p className={state.kind === "draft" ? `${classes.note} ${classes.lasting}` : classes.note}>
          {t(state.kind === "draft" ? "authoring:action.draftNote" : "authoring:action.reviewNote")}
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** Save state of the draft, with a log-in link after the session has ended. */
function SaveLine({ state, savedAt }: { state: SaveState; savedAt: Date | null }) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const time =
    savedAt?.toLocaleTimeString(locale === "fa" ? "fa-IR" : "en-GB", {
      hour: "2-digit",
      minute: "2-digit",
    }) ?? "";
  return (
    <p className={classes.note} role="status">
      {state !== "idle" && t(`authoring:auto.${state}`, { time })}{" "}
      {state === "ended" && (
        <a
          className="rd-link"
          href={paths.login(
            typeof location === "undefined"
              ? pathname + search
              : location.pathname + location.search,
            true,
          )}
        >
          {t("common:account.logIn")}
        </a>
      )}
    </p>
  );
}

/** Event form, with its preview beside it on wide screens. Works without JavaScript. */
export function EventForm({
  page,
  answer,
}: {
  page: EventFormView;
  answer: EventFormAnswer | undefined;
}) {
  const { t } = useText();
  const live = useLiveForm(page, answer);
  /** Restored local copy. The count serves as a key that remounts the fields. */
  const [restored, setRestored] = useState<{
    fields: EventFormView["fields"];
    count: number;
  } | null>(null);
  const [chosenPicture, choosePicture] = useState<string | null>(null);
  const parts = live.parts ?? answer?.parts ?? page;
  const written = restored?.fields ?? answer?.fields ?? page.fields;
  const fields = live.picture === null ? written : { ...written, imageUrl: live.picture };
  const issues = { ...answer?.issues, ...live.issues };
  const id = live.draft.id ?? answer?.id ?? page.id;
  const action = id === null ? paths.createEvent() : paths.editEvent(id);
  const address = useAddress()(action);
  /** The fragments scroll to the preview and to the dates without JavaScript. */
  const [previewAction, datesAction] = [`${address}#preview`, `${address}#when`];
  const { form, changed, copy, forget } = live;
  const restore = useCallback(
    (found: EventFormView["fields"]) => {
      setRestored((before) => ({ fields: found, count: (before?.count ?? 0) + 1 }));
      // A local copy contains no files.
      choosePicture(null);
      changed();
    },
    [changed],
  );
  useEffect(() => {
    const element = form.current;
    const onRestore = (event: Event) => {
      const typed = new FormData();
      for (const [name, value] of (event as CustomEvent<[string, string][]>).detail)
        typed.append(name, value);
      event.preventDefault();
      restore(formStateOf(typed));
    };
    element?.addEventListener(RESTORE_EVENT, onRestore);
    return () => element?.removeEventListener(RESTORE_EVENT, onRestore);
  }, [form, restore]);
  useEffect(() => {
    if (copy?.isContinued) restore(copy.fields);
  }, [copy, restore]);
  useEffect(() => {
    if (answer?.intent === "preview") document.getElementById("preview")?.focus();
  }, [answer]);
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <header className={`${classes.head} rd-row`}>
        <h1>{page.title}</h1>
        {page.state.status && (
          <StatusBadge status={page.state.status}>{page.stateLabel}</StatusBadge>
        )}
        {page.id === null && <p>{t("authoring:create.lead")}</p>}
      </header>
      {page.state.kind === "draft" && !page.handedOver?.host && (
        <SubmissionAllowancePanel allowance={page.allowance} withReasons />
      )}
      {page.id === null && (
        <ul className={classes.ways}>
          <li>
            <Link className="rd-press" to={paths.quickEvent()}>
              <Icon name="device-mobile" size="s" />
              {t("authoring:quick.link")}
            </Link>
          </li>
          <li>
            <Link className="rd-press" to={paths.importEvent()}>
              <Icon name="world" size="s" />
              {t("authoring:import.link")}
            </Link>
          </li>
        </ul>
      )}
      <VerifyNotice notice={page.verification} opensTab />
      <ImportNotice notes={page.imported} />
      <ReasonNotice reason={page.reason} />
      {page.state.kind === "submitted" && page.state.revision === "pending" && (
        <Alert>{t("authoring:revisionWaits")}</Alert>
      )}
      {page.isClosed ? (
        <Alert>{t("authoring:closed")}</Alert>
      ) : (
        <FormProvider
          value={{ page, fields, issues, parts, chosenPicture, choosePicture, changed }}
        >
          {copy && (
            <CopyNotice
              isRestored={copy.isContinued}
              onDiscard={() => {
                if (copy.isContinued) restore(page.fields);
                forget();
              }}
              onRestore={() => {
                restore(copy.fields);
                forget();
              }}
            />
          )}
          <Form
            method="post"
            action={action}
            encType="multipart/form-data"
            className={classes.form}
            noValidate
            ref={form}
            data-restores
            onInput={changed}
            onSubmit={live.onSubmit}
          >
            <input
              type="hidden"
              name="version"
              value={live.draft.version || answer?.version || page.version}
            />
            <input type="hidden" name="once" value={page.once} />
            {/* Default button for Enter, so that it does not submit an unfinished event. */}
            <button
              type="submit"
              name="intent"
              value="preview"
              formAction={previewAction}
              className="rd-hidden"
              tabIndex={-1}
              aria-hidden="true"
            />
            <div className={classes.main}>
              {answer?.message && <FailureSummary name={FORM} failure={answer} />}
              <HandedOverNotice handedOver={page.handedOver} />
              <NewerNotice id={id} newer={answer?.newer ?? null} />
              <Fragment key={restored?.count}>
                <WordsSection />
                <WhereSection />
                <WhenSection
                  key={
                    answer?.intent.startsWith(SCHEDULE_STEP)
                      ? JSON.stringify(answer.fields?.when)
                      : undefined
                  }
                  action={datesAction}
                />
                <DuplicateNotice duplicates={parts.duplicates} />
                <PriceSection />
                <MediaSection />
                <TopicsSection />
                <PracticalSection />
                <OrganizerSection />
              </Fragment>
              <FormActions page={page} previewAction={previewAction}>
                <SaveLine state={live.state} savedAt={live.savedAt} />
              </FormActions>
            </div>
            <div className={classes.aside}>
              <PreviewPane preview={parts.preview} picture={chosenPicture} />
            </div>
          </Form>
        </FormProvider>
      )}
    </main>
  );
}
