import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import type { TemplatesView } from "./email-templates.server";

/** Choice of a new template's kind, which determines its variables. */
export function KindChoice({ page }: { page: TemplatesView }) {
  const { t } = useText();
  return (
    <Form name="kind-choice" method="get" action={paths.adminEmailTemplates()} isRow>
      <Select
        label={t("admin-templates:kindOf")}
        name="kind"
        options={page.choices?.kinds ?? []}
        defaultValue={page.form.kind}
      />
      <input type="hidden" name="new" value="1" />
      <Button type="submit" variant="default">
        {t("admin-templates:beginWith")}
      </Button>
    </Form>
  );
}
