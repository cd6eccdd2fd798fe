import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { forgetTyped, hasLostTyping, keepTyped, restoreTyped } from "../../lib/kept-typing";
import { Icon } from "../icon";
import { useText } from "../text";
import classes from "./account-banners.module.css";

/**
 * Keeps what is sent until its answer has come, in this tab alone. Where the session had ended, it is offered again after
 * logging in. Without scripts there is nothing to offer it from.
 */
export function TypedAgain() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const here = pathname + search;
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (state === "idle") setOffered(hasLostTyping(here));
  }, [state, here]);
  useEffect(() => {
    const keep = ({ target }: Event) => {
      if (target instanceof HTMLFormElement) keepTyped([target], { page: here, isLost: false });
    };
    document.addEventListener("submit", keep, true);
    return () => document.removeEventListener("submit", keep, true);
  }, [here]);
  if (!isOffered) return null;
  const answer = (act: () => void) => () => {
    act();
    setOffered(false);
  };
  return (
    <div className={classes.banner} role="status">
      <Icon name="pencil" />
      <p>{t("account:banner.typed")}</p>
      <button type="button" onClick={answer(restoreTyped)}>
        {t("account:banner.typedBack")}
      </button>
      <button type="button" onClick={answer(forgetTyped)}>
        {t("account:banner.typedDrop")}
      </button>
    </div>
  );
}
