import { Button, NativeSelect } from "@mantine/core";
import settings from "~/components/settings/settings.module.css";
import type { TemplatesView } from "~/lib/pages/template-views";
import { paths } from "~/lib/paths";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";

/** Which kind a new template is of: its variables follow from that. */
export function KindChoice({ page }: { page: TemplatesView }) {
  const { t } = useText();
  return (
    <Form action={paths.adminEmailTemplates()} className={settings.actions}>
      <input type="hidden" name="new" value="1" />
      <NativeSelect
        key={page.form.kind}
        label={t("admin-templates:kindOf")}
        name="kind"
        data={page.choices?.kinds ?? []}
        defaultValue={page.form.kind}
      />
      <Button type="submit" variant="default">
        {t("admin-templates:beginWith")}
      </Button>
    </Form>
  );
}
