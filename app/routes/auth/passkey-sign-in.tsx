import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PasskeyProblem } from "~/components/passkeys/ask-browser";
import { Button } from "~/ui/button";
import { useText } from "~/ui/text";
import classes from "./auth.module.css";

/** First interactions with the page. Any of them starts the autofill request. */
const FIRST_ACTS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Whether the browser offers passkeys in autofill (conditional mediation). */
const canAutofill = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== "undefined" &&
  ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/**
 * Passkey log-in by button or autofill of the email field (`autocomplete="username webauthn"`).
 * Posts the response to the page's own URL.
 */
export function PasskeySignIn() {
  const { t } = useText();
  const submit = useSubmit();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);
  const isAsked = useRef(false);

  const ask = useCallback(
    async (isAutofill: boolean) => {
      const { askForPasskey, problemOf } = await import("~/components/passkeys/ask-browser");
      try {
        submit({ intent: "passkey", answer: await askForPasskey(isAutofill) }, { method: "post" });
      } catch (error) {
        // An ignored autofill offer is no error.
        if (!isAutofill) setProblem(problemOf(error));
      }
    },
    [submit],
  );

  useEffect(() => {
    const begin = () => {
      end();
      if (isAsked.current) return;
      isAsked.current = true;
      void canAutofill().then((can) => (can ? ask(true) : undefined));
    };
    const end = () => {
      for (const act of FIRST_ACTS) document.removeEventListener(act, begin);
    };
    for (const act of FIRST_ACTS) document.addEventListener(act, begin, { passive: true });
    return end;
  }, [ask]);

  return (
    <div className={`${classes.passkey} rd-stack rd-gap-xs`}>
      <Button
        type="button"
        className="rd-needs-script"
        size="lg"
        variant="default"
        fullWidth
        loading={isBusy}
        icon="key"
        onClick={async () => {
          isAsked.current = true;
          setProblem(null);
          setBusy(true);
          await ask(false);
          setBusy(false);
        }}
      >
        {t("auth:passkey.logIn")}
      </Button>
      <p role="status" className="rd-note">
        {problem && t(problem === "cancelled" ? "auth:passkey.cancelled" : "auth:passkey.failed")}
      </p>
      <noscript>
        <p className="rd-note">{t("auth:passkey.noScript")}</p>
      </noscript>
    </div>
  );
}
