import { type ChangeEvent, useState } from "react";
import { shrinkPictureFile } from "~/components/media/shrink-picture";
import type { FormFailure } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PictureFocus } from "~/ui/picture-focus";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { ownPageLoader } from "./own-page.server";

type Picture = NonNullable<Awaited<ReturnType<typeof ownPageLoader>>["managed"]>["picture"];

/** Longer side of an upload, larger than any place that shows the picture, px. */
const SIDE = 1_600;

/** The picture of a page: upload, replace, choose what stays visible, remove. */
export function HostPictureForm({
  picture,
  failure,
}: {
  picture: Picture;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const { stored, focus, focuses, limit, isClosed } = picture;
  const shrink = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    if (!file) return;
    setBusy(true);
    try {
      const files = new DataTransfer();
      files.items.add(await shrinkPictureFile(file, SIDE));
      input.files = files.files;
    } catch {
      // The server reports the error.
    }
    setBusy(false);
  };
  return (
    <Section title={t("account:picture.title")} lead={t("account:pages.picture.lead")} isBeside>
      {isClosed ? (
        <Alert tone="info">{t("account:pages.picture.off")}</Alert>
      ) : (
        <Form name="picture" failure={failure} encType="multipart/form-data" key={stored?.src}>
          {stored && (
            <PictureFocus
              name="imageFocus"
              label={t("account:pages.picture.focus")}
              help={t("account:pages.picture.focusHelp")}
              src={stored.src}
              options={focuses}
              defaultValue={focus}
            />
          )}
          {!stored && <input type="hidden" name="imageFocus" value="center" />}
          <TextField
            name="picture"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            label={t(stored ? "account:pages.picture.replace" : "account:picture.label")}
            help={limit}
            onChange={shrink}
            isBusy={isBusy}
          />
          <FormBar submit={t("account:pages.save")} intent="picture" isQuiet />
        </Form>
      )}
      {stored && (
        <Form name="remove-picture">
          <FormBar submit={t("account:picture.remove")} intent="remove-picture" danger isQuiet />
        </Form>
      )}
    </Section>
  );
}
