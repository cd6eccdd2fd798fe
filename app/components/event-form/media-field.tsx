import { useText } from "../text";
import classes from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { FieldShell, useInputProps } from "./form-fields";

const ACCEPTED = { picture: "image/jpeg,image/png,image/webp", video: "video/mp4,video/webm" } as const;

/** A picture or a film: what is stored is shown, and can be taken away or replaced. */
export function MediaField({ kind }: { kind: "picture" | "video" }) {
  const { t } = useText();
  const { page, fields } = useEventForm();
  const address = kind === "picture" ? "imageUrl" : "videoUrl";
  const label = t(`authoring:field.${address}`);
  const stored = fields[address];
  const props = useInputProps(kind, { hasHelp: true });
  return (
    <div className={classes.media}>
      <input type="hidden" name={address} value={stored} />
      {stored && (
        <div className={classes.stored}>
          {kind === "picture" ? (
            <img src={stored} alt={t("authoring:media.stored")} width={200} height={150} />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: somebody's own film, shown back to them
            <video src={stored} controls preload="metadata" aria-label={t("authoring:media.stored")} />
          )}
          <label className={classes.check}>
            <input type="checkbox" name={`remove-${kind}`} />
            {t("authoring:media.remove")}
          </label>
        </div>
      )}
      <FieldShell name={kind} label={label} need="optional" help={page.media[kind]}>
        <input {...props} type="file" accept={ACCEPTED[kind]} />
      </FieldShell>
    </div>
  );
}
