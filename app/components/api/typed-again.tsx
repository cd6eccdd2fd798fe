import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  clearSavedInput,
  clearStoredInput,
  hasUnsavedInput,
  restoreInput,
  storeInput,
} from "../../lib/pages/unsaved-input";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import classes from "../dashboard/account-banners.module.css";

/**
 * Keeps the fields of a submitted form in this tab until the response arrives, and offers to
 * restore them after a new log-in if the session had ended (product.md §8). Loaded lazily, with the
 * texts of `client`.
 */
export default function TypedAgain() {
  const { t } = useText();
  const { key } = useLocation();
  const { state } = useNavigation();
  const [isOffered, setOffered] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms
  useEffect(() => {
    if (state !== "idle") return;
    clearSavedInput();
    setOffered(hasUnsavedInput());
  }, [state, key]);
  useEffect(() => {
    const keep = ({ target }: Event) => {
      if (target instanceof HTMLFormElement) storeInput([target], { isLost: false });
    };
    document.addEventListener("submit", keep, true);
    return () => document.removeEventListener("submit", keep, true);
  }, []);
  if (!isOffered) return null;
  const answer = (act: () => void) => () => {
    act();
    setOffered(false);
  };
  return (
    <div className="rd-wrap" role="status">
      <div className={classes.banner}>
        <Icon name="pencil" />
        <p>{t("client:typed.text")}</p>
        <button type="button" onClick={answer(restoreInput)}>
          {t("client:typed.restore")}
        </button>
        <button type="button" onClick={answer(clearStoredInput)}>
          {t("client:typed.discard")}
        </button>
      </div>
    </div>
  );
}
