import { EventStrip } from "~/components/hosting/event-strip";
import { GuestFields } from "~/components/hosting/guest-fields";
import type { FormFailure } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { RadioCards } from "~/ui/radio-cards";
import { TextField } from "~/ui/text-field";
import classes from "./rsvp-form.module.css";
import type { rsvpFormLoader } from "./rsvp-form.server";

type FormPage = Awaited<ReturnType<typeof rsvpFormLoader>>;

/** The form for a place, what comes after it, or why there is none. */
export function RsvpForm({ page, failure }: { page: FormPage; failure: FormFailure | undefined }) {
  const { sent, closed, event } = page;
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <div className={classes.columns}>
        <div className="rd-stack">
          {page.isSent ? (
            <>
              <PageHead title={sent.title} lead={sent.lead} />
              <Alert tone="waiting" title={sent.held}>
                <p>{sent.heldText}</p>
              </Alert>
              <p className="rd-quiet">{sent.late}</p>
              <p>
                <Link className="rd-link" to={sent.again.href}>
                  {sent.again.label}
                </Link>
              </p>
            </>
          ) : closed ? (
            <>
              <PageHead title={closed.title} lead={closed.lead} />
              {closed.showings.length > 0 && (
                <>
                  <h2>{closed.other}</h2>
                  <List>
                    {closed.showings.map(({ value, label, help, href }) => (
                      <ListItem key={value} title={label} meta={help} to={href} />
                    ))}
                  </List>
                </>
              )}
              <h2>{closed.again.title}</h2>
              <Form name="again" failure={failure}>
                <input type="hidden" name="at" value={closed.again.at} />
                <p className="rd-quiet">{closed.again.help}</p>
                <TextField
                  name="email"
                  type="email"
                  dir="ltr"
                  label={closed.again.email}
                  autoComplete="email"
                  need="required"
                />
                <FormBar submit={closed.again.send} intent="again" isQuiet />
              </Form>
              <p>
                <LinkButton to={page.back.href} variant="default">
                  {page.back.label}
                </LinkButton>
              </p>
            </>
          ) : (
            <AskForm page={page} failure={failure} />
          )}
        </div>
        <EventStrip event={event} />
      </div>
    </main>
  );
}

function AskForm({
  page: { form, back, event },
  failure,
}: {
  page: FormPage;
  failure: FormFailure | undefined;
}) {
  const { showing, email, login } = form;
  return (
    <>
      <PageHead
        title={form.title}
        lead={
          <>
            <bdi>{event.title}</bdi>
            {form.showing.options.length === 1 && ` · ${event.lines[0]}`}
          </>
        }
      />
      <Form name="rsvp" keeps="rsvp" failure={failure}>
        <input type="hidden" name="time" value={form.time} />
        <div hidden>
          <TextField name="website" label={form.website} autoComplete="off" />
        </div>
        {showing.options.length > 1 ? (
          <RadioCards
            name="at"
            label={showing.label}
            options={showing.options}
            defaultValue={showing.value}
          />
        ) : (
          <>
            <input type="hidden" name="at" value={showing.value} />
            <p className="rd-quiet">{showing.options[0]?.help}</p>
          </>
        )}
        <GuestFields fields={form.fields} hasLine={form.hasLine}>
          {email.account ? (
            <p>
              <bdi>{email.account}</bdi>
            </p>
          ) : (
            <>
              <TextField
                name="email"
                type="email"
                dir="ltr"
                label={email.label ?? ""}
                autoComplete="email"
                need="required"
              />
              {login && (
                <p>
                  <Link className="rd-link" to={login.href}>
                    {login.label}
                  </Link>
                </p>
              )}
            </>
          )}
        </GuestFields>
        <Checkbox name="adult" label={form.adult} />
        <p className="rd-quiet">
          {form.privacy}{" "}
          <Link className="rd-link" to={form.privacyLink.href}>
            {form.privacyLink.label}
          </Link>
        </p>
        <FormBar
          submit={form.submit}
          intent="rsvp"
          cancel={back}
          {...(form.next && { note: form.next })}
        />
      </Form>
    </>
  );
}
