import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { IMAGE_FOCUSES } from "~/lib/event/event-fields";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { Checkbox } from "~/ui/checkbox";
import { PictureFocus } from "~/ui/picture-focus";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./event-form.module.css";
import { useEventForm } from "./form-context";

const ACCEPTED = {
  picture: "image/jpeg,image/png,image/webp",
  video: "video/mp4,video/webm",
} as const;

/** Picture or video: shows the stored file with options to remove or replace it. */
export function MediaField({ kind }: { kind: "picture" | "video" }) {
  const { t, locale } = useText();
  const { page, fields, chosenPicture, choosePicture } = useEventForm();
  const address = kind === "picture" ? "imageUrl" : "videoUrl";
  const label = t(`authoring:field.${address}`);
  const stored = fields[address];
  // Pages load nothing from third parties (decisions.md §16).
  const isHere = stored.startsWith(paths.media(""));
  const { state, shrink } = useShrinking();
  const chosen = kind === "picture" ? chosenPicture : null;
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(stored);
  // Clears the file input once its file is stored, so that it is not uploaded again.
  useEffect(() => {
    if (before.current === stored) return;
    before.current = stored;
    if (input.current) input.current.value = "";
    if (kind === "picture") choosePicture(null);
  }, [stored, kind, choosePicture]);
  return (
    <div className={classes.media}>
      <input type="hidden" name={address} value={stored} />
      {chosen && (
        <div className={`${classes.stored} rd-row`}>
          <img src={chosen} alt={t("authoring:media.chosen")} width={200} height={150} />
        </div>
      )}
      {stored && !chosen && (
        <div className={`${classes.stored} rd-row`}>
          {!isHere ? (
            <a className="rd-link" href={stored} target="_blank" rel="noreferrer">
              <bdi>{stored}</bdi>
            </a>
          ) : kind === "picture" ? (
            <img src={stored} alt={t("authoring:media.stored")} width={200} height={150} />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: preview of the author's own video
            <video
              src={stored}
              controls
              preload="metadata"
              aria-label={t("authoring:media.stored")}
            />
          )}
          <Checkbox key={stored} name={`remove-${kind}`} label={t("authoring:media.remove")} />
        </div>
      )}
      <TextField
        name={kind}
        label={label}
        need="optional"
        help={page.media[kind]}
        type="file"
        inputRef={input}
        accept={ACCEPTED[kind]}
        onChange={kind === "picture" ? shrink : undefined}
        isBusy={state === "working"}
      />
      {kind === "picture" && (
        <PictureFocus
          name="imageFocus"
          label={t("authoring:field.imageFocus")}
          help={t("authoring:focus.help")}
          src={chosen ?? (isHere ? stored : null)}
          options={IMAGE_FOCUSES.map((focus) => ({
            value: focus,
            label: t(`authoring:focus.${focus}`),
          }))}
          defaultValue={fields.imageFocus}
        />
      )}
      <div role="status" className={classes.progress}>
        {state === "working" && (
          <>
            <progress aria-label={t("authoring:media.shrinking")} />
            {t("authoring:media.shrinking")}
          </>
        )}
        {typeof state === "number" &&
          t("authoring:media.shrunk", { size: formatNumber(Math.ceil(state / 1024), locale) })}
      </div>
    </div>
  );
}

/** Maximum side, larger than any place that shows the picture, px. */
const SIDE = 2_000;

/** Converts to a data URL, the only local source that the CSP allows. */
const dataUrlOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/**
 * Shrinks a picture before upload and drops its metadata. The state holds the resulting size,
 * bytes.
 */
function useShrinking() {
  const { choosePicture, changed } = useEventForm();
  const [state, setState] = useState<"idle" | "working" | number>("idle");
  const shrink = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    choosePicture(null);
    if (!file) return setState("idle");
    setState("working");
    try {
      const { shrinkPictureFile } = await import("~/components/media/shrink-picture");
      const small = await shrinkPictureFile(file, SIDE);
      const files = new DataTransfer();
      files.items.add(small);
      input.files = files.files;
      setState(small.size);
      choosePicture(await dataUrlOf(small));
    } catch {
      // The server reports the error.
      setState("idle");
    }
    // Triggers another save, because autosaves skip a picture that is still being shrunk.
    changed();
  };
  return { state, shrink };
}
