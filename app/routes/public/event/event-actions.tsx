import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Heart } from "~/components/heart/heart";
import { CopyButton } from "~/components/share/copy-button";
import { StatusBadge } from "~/components/status-badge/status-badge";
import type { IconName } from "~/lib/icon-names";
import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { copyText } from "~/ui/copy-text";
import { Icon } from "~/ui/icon";
import { Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import { useHistoryEntry } from "~/ui/use-history-entry";
import classes from "./event-actions.module.css";
import type { EventPageView } from "./route";

/** Calendar file, Google and Outlook. */
export function CalendarMenu({
  calendar,
  className,
}: {
  calendar: NonNullable<EventPageView["calendar"]>;
  className?: string | undefined;
}) {
  const { t } = useText();
  const address = useAddress();
  return (
    <CardMenu
      className={className}
      label={
        <>
          <Icon name="calendar-plus" />
          <span>{calendar.label}</span>
        </>
      }
    >
      <li>
        <a href={address(calendar.ics)} rel="nofollow" download>
          <Icon name="calendar-down" />
          {t("pages:event.ics")}
        </a>
      </li>
      <li>
        <a href={address(calendar.google)} rel="nofollow noopener">
          <Icon name="brand-google" />
          {t("pages:event.google")}
        </a>
      </li>
      <li>
        <a href={address(calendar.outlook)} rel="nofollow noopener">
          <Icon name="brand-windows" />
          {t("pages:event.outlook")}
        </a>
      </li>
    </CardMenu>
  );
}

/** Leads to the form for a place; beside it how many are left, by now once a script has asked. */
function RsvpButton({
  rsvp: { href, places, label, left: known },
  className,
}: {
  rsvp: NonNullable<EventPageView["rsvp"]>;
  className?: string | undefined;
}) {
  const address = useAddress();
  const [left, setLeft] = useState(known);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(address(places), { signal: leaving.signal })
      .then(async (answer) => {
        if (answer.ok) setLeft((await (answer.json() as Promise<{ text: typeof known }>)).text);
      })
      // The form says it as well.
      .catch(() => {});
    return () => leaving.abort();
  }, [address, places]);
  return (
    <LinkButton to={href} size="lg" className={className} rel="nofollow">
      {label}
      {left && ` · ${left}`}
    </LinkButton>
  );
}

interface CardMenuProps {
  label: ReactNode;
  className?: string | undefined;
  /** Called before the menu opens. `preventDefault` keeps it closed. */
  onAsk?: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
  /** A sheet on phones. */
  isSheet?: boolean;
}

/** Menu that works without JavaScript. With it, Escape and outside clicks close the menu. */
export function CardMenu({
  label,
  className = "",
  onAsk,
  children,
  isSheet = false,
}: CardMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useHistoryEntry(isSheet && isOpen, close);

  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (
        !details?.open ||
        (event instanceof KeyboardEvent
          ? event.key !== "Escape"
          : details.contains(event.target as Node))
      )
        return;
      details.open = false;
      if (event instanceof KeyboardEvent) details.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", close);
    document.addEventListener("click", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("click", close);
    };
  }, []);

  return (
    <details
      ref={menu}
      className={`${classes.menu} ${className}`}
      name="event-menu"
      data-sheet={isSheet || undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: `summary` acts as a button */}
      <summary onClick={onAsk}>{label}</summary>
      <ul className="rd-popup">{children}</ul>
    </details>
  );
}

/** Objects, so that the build finds the names for its sprite. */
const SERVICES = [
  { key: "telegram", icon: "brand-telegram" },
  { key: "whatsApp", icon: "brand-whatsapp" },
  { key: "bale", icon: "send" },
  { key: "eitaa", icon: "message-2" },
  { key: "x", icon: "brand-x" },
  { key: "email", icon: "mail" },
] as const satisfies { key: keyof EventPageView["share"]; icon: IconName }[];

const PICTURES = {
  card: { icon: "camera" },
  story: { icon: "device-mobile" },
} as const satisfies Record<string, { icon: IconName }>;

