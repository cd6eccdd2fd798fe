import { Button } from "../../ui/button";
import { CheckGroup } from "../../ui/check-group";
import { Form } from "../../ui/link";
import { Section } from "../../ui/section";
import { useText } from "../../ui/text";

interface TraitProposalsProps {
  /** Proposed traits that are not yet confirmed. Renders nothing if empty. */
  proposals: readonly { value: string; label: string }[];
  eventId: string;
  version: number;
  /** URL of the page that shows the event. */
  action: string;
}

/** Checkboxes to confirm the proposed traits of an event. */
export function TraitProposals({ proposals, eventId, version, action }: TraitProposalsProps) {
  const { t } = useText();
  if (proposals.length === 0) return null;
  return (
    <Section title={t("moderation:traits.title")} lead={t("moderation:traits.lead")} level={3}>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="event" value={eventId} />
        <input type="hidden" name="version" value={version} />
        <CheckGroup
          name="trait"
          id="proposed-traits"
          label={t("moderation:traits.label")}
          options={proposals}
          chosen={proposals.map(({ value }) => value)}
        />
        <Button intent="confirm-traits" variant="default" size="sm">
          {t("moderation:traits.confirm")}
        </Button>
      </Form>
    </Section>
  );
}
