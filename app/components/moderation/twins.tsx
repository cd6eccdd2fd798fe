import { Button } from "@mantine/core";
import { Icon } from "../icon";
import { Form, Link } from "../link";
import { StatusBadge } from "../status-badge/status-badge";
import { useText } from "../text";
import type { CaseView, MergeView, TwinView } from "./queue-view";
import classes from "./twins.module.css";

interface TwinsProps {
  review: CaseView;
  /** Where decisions go. */
  action: string;
  nextId: string | null;
}

/** What may be the same event as what waits: why, and what to do about it. */
export function Twins({ review, action, nextId }: TwinsProps) {
  const { t } = useText();
  const { merge } = review;
  return (
    <section className={classes.twins} aria-labelledby="review-twins">
      <h3 id="review-twins">
        <Icon name="copy" size="s" />
        {t("moderation:queue.twins")}
      </h3>
      <p>{t("moderation:queue.twinsLead")}</p>
      <ul>
        {review.twins.map((twin) => (
          <li key={twin.id}>
            <p className={classes.line}>
              <Link className="rd-link" to={twin.href} dir="auto">
                {twin.title}
              </Link>
              <span>{twin.when}</span>
              <StatusBadge status={twin.status}>{twin.statusLabel}</StatusBadge>
              <span>
                <b>{twin.relation}</b> · {twin.reasons}
              </span>
            </p>
            <Form method="post" action={action} preventScrollReset>
              <CaseFields review={review} nextId={nextId} />
              <input type="hidden" name="twin" value={twin.id} />
              <Button type="submit" name="intent" value="keep-both" variant="default" size="compact-sm">
                {t("moderation:twin.keepBoth")}
              </Button>
            </Form>
            {merge && <MergeForm fields={merge.fields} twin={twin} review={review} action={action} nextId={nextId} />}
          </li>
        ))}
      </ul>
      {merge && (
        <Form method="post" action={action} preventScrollReset>
          <CaseFields review={review} nextId={nextId} />
          <input type="hidden" name="reason" value={merge.reason} />
          <Button type="submit" name="intent" value="reject" variant="default" size="sm" leftSection={<Icon name="x" size="s" />}>
            {t("moderation:twin.merge.reject")}
          </Button>
        </Form>
      )}
    </section>
  );
}

function CaseFields({ review, nextId }: Pick<TwinsProps, "review" | "nextId">) {
  return (
    <>
      <input type="hidden" name="event" value={review.id} />
      <input type="hidden" name="version" value={review.version} />
      <input type="hidden" name="title" value={review.title} />
      {nextId && <input type="hidden" name="next" value={nextId} />}
    </>
  );
}

type MergeFormProps = TwinsProps & { twin: TwinView; fields: MergeView["fields"] };

function MergeForm({ twin, fields, review, action, nextId }: MergeFormProps) {
  const { t } = useText();
  return (
    <details className={classes.merge}>
      <summary>{t("moderation:twin.merge.open")}</summary>
      <Form method="post" action={action} preventScrollReset>
        <CaseFields review={review} nextId={nextId} />
        <input type="hidden" name="twin" value={twin.id} />
        <input type="hidden" name="twinVersion" value={twin.version} />
        <fieldset>
          <legend>{t("moderation:twin.merge.lead")}</legend>
          {fields.map(({ name, label }) => (
            <label key={name}>
              <input type="checkbox" className="rd-tick" name="take" value={name} />
              {label}
            </label>
          ))}
        </fieldset>
        <Button type="submit" name="intent" value="merge" size="sm" leftSection={<Icon name="copy" size="s" />}>
          {t("moderation:twin.merge.press")}
        </Button>
      </Form>
    </details>
  );
}
