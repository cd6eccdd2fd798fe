import { useEffect, useRef, useState } from "react";
import { CopyButton } from "~/components/share/copy-button";
import { copyText } from "~/components/share/copy-text";
import type { IconName } from "~/lib/icon-names";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import { CardMenu } from "./card-menu";
import type { EventPageView } from "./event.server";
import classes from "./event-actions.module.css";

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
export function ShareMenu({ share }: Pick<EventPageView, "share">) {
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
        className={classes.upwards}
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
          <li key={key}>
            <a href={share[key]} rel="noopener" onClick={count}>
              <Icon name={icon} />
              {t(`pages:event.${key}`)}
            </a>
          </li>
        ))}
        {hasSystem && (
          <li>
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
