import { useEffect, useState } from "react";
import { CopyButton } from "~/components/share/copy-button";
import { copyText } from "~/components/share/copy-text";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import classes from "./collection-page.module.css";

/** Link of a public collection, with copy and system share buttons. */
export function CollectionShare({ url, title }: { url: string; title: string }) {
  const { t } = useText();
  const [canShare, setCanShare] = useState(false);
  const [failure, setFailure] = useState("");
  useEffect(() => setCanShare(typeof navigator.share === "function"), []);
  const share = async () => {
    try {
      await navigator.share({ title, url });
      setFailure("");
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      const copied = await copyText(url);
      setFailure(
        `${t("collections:share.failed")}. ${t(copied ? "collections:share.copied" : "collections:share.copyFailed")}`,
      );
    }
  };
  return (
    <div className={`${classes.share} rd-row`}>
      <label className="rd-hidden" htmlFor="collection-link">
        {t("collections:share.link")}
      </label>
      <input
        id="collection-link"
        type="text"
        readOnly
        dir="ltr"
        defaultValue={url}
        key={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={url} copiedText={t("collections:share.copied")} className={classes.tool}>
        {t("collections:share.copy")}
      </CopyButton>
      {canShare && (
        <button type="button" className={classes.tool} onClick={share}>
          <Icon name="share-2" />
          {t("collections:share.system")}
        </button>
      )}
      <p role="status" className={failure ? classes.failed : "rd-hidden"}>
        {failure}
      </p>
    </div>
  );
}