/** Share: pictures, a QR code, this date, services, and the system's own sheet; a sheet on phones. */
function ShareMenu({ share }: Pick<EventPageView, "share">) {
  const { t } = useText();
  /** Message about a failed share and its fallback. */
  const [failure, setFailure] = useState("");
  const counted = useRef(false);
  /** Counts one share per visit. */
  const count = () => {
    if (!counted.current) navigator.sendBeacon?.(share.count);
    counted.current = true;
  };
  const shareBySystem = async () => {
    try {
      await navigator.share({ title: share.title, url: share.url });
      setFailure("");
      count();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      const copied = await copyText(share.url);
      if (copied) count();
      setFailure(
        `${t("pages:event.shareFailed")} ${t(copied ? "pages:event.linkCopied" : "pages:event.copyFailed")}`,
      );
    }
  };
  const [hasSystem, setSystem] = useState(false);
  useEffect(() => setSystem(Boolean(navigator.share)), []);

  return (
    <>
      <CardMenu
        isSheet
        label={
          <>
            <Icon name="share-2" />
            <span>{t("pages:event.share")}</span>
          </>
        }
      >
        {share.pictures.length > 0 && (
          <li className={classes.pictures}>
            {share.pictures.map(({ form, href, label }) => (
              <a key={form} href={href} download onClick={count}>
                <Icon name={PICTURES[form].icon} />
                {label}
              </a>
            ))}
          </li>
        )}
        <li className={classes.qr}>
          <svg viewBox={`-4 -4 ${share.qr.modules + 8} ${share.qr.modules + 8}`} role="img">
            <title>{t("pages:event.qr")}</title>
            <path d={share.qr.path} />
          </svg>
          <span>{t("pages:event.qrHint")}</span>
        </li>
        {share.date && (
          <li>
            <CopyButton
              text={share.date.url}
              copiedText={t("pages:event.linkCopied")}
              className={classes.item}
              onCopied={count}
            >
              {share.date.label}
            </CopyButton>
          </li>
        )}
        <li className={`${classes.link} rd-row rd-quiet`}>
          <label className="rd-hidden" htmlFor="event-link">
            {t("pages:event.link")}
          </label>
          <input
            id="event-link"
            type="text"
            readOnly
            dir="ltr"
            defaultValue={share.url}
            key={share.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton
            text={share.url}
            copiedText={t("pages:event.linkCopied")}
            className={classes.copy}
            onCopied={count}
          >
            {t("pages:event.copyLink")}
          </CopyButton>
        </li>
        {SERVICES.map(({ key, icon }) => (
          <li key={key} className={classes.service}>
            <a href={share[key]} rel="noopener" onClick={count}>
              <Icon name={icon} />
              {t(`pages:event.${key}`)}
            </a>
          </li>
        ))}
        {hasSystem && (
          <li className={classes.service}>
            <button type="button" className={classes.item} onClick={shareBySystem}>
              <Icon name="dots" />
              {t("pages:event.shareMore")}
            </button>
          </li>
        )}
      </CardMenu>
      <p role="status" className={failure ? classes.failed : "rd-hidden"}>
        {failure}
      </p>
    </>
  );
}

/**
 * The one action, save and share; of an event that is off or over the way to others like it. On
 * phones the action is a bar at the bottom of the screen, with price and time, and the cover carries
 * the other two.
 */
export function EventActions({ page }: { page: EventPageView }) {
  const { t } = useText();
  const { rsvp, tickets, calendar } = page;
  return (
    <>
      <div className={`${classes.actions} rd-no-print`}>
        <div className={classes.bar} data-action-bar>
          <p className={classes.summary} aria-hidden="true">
            {page.instead ? (
              <b>{page.badge?.label}</b>
            ) : (
              <>
                <b>{page.price.text}</b>
                <span>{page.when.isOff ? page.badge?.label : page.short}</span>
              </>
            )}
          </p>
          {page.instead && (
            <LinkButton to={page.similar.more} size="lg" className={classes.buy}>
              {t("pages:event.more")}
            </LinkButton>
          )}
          {rsvp && <RsvpButton rsvp={rsvp} className={classes.buy} />}
          {tickets && (
            <Button
              component="a"
              {...(rsvp && { variant: "default" as const })}
              className={classes.buy}
              href={tickets.href}
              rel="nofollow noopener"
              size="lg"
              rightSection={<Icon name="external-link" />}
            >
              {t(tickets.isWaitlist ? "pages:event.joinWaitlist" : "pages:event.tickets")}
            </Button>
          )}
          {calendar && page.main === "calendar" && !rsvp && (
            <CalendarMenu calendar={calendar} className={classes.main} />
          )}
        </div>
        <div className={classes.tools}>
          {!page.instead && (
            <Heart key={`heart ${page.id}`} event={page.heart} label={t("pages:event.save")} />
          )}
          <ShareMenu share={page.share} />
        </div>
      </div>
      <p className={`${classes.quiet} rd-no-print`}>
        <Link className="rd-underline" to={paths.eventCollections(page.id)} rel="nofollow">
          <Icon name="folder-plus" size="s" />
          {t("pages:event.collect")}
        </Link>
        {page.report && (
          <Link className="rd-underline" to={page.report} rel="nofollow">
            {t("pages:event.report")}
          </Link>
        )}
      </p>
    </>
  );
}

const OWN_PICTURES = {
  story: { icon: "device-mobile" },
  poster: { icon: "printer" },
} as const satisfies Record<string, { icon: IconName }>;

/** To its creator and hosts: its state, and where they edit it, see its RSVPs or fetch its pictures. */
export function HostBar({ own }: { own: NonNullable<EventPageView["own"]> }) {
  return (
    <p className={`${classes.own} rd-row rd-quiet rd-no-print`}>
      <StatusBadge status={own.status}>{own.label}</StatusBadge>
      <span>{own.note}</span>
      <Link to={own.edit.href}>
        <Icon name="edit" size="s" />
        {own.edit.label}
      </Link>
      {own.rsvp && (
        <Link to={own.rsvp.href}>
          <Icon name="ticket" size="s" />
          {own.rsvp.label}
        </Link>
      )}
      {own.change && (
        <Link to={own.change.href}>
          <Icon name="calendar-share" size="s" />
          {own.change.label}
        </Link>
      )}
      {own.pictures.map(({ form, href, label }) => (
        <a key={form} href={href} download>
          <Icon name={OWN_PICTURES[form].icon} size="s" />
          {label}
        </a>
      ))}
    </p>
  );
}
