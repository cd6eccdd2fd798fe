import { Button } from "@mantine/core";
import { useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Section, SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import { paths } from "~/lib/paths";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { SelectField } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { CityDetailView, CityMergeView } from "../cities-view";
import { CityForm, type CityFormProps } from "../city-form";
import classes from "../city-form.module.css";

interface PartProps extends Pick<CityFormProps, "failure" | "schemaFor"> {
  view: CityDetailView;
}

/** /admin/cities/{slug}: its fields, and what else may become of it. */
export function CityDetail({ view, failure, schemaFor }: PartProps) {
  const { t } = useText();
  const { existing } = view;
  const refused = failure && failure.form !== "city" ? failure : undefined;
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{view.title}</h1>
        <Button component={Link} to={existing.publicHref} variant="default" leftSection={<Icon name="external-link" />}>
          {t("admin-cities:detail.publicPage")}
        </Button>
        <p>
          {existing.upcoming} · {existing.events}
        </p>
      </header>
      {refused && (
        <p role="alert" className={classes.help}>
          {Object.values(refused.issues)[0] ?? refused.message}
        </p>
      )}
      <CityForm view={view} failure={failure} schemaFor={schemaFor} key={`${view.slug} ${view.version}`} />
      <Merge view={view} />
      <Deletion view={view} />
    </main>
  );
}

function Merge({ view: { slug, existing } }: { view: CityDetailView }) {
  const { t } = useText();
  const { merge, others } = existing;
  return (
    <Section id="merge" title={t("admin-cities:merge.title")} lead={t("admin-cities:merge.lead")}>
      {merge ? (
        <MergeStep key={`${merge.into} ${merge.after}`} slug={slug} merge={merge} />
      ) : (
        <Form action={`${paths.adminCity(slug)}#merge`}>
          <SelectField form="merge" name="into" label={t("admin-cities:merge.into")} failure={undefined} value="">
            <option value="">{t("admin-cities:merge.choose")}</option>
            {others.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <p className={classes.zoom}>
            <Button type="submit" variant="default">
              {t("admin-cities:merge.preview")}
            </Button>
          </p>
        </Form>
      )}
    </Section>
  );
}

/** Asks once, and then goes on by itself where there is a script: each request moves a part. */
function MergeStep({ slug, merge }: { slug: string; merge: CityMergeView }) {
  const { t } = useText();
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const { into, target, isRunning, after, amounts, zones } = merge;
  const left = amounts.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part that is left is asked for once
  useEffect(() => {
    if (isRunning && form.current) submit(form.current, { preventScrollReset: true });
  }, [isRunning, after, left]);
  return (
    <Form ref={form} method="post" action={paths.adminCity(slug, { into })} preventScrollReset>
      <h3>{t("admin-cities:merge.question", { city: `\u2068${target}\u2069` })}</h3>
      {isRunning && <p role="status">{t("admin-cities:merge.running")}</p>}
      <ul className={classes.amounts}>
        {amounts.map((amount) => (
          <li key={amount}>{amount}</li>
        ))}
        {zones && <li>{zones}</li>}
      </ul>
      <input type="hidden" name="into" value={into} />
      <input type="hidden" name="intent" value="merge" />
      <input type="hidden" name="after" value={after} />
      {isRunning && <input type="hidden" name="running" value="1" />}
      <div className={classes.actions}>
        <Button component={Link} to={paths.adminCity(slug)} variant="default">
          {t("admin-cities:merge.stop")}
        </Button>
        <SubmitButton intent="merge" danger>
          {t(isRunning ? "admin-cities:merge.goOn" : "admin-cities:merge.submit")}
        </SubmitButton>
      </div>
    </Form>
  );
}

function Deletion({ view: { slug, title, existing } }: { view: CityDetailView }) {
  const { t } = useText();
  return (
    <Section id="delete" title={t("admin-cities:delete.title")} lead={t("admin-cities:delete.lead")}>
      {existing.isEmpty ? (
        <p>
          <Link className="rd-link" to={`${paths.adminCity(slug, { delete: true })}#delete`}>
            {t("admin-cities:delete.ask")}
          </Link>
        </p>
      ) : (
        <p>{t("admin-cities:delete.inUse")}</p>
      )}
      {existing.isAsked && existing.isEmpty && (
        <ConfirmDialog
          open
          question={t("admin-cities:delete.question", { city: `\u2068${title}\u2069` })}
          text={t("admin-cities:delete.text")}
          cancelHref={paths.adminCity(slug)}
          cancelLabel={t("admin-cities:delete.keep")}
        >
          <Form method="post" action={paths.adminCity(slug)}>
            <SubmitButton intent="delete" danger>
              {t("admin-cities:delete.submit")}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
      )}
    </Section>
  );
}
