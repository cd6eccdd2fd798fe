import { Button } from "../../ui/button";
import { CheckGroup } from "../../ui/check-group";
import { Fold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import { Form, Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { StatusBadge } from "../status-badge/status-badge";
import type { CaseView, DecisionFailureView, MergeView, PossibleDuplicateView } from "./case-view";
import classes from "./duplicates.module.css";

interface DuplicatesProps {
  review: CaseView;
  /** URL of the decision's action. */
  action: string;
  nextId: string | null;
  failure: DecisionFailureView | null;
}

/** Id of the form that keeps both events. */
export const keepBothForm = (id: string) => `keep-both-${id}`;

/** Possible duplicates of the pending event, with reasons and actions. */
export function Duplicates({ review, action, nextId, failure }: DuplicatesProps) {
  const { t } = useText();
  const { merge } = review;
  const isAsked = ({ id }: PossibleDuplicateView) =>
    failure?.confirm?.intent === "keep-both" && failure.confirm.others === id;
  return (
    <section className={classes.duplicates} aria-labelledby="review-duplicates" data-key="m">
      <h3 id="review-duplicates">
        <Icon name="copy" size="s" />
        {t("moderation:queue.duplicates")}
      </h3>
      <p>{t("moderation:queue.duplicatesLead")}</p>
      <ul>
        {review.duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            <p className={`${classes.line} rd-row`}>
              <Link className="rd-link" to={duplicate.href} dir="auto">
                {duplicate.title}
              </Link>
              <span>
                {duplicate.when} · <bdi>{duplicate.where}</bdi>
              </span>
              <StatusBadge status={duplicate.status}>{duplicate.statusLabel}</StatusBadge>
              <span>
                <b>{duplicate.relation}</b> · {duplicate.reasons}
              </span>
            </p>
            <Form method="post" action={action} id={keepBothForm(duplicate.id)} preventScrollReset>
              <CaseFields review={review} nextId={nextId} failure={failure} />
              <input type="hidden" name="duplicate" value={duplicate.id} />
              {isAsked(duplicate) && <input type="hidden" name="confirmed" value={duplicate.id} />}
              <Button intent="keep-both" data-key="b" variant="default" size="compact-sm">
                {t(
                  isAsked(duplicate)
                    ? "moderation:inbox.confirm.keepBoth"
                    : "moderation:duplicate.keepBoth",
                )}
              </Button>
            </Form>
            {merge && (
              <MergeForm
                fields={merge.fields}
                duplicate={duplicate}
                review={review}
                action={action}
                nextId={nextId}
                failure={failure}
              />
            )}
          </li>
        ))}
      </ul>
      {merge && (
        <Form method="post" action={action} preventScrollReset>
          <CaseFields review={review} nextId={nextId} failure={failure} />
          <input type="hidden" name="reason" value={merge.reason} />
          <Button intent="reject" variant="default" size="sm" icon="x">
            {t("moderation:duplicate.merge.reject")}
          </Button>
        </Form>
      )}
    </section>
  );
}

function CaseFields({
  review,
  nextId,
  failure,
}: Pick<DuplicatesProps, "review" | "nextId" | "failure">) {
  return (
    <>
      <input type="hidden" name="event" value={review.id} />
      <input type="hidden" name="version" value={review.version} />
      <input type="hidden" name="title" value={review.title} />
      {nextId && <input type="hidden" name="next" value={nextId} />}
      {failure?.claim && <input type="hidden" name="despite" value={failure.claim} />}
    </>
  );
}

type MergeFormProps = DuplicatesProps & {
  duplicate: PossibleDuplicateView;
  fields: MergeView["fields"];
};

function MergeForm({ duplicate, fields, review, action, nextId, failure }: MergeFormProps) {
  const { t } = useText();
  return (
    <Fold title={t("moderation:duplicate.merge.open")}>
      <Form method="post" action={action} className={classes.merge} preventScrollReset>
        <CaseFields review={review} nextId={nextId} failure={failure} />
        <input type="hidden" name="duplicate" value={duplicate.id} />
        <input type="hidden" name="duplicateVersion" value={duplicate.version} />
        {duplicate.isCandidate ? (
          <>
            <input type="hidden" name="ofCandidate" value="1" />
            <p>{t("moderation:inbox.join")}</p>
          </>
        ) : (
          <CheckGroup
            name="take"
            id={`take-${duplicate.id}`}
            label={t("moderation:duplicate.merge.lead")}
            options={fields.map(({ name, label }) => ({ value: name, label }))}
            chosen={[]}
          />
        )}
        <Button intent="merge" size="sm" icon="copy">
          {t("moderation:duplicate.merge.press")}
        </Button>
      </Form>
    </Fold>
  );
}
