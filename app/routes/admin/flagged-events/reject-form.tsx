import type { DetailsView } from "~/components/moderation/details-view";
import type { DecisionFailureView } from "~/components/moderation/queue-view";
import { FormBar } from "~/ui/form-bar";
import { Form } from "~/ui/link";
import { Meta } from "~/ui/list";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";

interface RejectFormProps {
  details: DetailsView;
  /** Whether the organizer is notified and receives the reason. */
  notifiesOrganizer: boolean;
  action: string;
  closeHref: string;
  failure: DecisionFailureView | null;
}

/** Form for the reason of rejecting a flagged event. */
export function RejectForm({
  details,
  notifiesOrganizer,
  action,
  closeHref,
  failure,
}: RejectFormProps) {
  const { t } = useText();
  return (
    <Form method="post" action={action} className="rd-stack rd-gap-xs" preventScrollReset>
      <input type="hidden" name="event" value={details.id} />
      <input type="hidden" name="version" value={details.version} />
      <input type="hidden" name="title" value={details.title} />
      <p dir="auto" lang={details.titleLang}>
        <b>{details.title}</b>
      </p>
      <Meta>
        {t(
          notifiesOrganizer
            ? "moderation:flagged.rejectText"
            : "moderation:flagged.rejectTextUntold",
        )}
      </Meta>
      <TextArea
        id="reason"
        name="reason"
        label={t("moderation:queue.reason")}
        rows={4}
        defaultValue={failure?.reason ?? ""}
        placeholder={notifiesOrganizer ? t("moderation:queue.placeholder") : undefined}
        maxLength={details.reasonMax}
        counter={{ max: details.reasonMax }}
        error={failure?.issues.reason}
      />
      <FormBar
        submit={t("moderation:queue.reject")}
        intent="reject"
        danger
        cancel={{ href: closeHref, label: t("moderation:cancel") }}
      />
    </Form>
  );
}
