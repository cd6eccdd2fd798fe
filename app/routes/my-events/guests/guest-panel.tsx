import { Badge } from "~/ui/badge";
import { Fact, Facts } from "~/ui/facts";
import { IconButton } from "~/ui/icon-button";
import { List, ListItem } from "~/ui/list";
import { useText } from "~/ui/text";
import type { eventGuestsLoader } from "./event-guests.server";
import { TONES } from "./guest-list";
import classes from "./guest-list.module.css";

type Guest = NonNullable<Awaited<ReturnType<typeof eventGuestsLoader>>["guest"]>;

/** Links to the guests before and after the one that is open. */
const STEPS = [
  ["earlier", "chevron-left"],
  ["later", "chevron-right"],
] as const;

/** A guest beside the list: what they answered, and what happened to their RSVP. */
export function GuestPanel({
  guest,
  close,
  guests,
}: {
  guest: Guest;
  close: string;
  /** Of the page of the list, in its order. */
  guests: readonly { id: string; href: string | null }[];
}) {
  const { t } = useText();
  const at = guests.findIndex(({ id }) => id === guest.id);
  const beside = at < 0 ? [] : [guests[at - 1]?.href, guests[at + 1]?.href];
  const facts = [
    [t("guests:column.showing"), guest.showing],
    [t("guests:column.seats"), [guest.seats, guest.came].filter(Boolean).join(" · ")],
    [t("guests:column.level"), guest.level],
    [t("guests:panel.broughtBy"), guest.broughtBy],
    [
      t("guests:column.email"),
      guest.email ?? t(guest.hasEmail ? "guests:panel.emailKept" : "guests:panel.emailNone"),
    ],
    ...guest.answers.map(({ label, text }) => [label, text]),
  ];
  return (
    <aside id="guest" className={classes.panel} aria-labelledby="guest-name">
      <div className={classes.head}>
        <h3 id="guest-name">
          <bdi>{guest.name}</bdi>
        </h3>
        <Badge tone={TONES[guest.state]}>{guest.stateLabel}</Badge>
        <div className={classes.moves}>
          {STEPS.map(
            ([name, icon], step) =>
              beside[step] && (
                <IconButton
                  key={name}
                  to={beside[step]}
                  icon={icon}
                  flip
                  label={t(`guests:panel.${name}`)}
                  variant="default"
                  preventScrollReset
                />
              ),
          )}
          <IconButton to={close} icon="x" label={t("guests:panel.close")} preventScrollReset />
        </div>
      </div>
      {guest.why && <p>{guest.why}</p>}
      {guest.until && <p>{guest.until}</p>}
      <Facts>
        {facts.map(([term, text]) =>
          term && text ? (
            <Fact key={term} term={term}>
              <bdi>{text}</bdi>
            </Fact>
          ) : null,
        )}
      </Facts>
      {guest.answers.length === 0 && <p className="rd-quiet">{t("guests:panel.noAnswers")}</p>}
      <h4>{t("guests:panel.history")}</h4>
      <List>
        {guest.history.map(({ id, text, about, reason }) => (
          <ListItem key={id} title={text} meta={about}>
            {reason && <bdi className="rd-quiet">{reason}</bdi>}
          </ListItem>
        ))}
      </List>
    </aside>
  );
}
