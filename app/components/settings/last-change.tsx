import { useText } from "../../ui/text";

/** When something was last changed, and by whom. */
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
