import { useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import classes from "~/components/account/account.module.css";
import { AccountForm, SubmitButton } from "~/components/account/account-parts";
import type { AccountView } from "~/components/account/account-view";
import { shrinkPictureFile } from "~/components/media/shrink-picture";
import type { FormFailureView } from "~/lib/pages/views";
import { Avatar } from "~/ui/avatar";
import { Field } from "~/ui/fields";
import { Form, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";

/** The picture beside somebody's name: uploaded, taken from elsewhere, taken away. */
export function PictureForm({ page, failure, here }: { page: AccountView; failure: FormFailureView | undefined; here: string }) {
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
        submit(fields, { method: "post", action: address(here), encType: "multipart/form-data", preventScrollReset: true });
        form.reset();
      });
  };
  const { url, hasExternal, limit } = page.picture;
  return (
    <>
      <div className={classes.picture}>
        <Avatar photoUrl={url} initials={page.initials} size="l" />
        {(url || hasExternal) && (
          <Form method="post" className={classes.row} preventScrollReset>
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
          </Form>
        )}
      </div>
      <AccountForm name="picture" failure={failure} submit={t("account:picture.submit")} intent="picture" isQuiet multipart onSubmit={send}>
        <Field
          form="picture"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          label={t("account:picture.label")}
          help={limit}
          failure={failure}
        />
      </AccountForm>
    </>
  );
}
