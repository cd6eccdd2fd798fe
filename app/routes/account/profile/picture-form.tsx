import { useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import type { AccountView } from "~/components/account/account-view";
import { shrinkPictureFile } from "~/components/media/shrink-picture";
import type { FormFailure } from "~/lib/http/form-failure";
import { Avatar } from "~/ui/avatar";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Form as PlainForm, useAddress } from "~/ui/link";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./picture-form.module.css";

/** Profile picture: upload, import or remove. */
export function PictureForm({
  page,
  failure,
  here,
}: {
  page: AccountView;
  failure: FormFailure | undefined;
  here: string;
}) {
  const { t } = useText();
  const submit = useSubmit();
  const address = useAddress();
  const send = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const file = new FormData(form).get("picture");
    if (!(file instanceof File) || file.size === 0) return;
    event.preventDefault();
    shrinkPictureFile(file)
      .catch(() => file)
      .then((picture) => {
        const fields = new FormData();
        fields.set("intent", "picture");
        fields.set("picture", picture);
        submit(fields, {
          method: "post",
          action: address(here),
          encType: "multipart/form-data",
          preventScrollReset: true,
        });
        form.reset();
      });
  };
  const { url, hasExternal, limit } = page.picture;
  return (
    <>
      <div className={classes.picture}>
        <Avatar photoUrl={url} initials={page.initials} size="l" />
        {(url || hasExternal) && (
          <PlainForm method="post" className={classes.buttons} preventScrollReset>
            {hasExternal && (
              <SubmitButton intent="external-picture" variant="default">
                {t("account:picture.external")}
              </SubmitButton>
            )}
            {url && (
              <SubmitButton intent="remove-picture" variant="default">
                {t("account:picture.remove")}
              </SubmitButton>
            )}
          </PlainForm>
        )}
      </div>
      <Form name="picture" failure={failure} onSubmit={send} encType="multipart/form-data">
        <TextField
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          label={t("account:picture.label")}
          help={limit}
        />
        <FormBar submit={t("account:picture.submit")} intent="picture" isQuiet />
      </Form>
    </>
  );
}
