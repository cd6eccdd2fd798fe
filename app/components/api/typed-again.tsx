import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { keepForm, keepForms, noteSent, refillForms } from "../../lib/pages/kept-forms";
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
 * restore them after a new log-in if the session had ended (product.md §8). Forms with `data-keeps`
 * are kept from the first key on, and refilled after a reload, Back or a log-in. Loaded lazily, with
 * the texts of `client`.
 */
export default function TypedAgain() {
  const { t } = useText();
  const { key } = useLocation();
  const { state } = useNavigation();
  const [isOffered, setOffered] = useState(false);
  /** Path of the page last shown, and whether a form of it was sent. */
  const shown = useRef("");
  const hasAnswer = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms
  useEffect(() => {
    if (state !== "idle") return;
    clearSavedInput();
    setOffered(hasUnsavedInput());
    // An answer on the same page shows what was typed, and what it filled in.
    if (shown.current === location.pathname && hasAnswer.current) keepForms();
    else refillForms();
    shown.current = location.pathname;
    hasAnswer.current = false;
  }, [state, key]);
  useEffect(() => {
    const send = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement)) return;
      noteSent(target);
      hasAnswer.current = target.method === "post";
      if (target.dataset.keeps === undefined) storeInput([target], { isLost: false });
    };
    const keep = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest("form") : null;
      // React draws hidden fields after the event.
      if (form?.dataset.keeps !== undefined) setTimeout(() => form.isConnected && keepForm(form));
    };
    document.addEventListener("submit", send, true);
    document.addEventListener("input", keep);
    document.addEventListener("change", keep);
    return () => {
      document.removeEventListener("submit", send, true);
      document.removeEventListener("input", keep);
      document.removeEventListener("change", keep);
    };
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
