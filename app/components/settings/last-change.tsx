import { useText } from "../../ui/text";

/** Time and author of the last change. */
export function LastChange({ last }: { last: { at: string; by: string | null } }) {
  const { t } = useText();
  return (
    <small>
      {t("settings:changed", { ago: last.at })}
      {last.by && (
        <>
          {" "}
          · <bdi>{last.by}</bdi>
        </>
      )}
    </small>
  );
}
