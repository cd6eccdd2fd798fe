import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "~/ui/button";
import { loadTexts } from "../../i18n/loaded-messages";
import { storeChoice, storedChoice } from "../../lib/http/stored-choice";
import { supportsPush } from "../../lib/pages/push-browser";
import { SAVED_EVENT } from "../../lib/pages/saved-list";
import { useText } from "../../ui/text";
import { useToast } from "../../ui/toast";
import classes from "./push.module.css";

const PushDevice = lazy(() =>
  Promise.all([import("./push-device"), loadTexts(["notifications", "client"])]).then(
    ([device]) => device,
    () => ({ default: () => null }),
  ),
);

/** Whether neither the browser nor the product has asked this reader for permission. */
const mayAsk = () =>
  supportsPush() && Notification.permission === "default" && storedChoice("rooydad.push") === null;

/** Offers push notifications after the first saved event. Shown once per browser. */
export function PushOffer({ pushKey }: { pushKey: string }) {
  const { t } = useText();
  const show = useToast();
  const [stage, setStage] = useState<"none" | "offered" | "allowed">("none");
  useEffect(() => {
    const offer = (event: Event) =>
      (event as CustomEvent).detail > 0 && mayAsk() && setStage("offered");
    addEventListener(SAVED_EVENT, offer);
    return () => removeEventListener(SAVED_EVENT, offer);
  }, []);
  const answer = async (wants: boolean) => {
    storeChoice("rooydad.push", "asked");
    // Browsers show the permission prompt only right after a click.
    setStage(wants && (await Notification.requestPermission()) === "granted" ? "allowed" : "none");
  };
  const end = (text: "notifications:push.on" | "notifications:push.failed") => {
    setStage("none");
    show({ kind: text === "notifications:push.on" ? "success" : "error", text: t(text) });
  };
  if (stage === "none") return null;
  if (stage === "allowed")
    return (
      <Suspense>
        <PushDevice
          pushKey={pushKey}
          onSubscribed={() => end("notifications:push.on")}
          onFailed={() => end("notifications:push.failed")}
        />
      </Suspense>
    );
  return createPortal(
    <section className={`${classes.offer} rd-no-print`} role="status">
      <p>{t("notifications:push.offer")}</p>
      <Button onClick={() => answer(true)}>{t("notifications:push.accept")}</Button>
      <Button variant="default" onClick={() => answer(false)}>
        {t("notifications:push.decline")}
      </Button>
    </section>,
    document.body,
  );
}
