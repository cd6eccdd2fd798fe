import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import type { EventFormView } from "./event-form.server";

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
export function FormActions({ page, previewAction, children }: FormActionsProps) {
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
