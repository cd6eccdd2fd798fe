import { Badge } from "~/ui/badge";
import { ButtonRow } from "~/ui/button-row";
import { Checkbox } from "~/ui/checkbox";
import { Empty } from "~/ui/empty";
import { Fact, Facts } from "~/ui/facts";
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
        <div className={classes.chosen} data-bottom-bar="">
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
  return (
    <li className={classes.guest} aria-current={isCurrent || undefined}>
      <div className={classes.head}>
        {isBulk && (
          <Checkbox
            name="chosen"
            value={guest.id}
            id={`chosen-${guest.id}`}
            form="chosen"
            aria-label={t("guests:bulk.choose", { name: `\u2068${guest.name}\u2069` })}
          />
        )}
        <b>{guest.href ? <Link to={guest.href}>{name}</Link> : name}</b>
        <Badge tone={TONES[guest.state]}>{guest.stateLabel}</Badge>
        {guest.came && <Badge tone="good">{guest.came}</Badge>}
        <span>{guest.seats}</span>
        <span className="rd-quiet">{guest.showing}</span>
        {guest.level && <bdi className="rd-quiet">{guest.level}</bdi>}
      </div>
      {guest.why && <p>{guest.why}</p>}
      {guest.until && <p>{guest.until}</p>}
      {guest.reason && (
        <p className="rd-quiet">
          <bdi>{guest.reason}</bdi>
        </p>
      )}
      {(guest.email || guest.answers.length > 0) && (
        <Facts>
          {guest.email && (
            <Fact term={t("guests:column.email")}>
              <a className="rd-link" href={`mailto:${guest.email}`} dir="ltr">
                {guest.email}
              </a>
            </Fact>
          )}
          {guest.answers.map(({ id, label, text }) => (
            <Fact key={id} term={label}>
              <bdi>{text}</bdi>
            </Fact>
          ))}
        </Facts>
      )}
      {guest.decisions.length > 0 && (
        <Fold
          title={t("guests:decide", { name: `\u2068${guest.name}\u2069` })}
          open={guest.state === "requested" || failure !== undefined}
          isQuiet
        >
          <Form
            name={`guest-${guest.id}`}
            failure={failure}
            keeps={`guest ${guest.id} ${guest.state}`}
          >
            <input type="hidden" name="id" value={guest.id} />
            <TextArea
              name="reason"
              label={t("guests:reason.label")}
              help={t("guests:reason.help")}
              rows={2}
              maxLength={500}
            />
            <div className="rd-row">
              {guest.decisions.map(({ name: decision, label }) => (
                <SubmitButton
                  key={decision}
                  intent={decision}
                  danger={decision === "remove"}
                  variant={decision === "approve" ? undefined : "default"}
                >
                  {label}
                </SubmitButton>
              ))}
            </div>
          </Form>
        </Fold>
      )}
    </li>
  );
}
