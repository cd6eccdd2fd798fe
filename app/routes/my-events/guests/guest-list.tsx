import { Badge } from "~/ui/badge";
import { ButtonRow } from "~/ui/button-row";
import { Checkbox } from "~/ui/checkbox";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { Pager } from "~/ui/pager";
import { SubmitButton } from "~/ui/submit-button";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import type { EventGuestsAnswer, eventGuestsLoader } from "./event-guests.server";
import classes from "./guest-list.module.css";

type List = NonNullable<Awaited<ReturnType<typeof eventGuestsLoader>>["list"]>;
type Guest = List["guests"][number];

export const TONES = {
  going: "good",
  offered: "info",
  requested: "waiting",
  waitlisted: "waiting",
  unconfirmed: "plain",
  declined: "plain",
  cancelled: "plain",
  removed: "bad",
  lapsed: "plain",
  expired: "plain",
} as const;

/** Guests by state; each party with what it answered and what its host can decide. */
export function GuestList({
  list,
  failure,
  current,
}: {
  list: List;
  failure: EventGuestsAnswer | undefined;
  /** The guest whose panel is open. */
  current: string | null;
}) {
  const { t } = useText();
  const isBulk = list.bulk.length > 0;
  return (
    <>
      <Tabs label={t("guests:guests")} tabs={list.tabs} current={list.tab} />
      {list.guests.length === 0 ? (
        <Empty icon="users" title={t("guests:none")} />
      ) : (
        <ul className={classes.list}>
          {list.guests.map((guest) => (
            <GuestItem
              key={guest.id}
              guest={guest}
              isBulk={isBulk}
              isCurrent={guest.id === current}
              failure={failure?.form === guest.id ? failure : undefined}
            />
          ))}
        </ul>
      )}
      {isBulk && list.guests.length > 0 && (
        // A new element for each set of guests: Chromium goes on counting the ticks of removed ones.
        <div
          key={list.guests.map(({ id }) => id).join()}
          className={classes.chosen}
          data-bottom-bar=""
        >
          <Form id="chosen" name="chosen">
            <ButtonRow>
              <span className={classes.count}>{t("guests:bulk.label")}</span>
              {list.bulk.map((what) => (
                <SubmitButton key={what} intent={`chosen-${what}`} variant="default" size="sm">
                  {t(`guests:bulk.${what}`)}
                </SubmitButton>
              ))}
            </ButtonRow>
          </Form>
        </div>
      )}
      <Pager label={t("guests:guests")} previous={list.previous} next={list.next} />
    </>
  );
}

function GuestItem({
  guest,
  failure,
  isBulk,
  isCurrent,
}: {
  guest: Guest;
  failure: EventGuestsAnswer | undefined;
  isBulk: boolean;
  isCurrent: boolean;
}) {
  const { t } = useText();
  const name = <bdi>{guest.name}</bdi>;
  const isolated = `\u2068${guest.name}\u2069`;
  return (
    <li className={classes.guest} aria-current={isCurrent || undefined}>
      {isBulk && (
        <Checkbox
          name="chosen"
          value={guest.id}
          id={`chosen-${guest.id}`}
          form="chosen"
          aria-label={t("guests:bulk.choose", { name: isolated })}
        />
      )}
      <div className={classes.who}>
        <b>{guest.href ? <Link to={guest.href}>{name}</Link> : name}</b>
        {(guest.email || guest.answers.length > 0) && (
          <ul className={classes.answers}>
            {guest.answers.map(({ id, label, text, isBare }) => (
              <li key={id} title={label}>
                <span className={isBare ? undefined : "rd-hidden"}>{label}: </span>
                <bdi>{text}</bdi>
              </li>
            ))}
            {guest.email && (
              <li>
                <a className="rd-link" href={`mailto:${guest.email}`} dir="ltr">
                  {guest.email}
                </a>
              </li>
            )}
          </ul>
        )}
      </div>
      <span className={classes.seats}>{guest.seats}</span>
      <span className={classes.quiet}>{guest.showing}</span>
      <div className={classes.state}>
        <Badge tone={TONES[guest.state]}>{guest.stateLabel}</Badge>
        {guest.came && <Badge tone="good">{guest.came}</Badge>}
        {[guest.why, guest.until].map((said) => said && <p key={said}>{said}</p>)}
        {guest.reason && (
          <p>
            <bdi>{guest.reason}</bdi>
          </p>
        )}
      </div>
      {guest.level && <bdi className={classes.quiet}>{guest.level}</bdi>}
      {guest.decisions.length > 0 && (
        <Form
          name={`guest-${guest.id}`}
          className={classes.decide}
          isWide
          failure={failure}
          keeps={`guest ${guest.id} ${guest.state}`}
        >
          <input type="hidden" name="id" value={guest.id} />
          <div className={classes.row}>
            {guest.decisions.map(
              ({ name: decision, label }) =>
                decision !== "remove" && (
                  <SubmitButton
                    key={decision}
                    intent={decision}
                    size="sm"
                    variant={decision === "approve" ? undefined : "default"}
                    label={`${label}: ${isolated}`}
                  >
                    {label}
                  </SubmitButton>
                ),
            )}
            <Fold
              title={
                <>
                  {t(`guests:more.${guest.state === "requested" ? "reason" : "remove"}`)}
                  <span className="rd-hidden">: {isolated}</span>
                </>
              }
              open={failure !== undefined}
              isQuiet
            >
              <TextArea
                name="reason"
                label={t("guests:reason.label")}
                help={t("guests:reason.help")}
                rows={2}
                maxLength={500}
              />
              {guest.decisions.map(
                ({ name: decision, label }) =>
                  decision === "remove" && (
                    <SubmitButton key={decision} intent={decision} size="sm" danger>
                      {label}
                    </SubmitButton>
                  ),
              )}
            </Fold>
          </div>
        </Form>
      )}
    </li>
  );
}
