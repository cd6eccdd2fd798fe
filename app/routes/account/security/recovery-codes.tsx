import { useEffect, useRef, useState } from "react";
import { copyText } from "~/components/share/copy-text";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { ButtonRow } from "~/ui/button-row";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import own from "./security.module.css";

/** New recovery codes, shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
  const [status, setStatus] = useState("");
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = codes.join("\n");
  return (
    <section className={own.codes} ref={box} tabIndex={-1} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes">{t("account:codes.title")}</h3>
      <p>{t("account:codes.lead")}</p>
      <ul dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="rd-no-print">
        <ButtonRow>
          <Button
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="rooydad-recovery-codes.txt"
            variant="default"
            icon="download"
          >
            {t("account:codes.download")}
          </Button>
          <Button
            type="button"
            className="rd-needs-script"
            variant="default"
            icon="copy"
            onClick={async () =>
              setStatus(
                t((await copyText(text)) ? "account:codes.copied" : "account:codes.copyFailed"),
              )
            }
          >
            {t("account:codes.copy")}
          </Button>
          <Button
            type="button"
            className="rd-needs-script"
            variant="default"
            icon="printer"
            onClick={() => window.print()}
          >
            {t("account:codes.print")}
          </Button>
          <Button component={Link} to={paths.accountSecurity()}>
            {t("account:codes.done")}
          </Button>
          <span role="status">{status}</span>
        </ButtonRow>
      </div>
    </section>
  );
}
