import { type MouseEvent, useRef, useState } from "react";
import { CopyButton } from "~/components/share/copy-button";
import { copyText } from "~/components/share/copy-text";
import { Icon } from "~/ui/icon";
import { useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import { CardMenu } from "./card-menu";
import type { EventPageView } from "./event-page-view";
import classes from "./ticket-card.module.css";

type Shared = Pick<EventPageView, "calendar" | "share">;

/** Add to calendar, share and copy. Uses the system's share sheet, else a menu of links. */
export function SharePanel({ calendar, share }: Shared) {
  const { t } = useText();
  const address = useAddress();
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
      setFailure(`${t("pages:event.shareFailed")} ${t(copied ? "pages:event.linkCopied" : "pages:event.copyFailed")}`);
    }
  };
  const ask = (event: MouseEvent) => {
    if (!navigator.share) return;
    event.preventDefault();
    shareBySystem();
  };

  return (
    <div className={classes.share}>
      <div className={classes.menus}>
        <CardMenu
          label={
            <>
              <Icon name="calendar-plus" />
              {t("pages:event.calendar")}
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
        <CardMenu
          onAsk={ask}
          label={
            <>
              <Icon name="share-2" />
              {t("pages:event.share")}
            </>
          }
        >
          <li>
            <a href={share.telegram} rel="noopener" onClick={count}>
              <Icon name="brand-telegram" />
              {t("pages:event.telegram")}
            </a>
          </li>
          <li>
            <a href={share.whatsApp} rel="noopener" onClick={count}>
              <Icon name="brand-whatsapp" />
              {t("pages:event.whatsApp")}
            </a>
          </li>
          <li>
            <a href={share.email} onClick={count}>
              <Icon name="mail" />
              {t("pages:event.email")}
            </a>
          </li>
        </CardMenu>
      </div>
      <p role="status" className={failure ? classes.failed : "rd-hidden"}>
        {failure}
      </p>
      <div className={classes.link}>
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
        <CopyButton text={share.url} copiedText={t("pages:event.linkCopied")} className={classes.copy} onCopied={count}>
          {t("pages:event.copyLink")}
        </CopyButton>
      </div>
    </div>
  );
}
