import { useLocation } from "@remix-run/react";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import type { SaveState } from "./use-live-form";

/** Save state of the draft, with a log-in link after the session has ended. */
export function SaveLine({ state, savedAt }: { state: SaveState; savedAt: Date | null }) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const time =
    savedAt?.toLocaleTimeString(locale === "fa" ? "fa-IR" : "en-GB", {
      hour: "2-digit",
      minute: "2-digit",
    }) ?? "";
  return (
    <p className={classes.note} role="status">
      {state !== "idle" && t(`authoring:auto.${state}`, { time })}{" "}
      {state === "ended" && (
        <a
          className="rd-link"
          href={paths.login(
            typeof location === "undefined"
              ? pathname + search
              : location.pathname + location.search,
            true,
          )}
        >
          {t("common:account.logIn")}
        </a>
      )}
    </p>
  );
}
